import { useState } from 'react';
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
  error?: string;
}

/** Common kinds to tap, and a field for any other. */
export function EquipmentField({ id, value, onChange, error }: EquipmentFieldProps) {
  const [other, setOther] = useState('');
  const named = other.trim();
  const options = [...USUAL, ...value.filter((one) => !USUAL.includes(one))];

  function add() {
    if (named !== '' && !value.some((one) => one.toLowerCase() === named.toLowerCase())) onChange([...value, named]);
    setOther('');
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
            onChange={(event) => setOther(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Enter adds to the list instead of submitting the form.
              event.preventDefault();
              add();
            }}
          />
          <Button disabled={named === ''} onClick={add}>
            Add
          </Button>
        </div>
      </Field>
    </div>
  );
}
