import { useState } from 'react';
import { MaskedInput, type MaskedInputProps } from './masked-input.tsx';
import { type NumberMask, valueOf } from './mask.ts';

interface NumberInputProps extends Omit<MaskedInputProps, 'value' | 'onChange' | 'mask'> {
  value: number | null;
  onChange: (value: number | null) => void;
  fraction?: number;
  unsigned?: boolean;
}

/** Shown as people write numbers ("1,250"); its value is a number. */
export function NumberInput({ value, onChange, fraction = 0, unsigned = true, maxLength, ...rest }: NumberInputProps) {
  const [text, setText] = useState(value === null ? '' : String(value));
  // Not the input's own maximum, which would cut 12,500 to 12,5.
  const mask: NumberMask = { fraction, unsigned, longest: maxLength };
  // Typed text such as "12." stays as long as it equals the value; a value from elsewhere replaces it.
  const shown = valueOf(mask, text) === value ? text : value === null ? '' : String(value);
  return (
    <MaskedInput
      {...rest}
      mask={mask}
      value={shown}
      onChange={(masked) => {
        setText(masked);
        onChange(valueOf(mask, masked));
      }}
    />
  );
}
