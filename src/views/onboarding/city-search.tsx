import { useApolloClient, useQuery } from '@apollo/client/react';
import { MapPinIcon, PlusIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { FindCitiesDocument, type MapCityFragment, PopularCitiesDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Combobox, type ComboboxOption } from '#src/views/ui/combobox.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { type CityDraft, cityKey, MOST_CITIES } from './cities-draft.ts';

interface CitySearchProps {
  draft: CityDraft;
  /** Adds a city that is not selected yet. */
  onAdd: (city: MapCityFragment) => void;
}

interface CityOption extends ComboboxOption {
  city: MapCityFragment;
}

const MOST_OPTIONS = 12;
const LOCATION_MS = 10_000;

/** Adds cities nationwide: by name or ZIP code, at the person's location, or from the popular ones. */
export function CitySearch({ draft, onAdd }: CitySearchProps) {
  const client = useApolloClient();
  const { data: answer } = useQuery(PopularCitiesDocument);
  const [isLocating, setLocating] = useState(false);
  const [said, setSaid] = useState('');
  const chosen = new Set(draft.cities.map(cityKey));
  const isFull = draft.cities.length >= MOST_CITIES;
  const popular = answer?.popularCities.filter((city) => !chosen.has(cityKey(city))) ?? [];

  async function search(text: string): Promise<CityOption[]> {
    const typed = text.trim();
    const isZip = /^\d{5}$/.test(typed);
    if (typed.length < 2 || (/^\d/.test(typed) && !isZip)) return [];
    const { data } = await client.query({
      query: FindCitiesDocument,
      variables: { states: [], ...(isZip ? { nearZip: typed } : { query: typed }) },
    });
    return (data?.cities ?? [])
      .filter((city) => !chosen.has(cityKey(city)))
      .slice(0, MOST_OPTIONS)
      .map((city) => ({ id: cityKey(city), label: cityKey(city), city }));
  }

  function locate(): void {
    setLocating(true);
    setSaid('');
    const failed = () => {
      setLocating(false);
      setSaid('Your location is not available. Search for your city instead.');
    };
    if (!('geolocation' in navigator)) return failed();
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        // A hundredth of a degree is a mile or less: enough to find the nearest city, and no more precise than needed.
        const variables = { states: [], nearLat: coords.latitude.toFixed(2), nearLng: coords.longitude.toFixed(2) };
        client.query({ query: FindCitiesDocument, variables }).then(({ data: answer }) => {
          const [nearest] = answer?.cities ?? [];
          if (!nearest) return failed();
          setLocating(false);
          if (!chosen.has(cityKey(nearest))) onAdd(nearest);
          setSaid(`${cityKey(nearest)} is chosen.`);
        }, failed);
      },
      failed,
      { timeout: LOCATION_MS, maximumAge: 600_000 },
    );
  }

  return (
    <div>
      <Field label="Add a city" help="City or ZIP code, anywhere in the US.">
        <Combobox<CityOption>
          value={null}
          search={search}
          placeholder="e.g. Columbus or 43215"
          disabled={isFull}
          onChange={(option) => option && onAdd(option.city)}
        />
      </Field>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button icon={<MapPinIcon />} busy={isLocating} disabled={isFull} onClick={locate}>
          Use my location
        </Button>
        {popular.map((city) => (
          <button
            key={cityKey(city)}
            type="button"
            disabled={isFull}
            className="flex h-7 items-center gap-1 rounded-full border border-dashed border-gray-300 pr-2.5 pl-2 text-gray-600 hover:border-gray-400 hover:text-gray-900 pointer-coarse:h-10"
            onClick={() => onAdd(city)}
          >
            <PlusIcon className="size-3.5" aria-hidden />
            {cityKey(city)}
          </button>
        ))}
      </div>
      <p role="status" className="text-gray-600 not-empty:mt-1.5">
        {said}
      </p>
    </div>
  );
}
