import { type Conflict, isEqual, mergeDraft, type Merged, withValue } from '#src/machines/draft/merge-draft.ts';
import { problemOf } from './problem.ts';

/** What is typed, and what was saved when the typing began. */
export interface Typed<D> {
  base: D;
  fields: D;
}

const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], values);

/**
 * A form over a record that somebody else may save at any time. `saved` is the record as it is now: what only the other
 * one changed is in `values` by itself, and what both changed stays as it was typed until the person decides.
 */
export function useMergedDraft<D extends object>(
  saved: D,
  [draft, keep]: readonly [Typed<D> | null, (draft: Typed<D> | null) => void],
  merge: (base: D, mine: D, theirs: D) => Merged<D> = mergeDraft,
) {
  const merged = draft && merge(draft.base, draft.fields, saved);
  const values = merged?.values ?? saved;
  const conflicts = merged?.conflicts ?? [];
  /** As it is saved now, but for what is still to be decided. */
  const base = conflicts.reduce((all, { path }) => withValue(all, path, valueAt(draft!.base, path)), saved);
  const isChanged = !isEqual(values, saved);
  return {
    values,
    isChanged,
    conflicts,
    /** What only the other one changed, while something is typed here. */
    taken: isChanged ? (merged?.taken ?? []) : [],
    change: (part: Partial<D>) => keep({ base, fields: { ...values, ...part } }),
    choose: ({ path, theirs }: Conflict, whose: 'mine' | 'theirs') =>
      keep({
        base: withValue(base, path, theirs),
        fields: whose === 'theirs' ? withValue(values, path, theirs) : values,
      }),
    drop: () => keep(null),
  };
}

/** It was read again by then, and the form says what has changed. */
export const isConflict = (error: unknown): boolean => problemOf(error).status === 409;

interface MergedSave<Saved, Answer> {
  version: number;
  write: (version: number, isAgain: boolean) => Promise<Answer>;
  readAgain: () => Promise<Saved & { version: number }>;
  /** Whether what this form writes is still as it was when it was shown. */
  isUntouched: (now: Saved) => boolean;
}

/**
 * Saves against the version that was shown. A version covers the whole record: where only other parts of it have changed
 * meanwhile, the write goes on with the newer one. Otherwise it rejects with the refusal, and the form shows what changed.
 */
export async function saveMerged<Saved, Answer>({
  version,
  write,
  readAgain,
  isUntouched,
}: MergedSave<Saved, Answer>): Promise<Answer> {
  try {
    return await write(version, false);
  } catch (error) {
    if (!isConflict(error)) throw error;
    const now = await readAgain();
    if (now.version === version || !isUntouched(now)) throw error;
    return write(now.version, true);
  }
}
