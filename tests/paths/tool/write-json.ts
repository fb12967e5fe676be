import type { Suite } from './cases.ts';

/** The version of this format of cases for other tools. Incremented with every breaking change of its shape. */
export const JSON_FORMAT = 1;

/** In pieces: the cases of a model with several regions are longer than a string may be. */
export function* toJson({ cases, ...suite }: Suite): Generator<string> {
  const about = JSON.stringify({ format: JSON_FORMAT, ...suite }, null, 2);
  yield `${about.slice(0, -2)},\n  "cases": [`;
  for (const [index, one] of cases.entries()) yield `${index === 0 ? '' : ','}\n${JSON.stringify(one)}`;
  yield '\n  ]\n}\n';
}
