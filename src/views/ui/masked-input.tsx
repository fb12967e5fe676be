import { type ChangeEvent, type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Input } from './input.tsx';
import { fillMask, fillNumber, type NumberMask } from './mask.ts';

export interface MaskedInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'ref'> {
  value: string;
  /** The masked text. */
  onChange: (masked: string) => void;
  mask: string | NumberMask;
  before?: ReactNode;
  after?: ReactNode;
}

/** Formats as one types, and leaves the caret behind the sign that was typed. */
export function MaskedInput({ value, onChange, mask, ...rest }: MaskedInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const signsBeforeCaret = useRef<number | null>(null);
  const fill = (text: string) => (typeof mask === 'string' ? fillMask(mask, text) : fillNumber(mask, text));

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

  const inputMode = typeof mask === 'string' ? (/^[^@*]*$/.test(mask) ? 'numeric' : 'text') : 'decimal';
  return <Input inputMode={inputMode} autoComplete="off" {...rest} ref={input} value={fill(value)} onChange={change} />;
}

const significant = (text: string) => text.replace(/[^a-z\d.]/gi, '').length;

function positionAfter(text: string, signs: number): number {
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (seen === signs) return index;
    if (/[a-z\d.]/i.test(text[index]!)) seen += 1;
  }
  return text.length;
}
