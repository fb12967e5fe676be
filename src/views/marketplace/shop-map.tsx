import { useMemo } from 'react';
import { ShopMapDocument } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import type { ShopFilters } from '#src/machines/marketplace/shop-filters.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { aroundPlaces, type Cluster, clusterName, clustersOf, shadeOf } from '#src/views/ui/map-clusters.ts';
import { MapPin, PINS_APART, pinScale } from '#src/views/ui/map-pin.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { useAnswer } from '#src/views/ui/use-answer.ts';
import { UsMap } from '#src/views/ui/us-map.tsx';
import { filterOf } from './use-shop.ts';

interface ShopMapProps {
  filters: ShopFilters;
  onChange: (part: Partial<ShopFilters>) => void;
}

/** As many cities as the address holds. */
const MOST = 20;
/** Where moves begin is chosen on the map, in one way at a time. */
const EVERYWHERE = { states: [], cities: [], near: undefined, radius: undefined };

/** Where the moves of the list begin. A state or a circle narrows the list; what lies around it stays in sight. */
export default function ShopMap({ filters, onChange }: ShopMapProps) {
  const { states, cities: chosen } = filters;
  const { data, failed, reload } = useAnswer(ShopMapDocument, {
    filter: filterOf({ ...filters, ...EVERYWHERE }),
  });
  const counts = useMemo(() => new Map(data?.shopMap.states.map(({ state, count }) => [state, count])), [data]);
  const cities = data?.shopMap.cities ?? [];
  if (failed && !data) return <FailedState title="The map could not be loaded" onRetry={reload} />;
  if (!data) {
    return (
      <Loading label="Loading the map…">
        <Bone className="aspect-[8/5] w-full" />
      </Loading>
    );
  }
  const nameOf = ({ city, state }: { city: string; state: string }) => `${state}:${city}`;
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const toggle = (code: string) =>
    onChange({
      ...EVERYWHERE,
      states: states.includes(code) ? states.filter((one) => one !== code) : [...states, code],
      cities: chosen.filter((one) => !one.startsWith(`${code}:`)),
    });
  function zoom({ cities: near }: Cluster) {
    const names = near.slice(0, MOST).map(nameOf);
    onChange({ ...EVERYWHERE, states: [...new Set(near.map(({ state }) => state))], cities: names });
  }
  return (
    <>
      <UsMap
        label={`Map of ${showCount(total, 'lead')} by the place that the move begins at`}
        focus={states}
        at={chosen.length > 0 ? aroundPlaces(cities.filter((city) => chosen.includes(nameOf(city)))) : null}
        isChosen={(code) => states.includes(code)}
        shade={(code) => shadeOf(counts.get(code) ?? 0)}
        onState={toggle}
      >
        {(point) => {
          const unit = point * pinScale();
          return clustersOf(cities, PINS_APART * unit).map((cluster) => (
            <MapPin
              key={clusterName(cluster)}
              cluster={cluster}
              unit={unit}
              noun={['lead', 'leads']}
              onClick={() => zoom(cluster)}
            />
          ));
        }}
      </UsMap>
      <p className="py-2 text-xs text-gray-600">
        Circles mark city centers, not homes, and show how many leads are there.
      </p>
    </>
  );
}
