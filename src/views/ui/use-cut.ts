import { type ClipboardEvent, type ComponentProps, type DragEvent, useState } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement;
type Given<Node extends Control> = Pick<ComponentProps<'input'>, 'maxLength'> & {
  value?: unknown;
  onPaste?: ((event: ClipboardEvent<Node>) => void) | undefined;
  onDrop?: ((event: DragEvent<Node>) => void) | undefined;
};

const squash = (text: string) => text.replaceAll(/[\r\n]+/g, '');

/**
 * The browser cuts a pasted text at the maximum of its field without a word; `cue` says so, until the text is shorter.
 */
export function useCut<Node extends Control>({ maxLength, value, onPaste, onDrop }: Given<Node>) {
  const [isCut, setIsCut] = useState(false);
  if (maxLength === undefined) return { cue: null, handlers: {} };
  /** Once the browser has inserted it. */
  const check = (node: Node, text: string) =>
    setTimeout(() => setIsCut(node.value.length >= maxLength && !squash(node.value).includes(squash(text))));
  const isFull = typeof value !== 'string' || value.length >= maxLength;
  return {
    cue: isCut && isFull ? `Cut to ${maxLength.toLocaleString('en-US')} characters. The rest doesn’t fit.` : null,
    handlers: {
      onPaste(event: ClipboardEvent<Node>) {
        onPaste?.(event);
        check(event.currentTarget, event.clipboardData.getData('text'));
      },
      onDrop(event: DragEvent<Node>) {
        onDrop?.(event);
        check(event.currentTarget, event.dataTransfer.getData('text'));
      },
      onInput: () => setIsCut(false),
    },
  };
}
