import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { LoadMapDocument, type LoadTab, type MapCityOfLoadsFragment } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { UsMap } from '#src/views/ui/us-map.tsx';
import { project } from '#src/views/ui/us-shapes.ts';
import { boxOf, type Cluster, clusterName, clustersOf, drawnBox } from './load-clusters.ts';
import { filterOf, type LoadFilters } from './load-filters.ts';

interface LoadMapProps {
  tab: LoadTab;
  filters: LoadFilters;
  onChange: (part: LoadFilters) => void;
}

/** Two pins must lie this many points apart. */
const APART = 14;

/** On a phone the drawing is small; what one reads and touches on it is not. */
const scale = () => (innerWidth < 640 ? 1.7 : 1);

/** Where the loads of the list are picked up; to zoom in narrows the list to what is in sight. */
export default function LoadMap({ tab, filters, onChange }: LoadMapProps) {
  // The map shows what lies around the part that the list is narrowed to.
  const filter = filterOf({ ...filters, box: undefined });
  const { data, error, refetch } = useQuery(LoadMapDocument, { variables: { tab, filter } });
  const again = () => void refetch().catch(() => {});
  useLive('load', again);
  const found = data?.loadMap;
  const cities = useMemo(() => (found?.cities ?? []) as unknown as MapCityOfLoadsFragment[], [found]);
  const byState = useMemo(() => countsByState(cities), [cities]);
  if (error && !data) return <FailedState title="The map could not be loaded" onRetry={again} />;
  if (!found) {
    return (
      <Loading label="Loading the map…">
        <Bone className="aspect-[8/5] w-full" />
      </Loading>
    );
  }
  const total = cities.reduce((sum, { count }) => sum + count, 0);
  const box = filters.box ? drawnBox(filters.box) : null;
  const base = found.base && project(found.base);
  const zoom = (cluster: Cluster) => onChange({ box: boxOf(cluster.cities) });
  return (
    <>
      <UsMap
        label={`Map of ${total} ${total === 1 ? 'load' : 'loads'} by place of pick-up`}
        focus={filters.from ? [filters.from] : []}
        at={box}
        isChosen={(code) => code === filters.from}
        shade={(code) => shadeOf(byState.get(code) ?? 0)}
        onState={(code) => onChange({ from: code === filters.from ? undefined : code, near: undefined, radius: undefined, box: undefined })}
      >
        {(point) => {
          const unit = point * scale();
          return (
            <>
              {clustersOf(cities, APART * unit).map((cluster) => (
                <Pin key={clusterName(cluster)} cluster={cluster} unit={unit} onClick={() => zoom(cluster)} />
              ))}
              {base && <path d={`M${base[0]} ${base[1] - 4 * unit}l${3 * unit} ${6 * unit}h${-6 * unit}z`} className="pointer-events-none fill-gray-900 stroke-white" strokeWidth={unit / 2} />}
            </>
          );
        }}
      </UsMap>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2 text-xs text-gray-600">
        <span>Circles say how many loads are picked up there.{base && ' The triangle is your base.'}</span>
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
                <Button size="sm" aria-pressed={filters.box === boxOf([city])} onClick={() => onChange({ box: boxOf([city]) })}>
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

/** The places on the map stand below it as buttons, for the keyboard and the reader. */
function Pin({ cluster, unit, onClick }: { cluster: Cluster; unit: number; onClick: () => void }) {
  const [x, y] = cluster.at;
  const radius = unit * Math.min(11, 5 + Math.sqrt(cluster.count));
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <g className="cursor-pointer" onClick={onClick}>
      <title>{`${clusterName(cluster)}: ${cluster.count} ${cluster.count === 1 ? 'load' : 'loads'}`}</title>
      <circle cx={x} cy={y} r={radius} className="fill-primary-600 stroke-white" strokeWidth={unit / 2} />
      <text x={x} y={y} className="pointer-events-none fill-white font-medium" fontSize={6 * unit} textAnchor="middle" dominantBaseline="central">
        {cluster.count}
      </text>
    </g>
  );
}

function countsByState(cities: readonly MapCityOfLoadsFragment[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { state, count } of cities) counts.set(state, (counts.get(state) ?? 0) + count);
  return counts;
}

/** Five steps that the colour-blind can tell apart as well: they differ in lightness alone. */
function shadeOf(count: number): number {
  if (count === 0) return 0;
  return [2, 5, 10, 25].filter((step) => count >= step).length * 0.12 + 0.14;
}
