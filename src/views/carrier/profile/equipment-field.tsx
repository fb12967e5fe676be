import { Button } from '#src/views/ui/button.tsx';
import { ChoiceChips } from '#src/views/ui/choice-chips.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';

const USUAL = [
  '26 ft box truck',
  '24 ft straight truck',
  '53 ft moving van',
  'Shuttle truck',
  'Liftgate',
  'Air-ride suspension',
  'Piano boards',
];

interface EquipmentFieldProps {
  id: string;
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
  /** What is typed and not in the list yet; saving adds it. */
  other: string;
  onOther: (other: string) => void;
  error?: string;
}

/** The list with what is typed, if that is new. */
export function withOther(list: readonly string[], other: string): readonly string[] {
  const named = other.trim();
  return named === '' || list.some((one) => one.toLowerCase() === named.toLowerCase()) ? list : [...list, named];
}

/** Common kinds to tap, and a field for any other. */
export function EquipmentField({ id, value, onChange, other, onOther, error }: EquipmentFieldProps) {
  const options = [...USUAL, ...value.filter((one) => !USUAL.includes(one))];

  function add() {
    const added = withOther(value, other);
    if (added !== value) onChange(added);
    onOther('');
  }

  return (
    <div className="space-y-3">
      <ChoiceChips
        id={id}
        label="Equipment"
        error={error}
        options={options.map((one) => ({ value: one, label: one }))}
        chosen={value}
        onToggle={(one) => onChange(value.includes(one) ? value.filter((kept) => kept !== one) : [...value, one])}
      />
      <Field label="Something else" optional className="max-w-80">
        <div className="flex gap-2">
          <Input
            autoComplete="off"
            maxLength={60}
            value={other}
            onChange={(event) => onOther(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Enter adds to the list instead of submitting the form.
              event.preventDefault();
              add();
            }}
          />
          <Button disabled={other.trim() === ''} onClick={add}>
            Add
          </Button>
        </div>
      </Field>
    </div>
  );
}
