import { useMemo, useState } from 'react';
import { ShopMapDocument } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import type { ShopFilters } from '#src/machines/marketplace/shop-filters.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { aroundPlaces, clusterName, clustersOf, shadeOf } from '#src/views/ui/map-clusters.ts';
import { MapPin, pinLabel, PINS_APART } from '#src/views/ui/map-pin.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { useAnswer } from '#src/views/ui/use-answer.ts';
import { UsMap } from '#src/views/ui/us-map.tsx';
import { type Box, isWithin, MAP } from '#src/views/ui/us-shapes.ts';
import { filterOf } from './use-shop.ts';

interface ShopMapProps {
  filters: ShopFilters;
  onChange: (part: Partial<ShopFilters>) => void;
}

/** The maximum number of cities in the URL. */
const MOST = 20;
/** The map selects origins in only one way at a time. */
const EVERYWHERE = { states: [], cities: [], near: undefined, radius: undefined };

/** The origins of the listed moves. A state or a circle filters the list; its surroundings stay visible. */
export default function ShopMap({ filters, onChange }: ShopMapProps) {
  const { states, cities: chosen } = filters;
  const { data, isCurrent, failed, failure, reload } = useAnswer(ShopMapDocument, {
    filter: filterOf({ ...filters, ...EVERYWHERE }),
  });
  const counts = useMemo(() => new Map(data?.shopMap.states.map(({ state, count }) => [state, count])), [data]);
  const cities = data?.shopMap.cities ?? [];
  // A part that the person moved the map to is already visible.
  const [moved, setMoved] = useState<string>();
  if (failed && !(data && isCurrent)) {
    return (
      <FailedState title="The map could not be loaded" onRetry={reload}>
        {failure}
      </FailedState>
    );
  }
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
  function choose(near: readonly { city: string; state: string }[]) {
    const names = near.slice(0, MOST).map(nameOf);
    onChange({ ...EVERYWHERE, states: [...new Set(near.map(({ state }) => state))], cities: names });
    return names.join();
  }
  /** The list follows the map once the visible cities fit in the URL. */
  function follow(box: Box) {
    const near = box[2] - box[0] >= MAP.width ? [] : cities.filter((city) => isWithin(box, city));
    if (near.length > 0 && near.length <= MOST) setMoved(choose(near));
  }
  return (
    <>
      <UsMap
        label={`Map of ${showCount(total, 'lead')} by the place that the move begins at`}
        focus={states}
        isMain
        at={
          chosen.length === 0
            ? null
            : chosen.join() === moved
              ? 'stay'
              : aroundPlaces(cities.filter((city) => chosen.includes(nameOf(city))))
        }
        onMoved={follow}
        labels={(unit) => clustersOf(cities, PINS_APART * unit).map(pinLabel)}
        isChosen={(code) => states.includes(code)}
        shade={(code) => shadeOf(counts.get(code) ?? 0)}
        onState={toggle}
      >
        {(unit) =>
          clustersOf(cities, PINS_APART * unit).map((cluster) => (
            <MapPin
              key={clusterName(cluster)}
              cluster={cluster}
              unit={unit}
              noun={['lead', 'leads']}
              onClick={() => choose(cluster.cities)}
            />
          ))
        }
      </UsMap>
      <p className="py-2 text-xs text-gray-600">
        Circles mark city centers, not homes, and show how many leads are there.
      </p>
    </>
  );
}
