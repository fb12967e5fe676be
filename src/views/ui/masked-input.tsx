import { type ChangeEvent, type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Input } from './input.tsx';
import { fillMask, fillNumber, isBelowZero, type NumberMask } from './mask.ts';

export interface MaskedInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'ref'> {
  value: string;
  /** The masked text. */
  onChange: (masked: string) => void;
  /** A function formats the text itself. */
  mask: string | NumberMask | ((text: string) => string);
  before?: ReactNode;
  after?: ReactNode;
}

/** Formats while typing, and keeps the caret after the character that was typed. */
export function MaskedInput({ value, onChange, mask, ...rest }: MaskedInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const signsBeforeCaret = useRef<number | null>(null);
  const fill = (text: string) => {
    if (typeof mask === 'function') return mask(text);
    return typeof mask === 'string' ? fillMask(mask, text) : fillNumber(mask, text);
  };

  useLayoutEffect(() => {
    const node = input.current;
    if (!node || signsBeforeCaret.current === null) return;
    const caret = positionAfter(node.value, signsBeforeCaret.current);
    node.setSelectionRange(caret, caret);
    signsBeforeCaret.current = null;
  });

  function change(event: ChangeEvent<HTMLInputElement>) {
    const { value: text, selectionStart } = event.currentTarget;
    signsBeforeCaret.current = significant(text.slice(0, selectionStart ?? text.length));
    onChange(fill(text));
  }

  const shown = fill(value);
  const isRefused = typeof mask === 'object' && mask.unsigned && isBelowZero(shown);
  return (
    <>
      <Input
        inputMode={keyboardOf(mask)}
        autoComplete="off"
        {...rest}
        {...(isRefused ? { 'aria-invalid': true } : {})}
        ref={input}
        value={shown}
        onChange={change}
      />
      {isRefused && (
        <span role="alert" className="mt-1 block text-xs text-red-600">
          This cannot be below zero.
        </span>
      )}
    </>
  );
}

/** The phone keyboard to use. Some numeric keyboards have no minus. */
function keyboardOf(mask: MaskedInputProps['mask']): 'text' | 'tel' | 'numeric' | 'decimal' {
  if (typeof mask === 'function') return 'tel';
  if (typeof mask === 'string') return /[@*]/.test(mask) ? 'text' : 'numeric';
  if (!mask.unsigned) return 'text';
  return mask.fraction > 0 ? 'decimal' : 'numeric';
}

const significant = (text: string) => text.replace(/[^a-z\d.+]/gi, '').length;

function positionAfter(text: string, signs: number): number {
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (seen === signs) return index;
    if (/[a-z\d.+]/i.test(text[index]!)) seen += 1;
  }
  return text.length;
}
