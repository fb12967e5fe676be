import { type FormEvent, useState } from 'react';
import { ShopPlaceLookupDocument } from '#src/generated/graphql/graphql.ts';
import type { ShopFilters } from '#src/machines/marketplace/shop-filters.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button } from '#src/views/ui/button.tsx';
import { ChoiceChips } from '#src/views/ui/choice-chips.tsx';
import { Combobox, type ComboboxOption } from '#src/views/ui/combobox.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Select } from '#src/views/ui/select.tsx';

/** Filters that need input beyond the options of their menu. */
export type AskedPlace = 'near' | 'from-states' | 'to-states' | 'to-city';

interface ShopFilterDialogProps {
  asked: AskedPlace;
  filters: ShopFilters;
  onChange: (part: Partial<ShopFilters>) => void;
  onClose: () => void;
}

const TITLES: Record<AskedPlace, string> = {
  near: 'Moves that start near a place',
  'from-states': 'Moves that start in several states',
  'to-states': 'Moves that end in several states',
  'to-city': 'Moves that end in a city',
};
const FORM = 'shop-filter';
const NOT_CHOSEN = 'Choose a place from the list.';
const allStates = Object.keys(US_STATES);
const RADII = [25, 50, 100, 150, 250];

async function search(text: string, withZips: boolean): Promise<ComboboxOption[]> {
  if (text.trim().length < 2) return [];
  const { places } = await ask(ShopPlaceLookupDocument, { query: text.trim() });
  return places.map(({ city, state, zip }) =>
    zip && withZips
      ? { id: zip, label: zip, hint: `${city}, ${state}` }
      : { id: `${city}, ${state}`, label: `${city}, ${state}` },
  );
}

export default function ShopFilterDialog({ asked, filters, onChange, onClose }: ShopFilterDialogProps) {
  const [place, setPlace] = useState<string | null>(asked === 'near' ? (filters.near ?? null) : null);
  const [radius, setRadius] = useState(filters.radius ?? 50);
  const [states, setStates] = useState(asked === 'to-states' ? filters.toStates : filters.states);
  const [isTried, setTried] = useState(false);
  const isPlace = asked === 'near' || asked === 'to-city';

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPlace && place === null) return setTried(true);
    onChange(partOf());
    onClose();
  }
  function partOf(): Partial<ShopFilters> {
    const within = (cities: readonly string[]) => cities.filter((city) => states.includes(city.slice(0, 2)));
    if (asked === 'near') return { near: place!, radius, states: [], cities: [] };
    if (asked === 'from-states') return { states, cities: within(filters.cities), near: undefined, radius: undefined };
    if (asked === 'to-states') return { toStates: states, toCities: within(filters.toCities) };
    const [city, state] = place!.split(', ') as [string, string];
    return { toCities: [...new Set([...filters.toCities, `${state}:${city}`])] };
  }
  return (
    <Dialog
      open
      size="sm"
      title={TITLES[asked]}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} variant="primary">
            Show leads
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate className="space-y-4" onSubmit={submit}>
        {isPlace ? (
          <Field
            label={asked === 'near' ? 'City or ZIP code' : 'City'}
            error={isTried && place === null ? NOT_CHOSEN : null}
          >
            <Combobox
              value={place === null ? null : { id: place, label: place }}
              onChange={(option) => setPlace(option?.id ?? null)}
              search={(text) => search(text, asked === 'near')}
              placeholder={asked === 'near' ? 'e.g. Columbus, OH or 43215' : 'e.g. Austin, TX'}
              hint={asked === 'near' ? 'Type a city, or all five digits of a ZIP code.' : 'Type a city.'}
              emptyText={
                asked === 'near'
                  ? 'No place found. Try another spelling, or all five digits of a ZIP code.'
                  : 'No city found. Try another spelling.'
              }
              unmatched={NOT_CHOSEN}
            />
          </Field>
        ) : (
          <ChoiceChips
            label="States"
            options={allStates.map((value) => ({ value, label: value, name: US_STATES[value]! }))}
            chosen={states}
            onToggle={(code) =>
              setStates(allStates.filter((one) => (one === code ? !states.includes(code) : states.includes(one))))
            }
          />
        )}
        {asked === 'near' && (
          <Field label="Within">
            <Select
              value={String(radius)}
              onChange={(event) => setRadius(Number(event.currentTarget.value))}
              options={[...new Set([...RADII, radius])]
                .sort((a, b) => a - b)
                .map((miles) => ({ value: String(miles), label: `${miles} miles` }))}
            />
          </Field>
        )}
      </form>
    </Dialog>
  );
}
