import type { MapCityFragment } from '#src/generated/graphql/graphql.ts';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { type CityDraft, cityKey, MOST_CITIES } from './cities-draft.ts';

interface CityListProps {
  draft: CityDraft;
  found: readonly MapCityFragment[];
  onCity: (city: MapCityFragment) => void;
}

/** The cities that can be selected, largest first. */
export function CityList({ draft, found, onCity }: CityListProps) {
  const chosen = new Set(draft.cities.map(cityKey));
  const isFull = draft.cities.length >= MOST_CITIES;
  return (
    <ul aria-label="Cities" className="max-h-80 overflow-y-auto rounded-lg border border-gray-200 py-1">
      {found.map((city) => {
        const key = cityKey(city);
        return (
          <li key={key}>
            <Checkbox
              className="px-3 py-1.5 hover:bg-gray-50"
              label={key}
              checked={chosen.has(key)}
              disabled={isFull && !chosen.has(key)}
              onChange={() => onCity(city)}
            />
          </li>
        );
      })}
    </ul>
  );
}
