/** Whole digits of the largest number; one of dollars is still exact in cents. */
const MOST_DIGITS = 12;
/** Around the digits: a currency or a unit. */
const UNITS = /\s*(?:USD|%|mi(?:les?)?\.?|lbs?\.?|ft³|cu\.? ?ft\.?|ft\.?|days?)$/i;

/**
 * The digits of a number as Americans write it, "$1,710.45" is "1710.45", possibly still incomplete ("", "-", "12.").
 * Null if it is not certain which number is meant: "12e3", "1.710,45", "56,00", or more than `fraction` decimals.
 */
export function bareNumber(text: string, fraction: number): string | null {
  const bare = text
    .trim()
    .replace(/^\((.+)\)$/, '-$1')
    .replace(UNITS, '')
    .replace(/^\$?\s*([-−]?)\s*(?:US)?\$?\s*/, (_, sign: string) => sign && '-');
  const found = /^-?(\d*|\d{1,3}(?:([, \u00a0\u202f])\d{3})(?:\2\d{3})*)(?:\.(\d*))?$/.exec(bare);
  if (!found) return null;
  const whole = found[1]!.replaceAll(/\D/g, '');
  const decimals = found[3];
  if (whole.length > MOST_DIGITS || (decimals !== undefined && (fraction === 0 || decimals.length > fraction)))
    return null;
  return `${bare.startsWith('-') ? '-' : ''}${whole}${decimals === undefined ? '' : `.${decimals}`}`;
}

/** `NaN` if it is not certain which number is meant. */
export function readNumber(text: string, fraction: number): number {
  const bare = bareNumber(text, fraction);
  return bare !== null && /\d/.test(bare) ? Number(bare) : Number.NaN;
}

const notNegative = (value: number): number => (value >= 0 ? value : Number.NaN);

/** `NaN` if it is not a whole number from zero. */
export const readWhole = (text: string): number => notNegative(readNumber(text, 0));
/** Cents; `NaN` if it is not an amount in dollars and cents from zero. */
export const readCents = (text: string): number => Math.round(notNegative(readNumber(text, 2)) * 100);
