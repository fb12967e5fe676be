import { problem } from '#src/api/http/problem.ts';

/** A position in a keyset-paginated list: the sort value and the id of the last row. Opaque to clients. */
export type Keyset = [string | number | null, string];

export const encodeCursor = (keyset: Keyset): string => Buffer.from(JSON.stringify(keyset)).toString('base64url');

/** @throws Problem 400 for a cursor that none of our lists created. */
export function decodeCursor(cursor: string): Keyset {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (
      Array.isArray(value) &&
      value.length === 2 &&
      typeof value[1] === 'string' &&
      /^[0-9a-f-]{36}$/.test(value[1])
    ) {
      const [sort] = value as unknown[];
      if (sort === null || typeof sort === 'number' || (typeof sort === 'string' && !sort.includes('\0')))
        return value as Keyset;
    }
  } catch {
    // Falls through to the refusal.
  }
  throw problem(400, 'The place to go on from is not valid. Load the list again.', {
    errors: [{ field: 'after', message: 'Use the `end` of an earlier page.' }],
  });
}
