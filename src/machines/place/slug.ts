import { US_STATES } from './us-states.ts';

/** A name for URLs: "New York" becomes `new-york`. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const codeBySlug = new Map(Object.entries(US_STATES).map(([code, name]) => [slugOf(name), code]));

/** The postal code of a state, such as `OH`, by its slug; undefined if there is none. */
export const stateOfSlug = (slug: string): string | undefined => codeBySlug.get(slug);
