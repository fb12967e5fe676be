import type { Suite } from './cases.ts';

/** Cases for other tools. Raised with every change of its shape that a reader of the last one would trip over. */
export const JSON_FORMAT = 1;

export const toJson = (suite: Suite): string => `${JSON.stringify({ format: JSON_FORMAT, ...suite }, null, 2)}\n`;
