import { useState } from 'react';
import { MaskedInput, type MaskedInputProps } from './masked-input.tsx';
import { isBelowZero, readNumber } from './mask.ts';

interface MoneyInputProps extends Omit<MaskedInputProps, 'value' | 'onChange' | 'mask'> {
  /** Whole cents. */
  value: number | null;
  onChange: (cents: number | null) => void;
  /** False where something may be taken off. */
  unsigned?: boolean;
}

/** Dollars for the person, cents for the program. Takes pasted "$4,250.00 USD" as it is; tidies up on leaving. */
export function MoneyInput({ value, onChange, onBlur, unsigned = true, ...rest }: MoneyInputProps) {
  const [text, setText] = useState(write(value));
  const shown = read(text, unsigned) === value ? text : write(value);
  return (
    <MaskedInput
      placeholder="0.00"
      {...rest}
      before="$"
      mask={{ fraction: 2, unsigned }}
      value={shown}
      onChange={(masked) => {
        setText(masked);
        onChange(read(masked, unsigned));
      }}
      onBlur={(event) => {
        // What is refused stays there to be mended.
        if (value !== null || !isBelowZero(text)) setText(write(value));
        onBlur?.(event);
      }}
    />
  );
}

// Rounded, because 4250.1 * 100 is not a whole number to a computer.
function read(text: string, unsigned: boolean): number | null {
  const dollars = readNumber(text, unsigned);
  return dollars === null ? null : Math.round(dollars * 100);
}

function write(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2);
}
