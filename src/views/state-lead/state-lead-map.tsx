import { useQuery } from '@apollo/client/react';
import { StateLeadMapDocument } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { aroundPlaces, clusterName, clustersOf, shadeOf } from '#src/views/ui/map-clusters.ts';
import type { Lane } from '#src/views/ui/lanes.ts';
import { MapLane } from '#src/views/ui/map-lane.tsx';
import { MapPin, pinLabel, PINS_APART } from '#src/views/ui/map-pin.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { UsMap } from '#src/views/ui/us-map.tsx';
import { filterOf, type StateLeadFilters } from './state-lead-filters.ts';

interface StateLeadMapProps {
  filters: StateLeadFilters;
  isArchive: boolean;
  /** Of the leads in the list. */
  lanes: readonly Lane[];
  /** The lead that the pointer is on in the list. */
  pointed: string | null;
  onChange: (part: StateLeadFilters) => void;
}

/**
 * The origins and destinations of the listed leads; a city or a state filters the list, its surroundings stay visible.
 */
export default function StateLeadMap({ filters, isArchive, lanes, pointed, onChange }: StateLeadMapProps) {
  const { from, city: chosen } = filters;
  const around = filterOf({ ...filters, from: undefined, city: undefined }, isArchive);
  const { data, error, refetch } = useQuery(StateLeadMapDocument, { variables: { filter: around } });
  const again = () => void refetch().catch(() => {});
  useLive('state-lead', again);
  const cities = data?.stateLeadMap;
  if (error && !cities) return <FailedState title="The map could not be loaded" onRetry={again} />;
  if (!cities) {
    return (
      <Loading label="Loading the map…">
        <Bone className="aspect-[8/5] w-full" />
      </Loading>
    );
  }
  const countOf = (code: string) =>
    cities.filter(({ state }) => state === code).reduce((sum, { count }) => sum + count, 0);
  const total = cities.reduce((sum, { count }) => sum + count, 0);
  const here = cities.filter(({ city, state }) => state === from && (!chosen || city === chosen));
  return (
    <>
      <UsMap
        label={`Map of ${showCount(total, 'lead')} by the place that the move begins at`}
        isMain
        at={here.length > 0 ? aroundPlaces(here) : aroundPlaces(cities)}
        isChosen={(code) => code === from}
        shade={(code) => shadeOf(countOf(code)) / 2}
        onState={(code) => onChange({ from: code === from ? undefined : code, city: undefined })}
        labels={(unit) => clustersOf(cities, PINS_APART * unit).map(pinLabel)}
      >
        {(unit, show) => (
          <>
            {lanes.map((lane) => (
              <MapLane key={lane.id} lane={lane} unit={unit} isStrong={lane.id === pointed} />
            ))}
            {clustersOf(cities, PINS_APART * unit).map((cluster) => {
              const [only, ...others] = cluster.cities;
              const box = aroundPlaces(cluster.cities);
              return (
                <MapPin
                  key={clusterName(cluster)}
                  cluster={cluster}
                  unit={unit}
                  noun={['lead', 'leads']}
                  onClick={() => {
                    if (others.length === 0) onChange({ from: only!.state, city: only!.city });
                    else if (box) show(box);
                  }}
                />
              );
            })}
          </>
        )}
      </UsMap>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2 text-xs text-gray-600">
        <span>Circles show how many leads begin there, lines where they go.</span>
        {from && (
          <Button size="sm" className="ml-auto" onClick={() => onChange({ from: undefined, city: undefined })}>
            Show all leads
          </Button>
        )}
      </div>
    </>
  );
}
