import { problem } from './problem.ts';

/** @throws Problem 400 at `field`, the end of a range that is before its start; a range with one end is fine */
export function mustAscend<T extends string | number>(field: string, from: T | undefined, to: T | undefined): void {
  if (from === undefined || to === undefined || from <= to) return;
  const message = 'This range ends before it begins.';
  throw problem(400, message, { errors: [{ field, message }] });
}
