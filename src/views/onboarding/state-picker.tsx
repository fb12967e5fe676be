import { useState } from 'react';
import { Combobox } from '#src/views/ui/combobox.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { searchIn } from '#src/views/ui/use-search-results.ts';

interface StatePickerProps {
  states: readonly { code: string; name: string; cities: number }[];
  chosen: readonly string[];
  onState: (code: string) => void;
}

/** Adds one state after the other; taken away by its chip. */
export function StatePicker({ states, chosen, onState }: StatePickerProps) {
  // A field that is emptied after each choice: its key is how often that was.
  const [count, setCount] = useState(0);
  const options = states
    .filter(({ code }) => !chosen.includes(code))
    .map(({ code, name, cities }) => ({ id: code, label: name, hint: `${cities.toLocaleString('en-US')} cities` }));
  return (
    <Field label="States" help="Choose on the map, or type a name.">
      <Combobox
        key={count}
        value={null}
        search={searchIn(options)}
        placeholder="Add a state"
        onChange={(option) => {
          if (!option) return;
          onState(option.id);
          setCount(count + 1);
        }}
      />
    </Field>
  );
}
