import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useField } from './field.tsx';
import { Input } from './input.tsx';
import { fillMask, fillNumber, isBegun, type NumberMask, numberProblem } from './mask.ts';
import { useMisread } from './use-misread.ts';

export interface MaskedInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'ref'> {
  value: string;
  /** The masked text. */
  onChange: (masked: string) => void;
  /** A function formats the text itself. */
  mask: string | NumberMask | ((text: string) => string);
  /** Why the text is refused, where `mask` formats it itself. */
  refusal?: string | null;
  before?: ReactNode;
  after?: ReactNode;
}

/**
 * Formats while typing, and keeps the caret after the character that was typed. What cannot be read for certain stays
 * as typed with its reason, and its form is not sent: the form has no value for it, and would send an empty field.
 */
export function MaskedInput({ value, onChange, mask, refusal: given = null, ...rest }: MaskedInputProps) {
  const field = useField();
  const ownId = useId();
  const input = useRef<HTMLInputElement>(null);
  const signsBeforeCaret = useRef<number | null>(null);
  const [isHere, setIsHere] = useState(false);
  const fill = (text: string, before?: string) => {
    if (typeof mask === 'function') return mask(text);
    return typeof mask === 'string' ? fillMask(mask, text) : fillNumber(mask, text, before);
  };

  useLayoutEffect(() => {
    const node = input.current;
    if (!node || signsBeforeCaret.current === null) return;
    const caret = positionAfter(node.value, signsBeforeCaret.current);
    node.setSelectionRange(caret, caret);
    signsBeforeCaret.current = null;
  });

  const shown = fill(value);
  const refusal = typeof mask === 'object' ? numberProblem(mask, shown) : given;
  const isShown = refusal !== null && !(isHere && isBegun(shown));
  useMisread(input, refusal !== null);

  function change(event: ChangeEvent<HTMLInputElement>) {
    const { value: text, selectionStart } = event.currentTarget;
    const filled = fill(text, shown);
    // The browser keeps the caret in a text that stays as it is.
    if (filled !== text) signsBeforeCaret.current = significant(text.slice(0, selectionStart ?? text.length));
    onChange(filled);
  }

  return (
    <>
      <Input
        inputMode={keyboardOf(mask)}
        autoComplete="off"
        {...rest}
        {...(isShown && {
          'aria-invalid': true,
          'aria-describedby': [ownId, field['aria-describedby']].filter(Boolean).join(' '),
        })}
        ref={input}
        data-misread={refusal !== null || undefined}
        value={shown}
        onChange={change}
        onInvalid={() => setIsHere(false)}
        onFocus={(event) => {
          setIsHere(true);
          rest.onFocus?.(event);
        }}
        onBlur={(event) => {
          setIsHere(false);
          rest.onBlur?.(event);
        }}
      />
      {isShown && (
        <span id={ownId} role="alert" className="mt-1 block text-xs text-red-600">
          {refusal}
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
