import { sha256 } from '#src/api/database/ids.ts';
import { problem } from './problem.ts';
import type { Problem, ProblemExtras } from './problem.ts';

/** One value of money, or of a promise, as somebody saw it and as it is now. */
export interface Change {
  field: string;
  seen: string | number | null;
  now: string | number | null;
}

type Values = Readonly<Record<string, string | number | null | undefined>>;

/**
 * A write that binds money names what the person saw. What was not named is not compared.
 *
 * @throws Problem 409 with `changed`: what was seen beside what it is now; nothing was written
 */
export function mustBeAsSeen(seen: Values, now: Values, sentence: string, extras?: () => ProblemExtras): void {
  const changed = changesOf(seen, now);
  if (changed.length > 0) throw changedSince(changed, sentence, extras?.());
}

export function changesOf(seen: Values, now: Values): Change[] {
  return Object.entries(seen).flatMap(([field, was]) => {
    const is = now[field] ?? null;
    return was === undefined || was === null || was === is ? [] : [{ field, seen: was, now: is }];
  });
}

/** Names a value as somebody saw it, where the value itself is more than one would send back. */
export const versionOf = (value: unknown): string => sha256(JSON.stringify(value)).slice(0, 22);

export const changedSince = (changed: Change[], sentence: string, extras?: ProblemExtras): Problem =>
  problem(409, `${sentence} Nothing was changed.`, { ...extras, changed });
