import { useQuery } from '@apollo/client/react';
import { useDeferredValue } from 'react';
import { FindCitiesDocument } from '#src/generated/graphql/graphql.ts';

/**
 * The matching cities of the selected states: by name, or the nearest to a ZIP code. Earlier results stay until the
 * response arrives.
 */
export function useFoundCities(states: readonly string[], typed: string) {
  const text = useDeferredValue(typed.trim());
  const isZip = /^\d{5}$/.test(text);
  const { data, previousData, error, loading, refetch } = useQuery(FindCitiesDocument, {
    variables: { states: [...states], query: isZip || text.length < 2 ? null : text, nearZip: isZip ? text : null },
    skip: states.length === 0,
    fetchPolicy: 'cache-first',
  });
  const found = (data ?? previousData)?.cities;
  return {
    found: states.length === 0 ? [] : found,
    failed: error !== undefined && !data,
    loading,
    retry: () => void refetch(),
  };
}
