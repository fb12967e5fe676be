import { useState } from 'react';
import { MaskedInput, type MaskedInputProps } from './masked-input.tsx';
import { type NumberMask, valueOf } from './mask.ts';

interface MoneyInputProps extends Omit<MaskedInputProps, 'value' | 'onChange' | 'mask'> {
  /** Whole cents. */
  value: number | null;
  onChange: (cents: number | null) => void;
  /** False if deductions are allowed. */
  unsigned?: boolean;
}

/** Dollars for the person, cents for the program. Accepts pasted text such as "$4,250.00 USD"; formats on blur. */
export function MoneyInput({ value, onChange, onBlur, unsigned = true, ...rest }: MoneyInputProps) {
  const [text, setText] = useState(write(value));
  const mask: NumberMask = { fraction: 2, unsigned };
  const shown = read(text, mask) === value ? text : write(value);
  return (
    <MaskedInput
      placeholder="0.00"
      {...rest}
      before="$"
      mask={mask}
      value={shown}
      onChange={(masked) => {
        setText(masked);
        onChange(read(masked, mask));
      }}
      onBlur={(event) => {
        // A refused text stays for the person to correct.
        if (value !== null) setText(write(value));
        onBlur?.(event);
      }}
    />
  );
}

// Rounded, because 4250.1 * 100 is not an integer in floating point.
function read(text: string, mask: NumberMask): number | null {
  const dollars = valueOf(mask, text);
  return dollars === null ? null : Math.round(dollars * 100);
}

function write(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2);
}
