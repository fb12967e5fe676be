import type { Suite } from './cases.ts';

/** The version of this format of cases for other tools. Incremented with every breaking change of its shape. */
export const JSON_FORMAT = 1;

export const toJson = (suite: Suite): string => `${JSON.stringify({ format: JSON_FORMAT, ...suite }, null, 2)}\n`;
