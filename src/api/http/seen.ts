import { sha256 } from '#src/api/database/ids.ts';
import { problem } from './problem.ts';
import type { Problem, ProblemExtras } from './problem.ts';

/** An amount of money, or a commitment, as the person saw it and as it is now. */
export interface Change {
  field: string;
  seen: string | number | null;
  now: string | number | null;
}

type Values = Readonly<Record<string, string | number | null | undefined>>;

/**
 * A write that binds money names the values that the person saw. Values not named are not compared.
 *
 * @throws Problem 409 with `changed`: the seen and the current values; nothing was written
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

/** Identifies a value that is too large to send back. */
export const versionOf = (value: unknown): string => sha256(JSON.stringify(value)).slice(0, 22);

export const changedSince = (changed: Change[], sentence: string, extras?: ProblemExtras): Problem =>
  problem(409, `${sentence} Nothing was changed.`, { ...extras, changed });
