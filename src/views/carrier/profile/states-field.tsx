import { US_STATES } from '#src/machines/place/us-states.ts';
import { ChoiceChips } from '#src/views/ui/choice-chips.tsx';

interface StatesFieldProps {
  id: string;
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
  error?: string;
}

const options = Object.entries(US_STATES).map(([value, name]) => ({ value, label: value, name }));
const all = options.map(({ value }) => value);

/** Where a carrier takes loads. */
export function StatesField({ id, value, onChange, error }: StatesFieldProps) {
  return (
    <ChoiceChips
      id={id}
      label="States you serve"
      error={error}
      aside={
        <button type="button" className="link" onClick={() => onChange(value.length === all.length ? [] : all)}>
          {value.length === all.length ? 'Choose none' : 'Choose all'}
        </button>
      }
      options={options}
      chosen={value}
      // In the order of the alphabet, however they were chosen.
      onToggle={(state) => onChange(all.filter((one) => (one === state) !== value.includes(one)))}
    />
  );
}
