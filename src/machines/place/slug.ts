import { US_STATES } from './us-states.ts';

/** A name as it stands in an address: "New York" is `new-york`. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const codeBySlug = new Map(Object.entries(US_STATES).map(([code, name]) => [slugOf(name), code]));

/** The postal letters of a state; undefined where there is none of this name. */
export const stateOfSlug = (slug: string): string | undefined => codeBySlug.get(slug);
