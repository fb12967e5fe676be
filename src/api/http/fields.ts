import { Type } from 'typebox';

/**
 * Query of calls that can return partial objects: the wanted fields of each object, separated by commas. Fields not
 * listed are not loaded; unknown names are ignored.
 */
export const Fields = Type.Optional(
  Type.String({
    pattern: '^[a-z_]{1,40}(\\.[a-z_]{1,40})?(,[a-z_]{1,40}(\\.[a-z_]{1,40})?){0,99}$',
    maxLength: 4000,
    description:
      'Of each object of the answer only these fields, separated by commas; all of them where left out. `bids.amount` is a field of each of its bids',
  }),
);

/** Whether a field is wanted. */
export type Wants = (field: string) => boolean;

export const wantsAll: Wants = () => true;

export function wantsOf(fields: string | undefined): Wants {
  if (fields === undefined) return wantsAll;
  const wanted = new Set(fields.split(',').flatMap((field) => [field, field.split('.')[0]!]));
  return (field) => wanted.has(field);
}

/** What is wanted of the objects in a field. */
export const within =
  (wants: Wants, field: string): Wants =>
  (inner) =>
    wants(`${field}.${inner}`);
