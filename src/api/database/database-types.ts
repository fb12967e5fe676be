import pg from 'pg';

const { builtins } = pg.types;

/**
 * Parses `1` and `-12.50` as numbers. Money is whole cents and counts are small; a value that a number cannot hold
 * exactly is an error.
 */
function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('A whole number from the database is too large to be exact.');
  return number;
}

/**
 * `2026-11-21 06:31:23.692123+00` as `2026-11-21T06:31:23.692123Z`. Microseconds stay, so that a keyset finds its row
 * again; milliseconds are always written, as in JavaScript, so that equal instants are equal texts.
 */
export function instant(text: string): string {
  if (text.endsWith('+00')) {
    const [seconds, fraction = ''] = text.slice(11, -3).split('.');
    return `${text.slice(0, 10)}T${seconds}.${fraction.padEnd(3, '0')}Z`;
  }
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

const identity = (text: string): string => text;

const scalars: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: wholeNumber,
  [builtins.NUMERIC]: Number,
  [builtins.DATE]: identity,
  [builtins.TIMESTAMPTZ]: instant,
};

const dateArray = 1182;
const timestamptzArray = 1185;
const int8Array = 1016;
const numericArray = 1231;

const arrays: Record<number, (text: string) => unknown> = {
  [int8Array]: wholeNumber,
  [numericArray]: Number,
  [dateArray]: identity,
  [timestamptzArray]: instant,
};

/** What the driver really exports; its published types are wrong. */
const arrayParser = pg.types.arrayParser as typeof pg.types.arrayParser & {
  create(text: string, element: (text: string) => unknown): { parse(): unknown[] };
};

/** How values are parsed; `Tables` describes the result. Not in the driver's global registry, which pg-boss shares. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      const scalar = scalars[oid];
      if (scalar !== undefined) return scalar;
      const element = arrays[oid];
      if (element !== undefined) return (text: string) => arrayParser.create(text, element).parse();
    }
    return pg.types.getTypeParser(oid, format as 'text');
  },
};
