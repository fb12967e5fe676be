import { type ClipboardEvent, useState } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Single-line fields drop line ends, and browsers normalize them. */
const squash = (text: string) => text.replace(/\s/g, '');

/** The browser cuts a pasted text at the maximum of its field without a word; `cue` says so, until the text changes. */
export function useCut({ maxLength, value }: { maxLength?: number | undefined; value?: unknown }) {
  const [cut, setCut] = useState<unknown>(null);
  return {
    // A value from elsewhere, such as that of an emptied form, was not cut.
    cue: cut !== null && (value ?? cut) === cut && (
      <p role="status" className="text-gray-600 not-empty:mt-1.5">
        Cut to {maxLength?.toLocaleString('en-US')} characters.
      </p>
    ),
    onPaste({ currentTarget: node, clipboardData }: ClipboardEvent<Control>) {
      const pasted = squash(clipboardData.getData('text'));
      // Once the browser has inserted it.
      setTimeout(() =>
        setCut(node.value.length >= maxLength! && !squash(node.value).includes(pasted) ? node.value : null),
      );
    },
  };
}
