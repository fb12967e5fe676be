import { useQuery } from '@apollo/client/react';
import { useDeferredValue } from 'react';
import { AreaLeadsDocument } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import type { CityDraft } from './cities-draft.ts';

/** The number of recent leads in the current selection. The previous number stays until the response arrives. */
export function AreaLeads({ draft }: { draft: CityDraft }) {
  const { cities, wholeStates, radiusMiles } = useDeferredValue(draft);
  const isEmpty = cities.length === 0 && wholeStates.length === 0;
  const { data, previousData } = useQuery(AreaLeadsDocument, {
    variables: {
      cities: cities.map(({ city, state }) => `${city},${state}`).join(';') || null,
      radiusMiles: String(radiusMiles),
      states: [...wholeStates],
    },
    skip: isEmpty,
  });
  const answer = (data ?? previousData)?.areaLeads;
  if (isEmpty || !answer) return null;
  if (answer.leads === 0)
    return (
      <p role="status" className="text-gray-600">
        No leads here in the last {answer.days} days. Add more places to get some.
      </p>
    );
  return (
    <p role="status" className="text-gray-600">
      <strong className="font-semibold text-gray-900 tabular-nums">{showCount(answer.leads, 'lead')}</strong> in the
      last {answer.days} days
    </p>
  );
}
