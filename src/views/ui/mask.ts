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
}

/** More than any amount has; one of dollars is still exact in cents. */
const MOST_DIGITS = 12;

/**
 * Groups thousands while typing and drops what is not part of a number: ('1234.5', fraction 2) is '1,234.5'. A minus is
 * kept even where it is not allowed, because dropping it would turn a deduction into an addition; the parser rejects
 * it.
 */
export function fillNumber({ fraction }: NumberMask, text: string): string {
  const minus = /^\s*[-−(]/.test(text) ? '-' : '';
  const [whole = '', ...after] = text.replace(/[^\d.]/g, '').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '').slice(0, MOST_DIGITS);
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, ',');
  const point = fraction > 0 && after.length > 0 ? `.${after.join('').slice(0, fraction)}` : '';
  return minus + (grouped || (point && '0')) + point;
}

/** The number in a masked text, or null if there is none yet, or if it is negative where that is not allowed. */
export function readNumber(masked: string, unsigned = false): number | null {
  const plain = masked.replaceAll(',', '');
  return /\d/.test(plain) && !(unsigned && isBelowZero(masked)) ? Number(plain) : null;
}

export const isBelowZero = (masked: string): boolean => masked.startsWith('-');
