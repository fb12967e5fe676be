import { XMarkIcon } from '@heroicons/react/24/outline';
import { MailPlaceLookupDocument, type MailFrequency } from '#src/generated/graphql/graphql.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button } from '#src/views/ui/button.tsx';
import { ChoiceChips } from '#src/views/ui/choice-chips.tsx';
import { Combobox } from '#src/views/ui/combobox.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { allStates } from './state-names.ts';

/** If a state has cities here, only those cities are meant. */
export interface MailChoice {
  states: readonly string[];
  cities: readonly string[];
  frequency: MailFrequency;
}

interface ChoiceFieldsProps {
  choice: MailChoice;
  error: string | undefined;
  onChange: (choice: MailChoice) => void;
}

const MOST_CITIES = 50;
const options = Object.entries(US_STATES).map(([value, name]) => ({ value, label: value, name }));
const inOrder = (states: readonly string[]) => allStates.filter((state) => states.includes(state));
const FREQUENCIES: { value: MailFrequency; label: string }[] = [
  { value: 'at_once', label: 'As they come in, a few times a day at most' },
  { value: 'daily', label: 'Once a day, in the morning' },
  { value: 'weekly', label: 'Once a week' },
];

async function cityOptions(text: string) {
  if (text.trim().length < 2) return [];
  const { places } = await ask(MailPlaceLookupDocument, { query: text.trim() });
  return places.map(({ city, state }) => ({ id: `${state}:${city}`, label: `${city}, ${state}` }));
}

/** The places an email address is notified of, and how often. */
export function ChoiceFields({ choice, error, onChange }: ChoiceFieldsProps) {
  const { states, cities, frequency } = choice;
  const set = (part: Partial<MailChoice>) => onChange({ ...choice, ...part });
  const all = states.length === allStates.length;
  return (
    <>
      <ChoiceChips
        id="states"
        label="States moves start in"
        error={error}
        aside={
          <button
            type="button"
            className="link"
            onClick={() => set(all ? { states: [], cities: [] } : { states: allStates })}
          >
            {all ? 'Choose none' : 'Choose all'}
          </button>
        }
        options={options}
        chosen={states}
        onToggle={(state) =>
          set(
            states.includes(state)
              ? {
                  states: states.filter((one) => one !== state),
                  cities: cities.filter((city) => !city.startsWith(`${state}:`)),
                }
              : { states: inOrder([...states, state]) },
          )
        }
      />
      <Field
        label="Only certain cities"
        id="cities"
        optional
        help="In a state where you name cities, you get leads only from those."
      >
        <Combobox
          value={null}
          onChange={(option) =>
            option &&
            cities.length < MOST_CITIES &&
            set({ states: inOrder([...states, option.id.slice(0, 2)]), cities: [...new Set([...cities, option.id])] })
          }
          search={cityOptions}
          placeholder="e.g. Columbus, OH"
          hint="Type a city."
          emptyText="No city found. Try another spelling."
          unmatched="Choose a place from the list."
        />
      </Field>
      {cities.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {cities.map((city) => (
            <li key={city}>
              <Button
                size="sm"
                icon={<XMarkIcon aria-hidden />}
                aria-label={`Remove ${city.slice(3)}, ${city.slice(0, 2)}`}
                onClick={() => set({ cities: cities.filter((one) => one !== city) })}
              >
                {city.slice(3)}, {city.slice(0, 2)}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <RadioGroup
        legend="How often"
        choices={FREQUENCIES}
        value={frequency}
        onChange={(chosen) => set({ frequency: chosen })}
      />
    </>
  );
}
