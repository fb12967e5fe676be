import { useState } from 'react';
import { type DraftPlace, dropDraft, keepDraft, readDraft } from './draft-storage.ts';

/**
 * The draft of a form, so that a closed tab or an expired session loses nothing. Null if there is none; setting null
 * discards it.
 */
export function useDraft<D extends object>(
  key: string,
  shape = 1,
  place: DraftPlace = 'browser',
): [D | null, (draft: D | null) => void] {
  const [draft, setDraft] = useState<D | null>(() => readDraft<D>(key, shape, place));
  return [
    draft,
    (next) => {
      setDraft(next);
      if (next === null) dropDraft(key, place);
      else keepDraft(key, shape, next, place);
    },
  ];
}
