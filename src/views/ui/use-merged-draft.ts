import { type Conflict, isEqual, mergeDraft, type Merged, withValue } from '#src/machines/draft/merge-draft.ts';
import { problemOf } from './problem.ts';

/** What is typed, and what was saved when typing began. */
export interface Typed<D> {
  base: D;
  fields: D;
}

const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], values);

/**
 * A form for a record that someone else may save at any time. `saved` is the record as it is now: what only the other
 * person changed is applied to `values`, and what both changed stays as typed until the person decides.
 */
export function useMergedDraft<D extends object>(
  saved: D,
  [draft, keep]: readonly [Typed<D> | null, (draft: Typed<D> | null) => void],
  merge: (base: D, mine: D, theirs: D) => Merged<D> = mergeDraft,
) {
  const merged = draft && merge(draft.base, draft.fields, saved);
  const values = merged?.values ?? saved;
  const conflicts = merged?.conflicts ?? [];
  /** The record as saved now, except for what is still to be decided. */
  const base = conflicts.reduce((all, { path }) => withValue(all, path, valueAt(draft!.base, path)), saved);
  const isChanged = !isEqual(values, saved);
  return {
    values,
    isChanged,
    conflicts,
    /** What only the other person changed while there are unsaved changes here. */
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

/** By then it was loaded again, and the form shows what has changed. */
export const isConflict = (error: unknown): boolean => problemOf(error).status === 409;

interface MergedSave<Saved, Answer> {
  version: number;
  write: (version: number, isAgain: boolean) => Promise<Answer>;
  readAgain: () => Promise<Saved & { version: number }>;
  /** Whether what this form writes is unchanged since it was shown. */
  isUntouched: (now: Saved) => boolean;
}

/**
 * Saves against the version that was shown. A version covers the whole record: if only other parts of it have changed
 * meanwhile, the write is repeated with the newer version. Otherwise it rejects with the refusal, and the form shows
 * what changed.
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
