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

/** The words of a small form, kept like a draft until they are set to an empty text. */
export function useKeptText(key: string, place: DraftPlace = 'browser'): [string, (text: string) => void] {
  const [kept, keep] = useDraft<{ text: string }>(key, 1, place);
  return [kept?.text ?? '', (text) => keep(text === '' ? null : { text })];
}
