import type { MapCityFragment } from '#src/generated/graphql/graphql.ts';
import { UsMap } from '#src/views/ui/us-map.tsx';
import { project, UNITS_PER_MILE } from '#src/views/ui/us-shapes.ts';
import { type CityDraft, cityKey, countText } from './cities-draft.ts';

const WHOLE_STATE_SHADE = 0.5;

interface CityMapProps {
  draft: CityDraft;
  /** The cities that can be chosen now. */
  found: readonly MapCityFragment[];
  onState: (code: string) => void;
  onCity: (city: MapCityFragment) => void;
}

/** The states that were chosen as a whole, and those whose cities are shown; around each chosen city the area that its leads come from. */
export default function CityMap({ draft, found, onState, onCity }: CityMapProps) {
  const chosen = new Set(draft.cities.map(cityKey));
  const isWhole = (code: string) => draft.wholeStates.includes(code);
  const rest = found.filter((city) => !chosen.has(cityKey(city)));
  return (
    <UsMap
      label={`Map of your area: ${countText(draft) || 'nothing'} chosen`}
      focus={draft.states}
      isChosen={(code) => draft.states.includes(code) && !isWhole(code)}
      shade={(code) => (isWhole(code) ? WHOLE_STATE_SHADE : 0)}
      onState={onState}
    >
      {(unit) => (
        <>
          {draft.cities.map((city) => (
            <Spot
              key={`area ${cityKey(city)}`}
              city={city}
              size={draft.radiusMiles * UNITS_PER_MILE}
              className="fill-primary-600/15"
            />
          ))}
          {rest.map((city) => (
            <Spot
              key={cityKey(city)}
              city={city}
              size={unit * sizeOf(city)}
              className="cursor-pointer fill-white stroke-gray-600"
              line={unit / 3}
              onClick={() => onCity(city)}
            />
          ))}
          {draft.cities.map((city) => (
            <Spot
              key={cityKey(city)}
              city={city}
              size={unit * sizeOf(city)}
              className="cursor-pointer fill-primary-600 stroke-white"
              line={unit / 3}
              onClick={() => onCity(city)}
            />
          ))}
        </>
      )}
    </UsMap>
  );
}

/** Larger cities are larger, within what can be hit and told apart. */
const sizeOf = ({ zips }: MapCityFragment) => Math.min(4, 1.6 + Math.sqrt(zips) / 4);

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
