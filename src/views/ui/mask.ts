import { bareNumber, readNumber } from '#src/machines/amount/read-number.ts';

/**
 * Input masks. `#` stands for a digit, `@` for a letter, `*` for either; anything else in a mask is inserted for the
 * person. Pure, so that typing, pasting, and showing a stored value agree. Specification, section 5.
 */
const kinds: Record<string, RegExp> = { '#': /\d/, '@': /[a-z]/i, '*': /[a-z\d]/i };

/** Fits a text into the mask, dropping what does not fit: ('(###) ###-####', '555.0100') is '(555) 010-0'. */
export function fillMask(mask: string, text: string): string {
  const rest = [...text];
  let out = '';
  let pending = '';
  for (const sign of mask) {
    const kind = kinds[sign];
    if (!kind) {
      // The mask's own characters may also be typed or pasted.
      if (rest[0] === sign) rest.shift();
      pending += sign;
      continue;
    }
    while (rest.length > 0 && !kind.test(rest[0]!)) rest.shift();
    const next = rest.shift();
    if (next === undefined) break;
    out += pending + next;
    pending = '';
  }
  return out;
}

/** What the person typed, without the mask's own characters. */
export function bareText(mask: string, masked: string): string {
  let out = '';
  for (const [index, sign] of [...mask].entries()) {
    if (kinds[sign] && masked[index] !== undefined) out += masked[index];
  }
  return out;
}

export interface NumberMask {
  /** Digits after the decimal point; 0 allows none. */
  fraction: number;
  unsigned: boolean;
  /** The longest text, with its commas. */
  longest?: number | undefined;
}

/**
 * Groups thousands while typing: ('1234.5', fraction 2) is '1,234.5'. A text that may mean another number stays as it
 * is, for `numberProblem`. So does a minus where it is not allowed, because dropping it would turn a deduction into an
 * addition.
 *
 * @param before the text before this edit: its commas move when digits are typed or deleted
 */
export function fillNumber({ fraction }: NumberMask, text: string, before = ''): string {
  const isTyped = grouped(before, fraction) === before && /^[-−\d.]*$/.test(inserted(before, text));
  return grouped(isTyped ? text.replaceAll(',', '') : text, fraction) ?? text;
}

function grouped(text: string, fraction: number): string | null {
  const bare = bareNumber(text, fraction);
  if (bare === null) return null;
  const [, minus, whole, point] = /^(-?)0*(?=\d|\.|$)(\d*)(.*)$/.exec(bare)!;
  return minus + (whole!.replace(/\B(?=(\d{3})+$)/g, ',') || (/\d|\./.test(bare) ? '0' : '')) + point;
}

/** What an edit has put between what stayed at both ends. */
function inserted(before: string, text: string): string {
  const most = Math.min(before.length, text.length);
  let start = 0;
  while (start < most && before[start] === text[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === text.at(-1 - end)) end += 1;
  return text.slice(start, text.length - end);
}

/** Why a text is not taken for a number; null if it is one, or empty. */
export function numberProblem({ fraction, unsigned, longest }: NumberMask, text: string): string | null {
  if (text.trim() === '') return null;
  const value = readNumber(text, fraction);
  if (Number.isNaN(value))
    return fraction === 2
      ? 'Enter an amount such as 1,710.45.'
      : `Enter a ${fraction > 0 ? 'number such as 12.5' : 'whole number such as 1,710'}.`;
  if (unsigned && text.startsWith('-')) return 'This cannot be below zero.';
  return longest !== undefined && text.length > longest ? 'This number is too long.' : null;
}

/** A number that is still being typed: its next thousand is not complete. */
export const isBegun = (text: string): boolean => /^-?(\d{1,3}(,\d{3})*,\d{0,2})?$/.test(text);

/** The number in a masked text, or null if it is empty or has a problem. */
export const valueOf = (mask: NumberMask, text: string): number | null =>
  text.trim() === '' || numberProblem(mask, text) ? null : readNumber(text, mask.fraction);
