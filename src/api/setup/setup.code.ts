import { randomInt } from 'node:crypto';
import { sha256 } from '#src/api/database/ids.ts';

/** Without ambiguous characters: I and 1, O and 0, U and V. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTWXYZ23456789';
const GROUPS = 3;
const GROUP = 4;

/** Twelve characters, about 59 bits: `K7QM-ZX3P-H9TA`. */
export const newSetupCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');

/** However it was typed: case, spaces, and dashes do not matter. */
export const hashOfCode = (code: string): string => sha256(`setup ${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`);
