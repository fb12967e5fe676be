import { useQuery } from '@apollo/client/react';
import { useMemo, useState } from 'react';
import { LoadMapDocument, type LoadTab, type MapCityOfLoadsFragment } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { clusterName, clustersOf, shadeOf } from '#src/views/ui/map-clusters.ts';
import type { Lane } from '#src/views/ui/lanes.ts';
import { MapLane } from '#src/views/ui/map-lane.tsx';
import { MapPin, pinLabel, PINS_APART } from '#src/views/ui/map-pin.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { UsMap } from '#src/views/ui/us-map.tsx';
import { project } from '#src/views/ui/us-shapes.ts';
import { boxInSight, boxOf, drawnBox } from './load-boxes.ts';
import { filterOf, type LoadFilters } from './load-filters.ts';

interface LoadMapProps {
  tab: LoadTab;
  filters: LoadFilters;
  /** Of the loads in the list. */
  lanes: readonly Lane[];
  /** The load that the pointer is on in the list. */
  pointed: string | null;
  onChange: (part: LoadFilters) => void;
}

/** The pick-ups of the listed loads; moving the map limits the list to what is visible. */
export default function LoadMap({ tab, filters, lanes, pointed, onChange }: LoadMapProps) {
  // The map also shows loads around the part that the list is limited to.
  const filter = filterOf({ ...filters, box: undefined });
  const { data, error, refetch } = useQuery(LoadMapDocument, { variables: { tab, filter } });
  const again = () => void refetch().catch(() => {});
  useLive('load', again);
  useLive('carrier', again);
  const found = data?.loadMap;
  const cities = useMemo(() => found?.cities ?? [], [found]);
  // A part that the person moved the map to is already visible.
  const [moved, setMoved] = useState<string>();
  const byState = useMemo(() => countsByState(cities), [cities]);
  // The list beside it shows the reason.
  if (error && problemOf(error).status === 403) return null;
  if (error && !data) return <FailedState title="The map could not be loaded" onRetry={again} />;
  if (!found) {
    return (
      <Loading label="Loading the map…">
        <Bone className="aspect-[8/5] w-full" />
      </Loading>
    );
  }
  const total = cities.reduce((sum, { count }) => sum + count, 0);
  const base = found.base && project(found.base);
  return (
    <>
      <UsMap
        label={`Map of ${showCount(total, 'load')} by place of pick-up`}
        isMain
        focus={filters.from ? [filters.from] : []}
        at={filters.box ? (filters.box === moved ? 'stay' : drawnBox(filters.box)) : null}
        onMoved={(part) => {
          const box = boxInSight(part);
          setMoved(box);
          if (box !== filters.box) onChange({ box });
        }}
        labels={(unit) => clustersOf(cities, PINS_APART * unit).map(pinLabel)}
        isChosen={(code) => code === filters.from}
        shade={(code) => shadeOf(byState.get(code) ?? 0)}
        onState={(code) =>
          onChange({
            from: code === filters.from ? undefined : code,
            near: undefined,
            radius: undefined,
            box: undefined,
          })
        }
      >
        {(unit) => (
          <>
            {lanes.map((lane) => (
              <MapLane key={lane.id} lane={lane} unit={unit} isStrong={lane.id === pointed} />
            ))}
            {clustersOf(cities, PINS_APART * unit).map((cluster) => (
              <MapPin
                key={clusterName(cluster)}
                cluster={cluster}
                unit={unit}
                noun={['load', 'loads']}
                onClick={() => onChange({ box: boxOf(cluster.cities) })}
              />
            ))}
            {base && (
              <path
                d={`M${base[0]} ${base[1] - 8 * unit}l${6 * unit} ${12 * unit}h${-12 * unit}z`}
                className="pointer-events-none fill-gray-900 stroke-white"
                strokeWidth={unit}
              />
            )}
          </>
        )}
      </UsMap>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2 text-xs text-gray-600">
        <span>
          Circles show how many loads are picked up there, lines where they go.{base && ' The triangle is your base.'}
        </span>
        {(filters.box || filters.from) && (
          <Button size="sm" className="ml-auto" onClick={() => onChange({ box: undefined, from: undefined })}>
            Show the whole map
          </Button>
        )}
      </div>
      {cities.length > 0 && (
        <details className="border-t border-gray-200 py-2">
          <summary className="font-medium">Places on the map ({cities.length})</summary>
          <ul className="mt-2 flex flex-wrap gap-1.5">
            {cities.map((city) => (
              <li key={`${city.city}, ${city.state}`}>
                <Button
                  size="sm"
                  aria-pressed={filters.box === boxOf([city])}
                  onClick={() => onChange({ box: boxOf([city]) })}
                >
                  {city.city}, {city.state} <span className="text-gray-500 tabular-nums">{city.count}</span>
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function countsByState(cities: readonly MapCityOfLoadsFragment[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { state, count } of cities) counts.set(state, (counts.get(state) ?? 0) + count);
  return counts;
}
