import { aroundPlaces } from './map-clusters.ts';
import { MapLane } from './map-lane.tsx';
import { UsMap } from './us-map.tsx';
import { project } from './us-shapes.ts';

interface RouteStop {
  city: string;
  state: string;
  lat?: number | null;
  lng?: number | null;
}

/** Drawn apart from the others, south of them. */
const INSETS = ['AK', 'HI'];

/** The route of one move, from stop to stop; nothing if no stop is on the map. */
export default function RouteMap({ stops }: { stops: readonly RouteStop[] }) {
  const places = stops.flatMap(({ city, state, lat, lng }) =>
    typeof lat === 'number' && typeof lng === 'number' ? [{ city, state, lat, lng }] : [],
  );
  const box = aroundPlaces(places);
  if (!box) return null;
  const without = places.some(({ state }) => INSETS.includes(state)) ? undefined : INSETS;
  const names = places.map(({ city, state }) => `${city}, ${state}`);
  return (
    <UsMap
      label={`Map of the way from ${names.join(' to ')}`}
      at={box}
      without={without}
      labels={() =>
        places.flatMap((place, index) => {
          const at = project(place);
          // Away from the lane to the next stop, or from the previous one.
          const isWest = place.lng < (places[index + 1] ?? places[index - 1] ?? place).lng;
          return at ? [{ name: names[index]!, at, beside: 6, side: isWest ? 'left' : 'right' }] : [];
        })
      }
    >
      {(unit) =>
        places
          .slice(1)
          .map((to, index) => (
            <MapLane
              key={`${names[index]} ${names[index + 1]}`}
              lane={{ id: names[index]!, from: places[index]!, to }}
              unit={unit}
              isStrong
            />
          ))
      }
    </UsMap>
  );
}
