import type { DraftPlace } from './draft-storage.ts';
import { useDraft } from './use-draft.ts';

/** The words of a small form, kept like a draft until they are set to an empty text. */
export function useKeptText(key: string, place: DraftPlace = 'browser'): [string, (text: string) => void] {
  const [kept, keep] = useDraft<{ text: string }>(key, 1, place);
  return [kept?.text ?? '', (text) => keep(text === '' ? null : { text })];
}
