import { useQuery } from '@apollo/client/react';
import { TopCitiesDocument } from '#src/generated/graphql/graphql.ts';
import { AreaLeads } from './area-leads.tsx';
import { countText, draftOf } from './cities-draft.ts';

/** Where the business works, and the number of recent leads there. The offer does not wait for it. */
export function ChosenArea({ onChange }: { onChange: () => void }) {
  const { data } = useQuery(TopCitiesDocument, { fetchPolicy: 'cache-and-network' });
  if (!data) return null;
  const { cities, radiusMiles, states } = data.topCities;
  const draft = draftOf({ cities, radiusMiles: radiusMiles ?? null, states });
  if (countText(draft) === '') return null;
  return (
    <section aria-label="Your area" className="rounded-lg border border-gray-200 p-4">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          Your area: <strong className="font-semibold">{countText(draft)}</strong>
        </span>
        <button type="button" className="link" onClick={onChange}>
          Change
        </button>
      </p>
      <AreaLeads draft={draft} />
    </section>
  );
}
