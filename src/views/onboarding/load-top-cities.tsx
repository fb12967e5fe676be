import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { TopCitiesDocument, type TopCitiesQuery } from '#src/generated/graphql/graphql.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import type { StoredPlaces } from './cities-draft.ts';

export interface ChosenCities {
  states: TopCitiesQuery['availableStates'];
  stored: StoredPlaces;
}

/** Renders its children once the states and the current selection are loaded. */
export function LoadTopCities({ children }: { children: (chosen: ChosenCities, readAgain: () => void) => ReactNode }) {
  const { data, error, refetch } = useQuery(TopCitiesDocument, { fetchPolicy: 'cache-and-network' });
  if (data) {
    const { cities, radiusMiles, states } = data.topCities;
    return children(
      { states: data.availableStates, stored: { cities, radiusMiles: radiusMiles ?? null, states } },
      () => void refetch(),
    );
  }
  if (error) return <FailedState title="The cities could not be loaded" onRetry={() => void refetch()} />;
  return (
    <Loading label="Loading the cities…">
      <Bone className="h-9" />
    </Loading>
  );
}
