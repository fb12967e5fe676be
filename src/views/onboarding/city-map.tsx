import { useMemo } from 'react';
import type { MapCityFragment } from '#src/generated/graphql/graphql.ts';
import { UsMap } from '#src/views/ui/us-map.tsx';
import { type Box, project, unitsPerMile } from '#src/views/ui/us-shapes.ts';
import { type CityDraft, cityKey, countText } from './cities-draft.ts';

const WHOLE_STATE_SHADE = 0.5;

interface CityMapProps {
  draft: CityDraft;
  /** The cities that can currently be selected. */
  found: readonly MapCityFragment[];
  onState: (code: string) => void;
  onCity: (city: MapCityFragment) => void;
}

/**
 * The states selected as a whole, those whose cities are shown, and around each selected city the area that its leads
 * come from.
 */
export default function CityMap({ draft, found, onState, onCity }: CityMapProps) {
  const chosen = new Set(draft.cities.map(cityKey));
  const isWhole = (code: string) => draft.wholeStates.includes(code);
  const { cities, states, radiusMiles } = draft;
  const area = useMemo(() => (states.length === 0 ? areaOf(cities, radiusMiles) : null), [cities, states, radiusMiles]);
  const rest = found.filter((city) => !chosen.has(cityKey(city)));
  return (
    <UsMap
      label={`Map of your area: ${countText(draft) || 'nothing'} chosen`}
      focus={draft.states}
      at={area}
      isChosen={(code) => draft.states.includes(code) && !isWhole(code)}
      shade={(code) => (isWhole(code) ? WHOLE_STATE_SHADE : 0)}
      onState={onState}
      labels={() =>
        [...draft.cities, ...rest].flatMap((city) => {
          const at = project(city);
          return at ? [{ name: city.city, at, beside: sizeOf(city) }] : [];
        })
      }
    >
      {(unit) => (
        <>
          {draft.cities.map((city) => (
            <Spot
              key={`area ${cityKey(city)}`}
              city={city}
              size={draft.radiusMiles * unitsPerMile(city)}
              className="fill-primary-600/15 stroke-primary-600"
              line={unit}
            />
          ))}
          {/* Each can be tapped, although they are close together: a tap goes to what is drawn there, otherwise to
              what is nearby. */}
          {[...rest, ...draft.cities].map((city) => (
            <Spot
              key={`near ${cityKey(city)}`}
              city={city}
              size={unit * FINGER}
              className="hit"
              onClick={() => onCity(city)}
            />
          ))}
          {rest.map((city) => (
            <Spot
              key={cityKey(city)}
              city={city}
              size={unit * sizeOf(city)}
              className="cursor-pointer fill-white stroke-gray-600"
              line={unit * 1.5}
              onClick={() => onCity(city)}
            />
          ))}
          {draft.cities.map((city) => (
            <Spot
              key={cityKey(city)}
              city={city}
              size={unit * sizeOf(city)}
              className="cursor-pointer fill-primary-600 stroke-white"
              line={unit * 1.5}
              onClick={() => onCity(city)}
            />
          ))}
        </>
      )}
    </UsMap>
  );
}

/**
 * The part of the drawing covered by the cities' circles, with some surroundings for orientation; null without cities.
 */
function areaOf(cities: CityDraft['cities'], radiusMiles: number): Box | null {
  const circles = cities.flatMap((city) => {
    const at = project(city);
    return at ? [{ at, size: Math.max(LEAST_AREA, radiusMiles * unitsPerMile(city) * 1.5) }] : [];
  });
  if (circles.length === 0) return null;
  const edge = (index: 0 | 1, side: -1 | 1) =>
    side * Math.max(...circles.map(({ at, size }) => side * at[index] + size));
  return [edge(0, -1), edge(1, -1), edge(0, 1), edge(1, 1)];
}

/** Half of the minimum area shown around a city, in units of the drawing. */
const LEAST_AREA = 40;

/** How far a tap may miss a point, in pixels. */
const FINGER = 22;

/** In pixels: larger cities are drawn larger, within a limited range. */
const sizeOf = ({ zips }: MapCityFragment) => Math.min(9, 4 + Math.sqrt(zips) / 2);

interface SpotProps {
  city: MapCityFragment;
  size: number;
  className: string;
  line?: number;
  onClick?: () => void;
}

function Spot({ city, size, className, line, onClick }: SpotProps) {
  const at = project(city);
  if (!at) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <circle
      cx={at[0]}
      cy={at[1]}
      r={size}
      className={onClick ? className : `pointer-events-none ${className}`}
      strokeWidth={line}
      onClick={onClick}
    >
      {onClick && (
        <title>
          {city.city}, {city.state}
        </title>
      )}
    </circle>
  );
}
