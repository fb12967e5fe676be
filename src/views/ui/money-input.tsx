import { useState } from 'react';
import { MaskedInput, type MaskedInputProps } from './masked-input.tsx';
import { readNumber } from './mask.ts';

interface MoneyInputProps extends Omit<MaskedInputProps, 'value' | 'onChange' | 'mask'> {
  /** Whole cents. */
  value: number | null;
  onChange: (cents: number | null) => void;
}

/** Dollars for the person, cents for the program. Takes pasted "$4,250.00 USD" as it is; tidies up on leaving. */
export function MoneyInput({ value, onChange, onBlur, ...rest }: MoneyInputProps) {
  const [text, setText] = useState(write(value));
  const shown = read(text) === value ? text : write(value);
  return (
    <MaskedInput
      placeholder="0.00"
      {...rest}
      before="$"
      mask={{ fraction: 2, unsigned: true }}
      value={shown}
      onChange={(masked) => {
        setText(masked);
        onChange(read(masked));
      }}
      onBlur={(event) => {
        setText(write(value));
        onBlur?.(event);
      }}
    />
  );
}

// Rounded, because 4250.1 * 100 is not a whole number to a computer.
function read(text: string): number | null {
  const dollars = readNumber(text);
  return dollars === null ? null : Math.round(dollars * 100);
}

function write(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2);
}
