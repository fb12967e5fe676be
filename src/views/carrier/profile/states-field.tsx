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

/** The states where a carrier takes loads. */
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
      // In alphabetical order, regardless of the order of selection.
      onToggle={(state) => onChange(all.filter((one) => (one === state) !== value.includes(one)))}
    />
  );
}
