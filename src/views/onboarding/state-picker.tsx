import { Combobox } from '#src/views/ui/combobox.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { searchIn } from '#src/views/ui/use-search-results.ts';
import { ChosenChips } from './chosen-chips.tsx';
import { stateName } from './cities-draft.ts';

interface StatePickerProps {
  label: string;
  help: string;
  placeholder: string;
  states: readonly { code: string; name: string; cities: number }[];
  chosen: readonly string[];
  /** The accessible name of the chips. */
  chipsLabel: string;
  onState: (code: string) => void;
}

/** Adds states one by one; each is removed by its chip. */
export function StatePicker({ label, help, placeholder, states, chosen, chipsLabel, onState }: StatePickerProps) {
  const options = states
    .filter(({ code }) => !chosen.includes(code))
    .map(({ code, name, cities }) => ({ id: code, label: name, hint: `${cities.toLocaleString('en-US')} cities` }));
  return (
    <>
      <Field label={label} help={help}>
        <Combobox
          value={null}
          search={searchIn(options)}
          placeholder={placeholder}
          onChange={(option) => option && onState(option.id)}
        />
      </Field>
      {chosen.length > 0 && (
        <ChosenChips
          label={chipsLabel}
          chips={chosen.map((code) => ({ id: code, label: stateName(code) }))}
          onRemove={onState}
        />
      )}
    </>
  );
}
