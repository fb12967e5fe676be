import { draftOwner, PREFIX, tellOfDrafts, UNOWNED } from './draft-owner.ts';

/**
 * Unsaved input, kept in this browser until it is saved, discarded, or its owner signs out. `shape` changes with the
 * shape of the draft: drafts of an older shape are discarded. Without storage, a draft lasts as long as its form.
 *
 * Without a session, a draft is kept in the tab only, because the browser may be shared.
 */
export type DraftPlace = 'browser' | 'tab';

interface Kept {
  shape: number | string;
  draft: unknown;
}

/** The key in the storage. */
export const draftKey = (key: string, place: DraftPlace) =>
  place === 'tab' ? `${UNOWNED}${key}` : `${PREFIX}${draftOwner}:${key}`;
const storageOf = (place: DraftPlace) => (place === 'tab' ? sessionStorage : localStorage);

export function readDraft<D>(key: string, shape: number | string, place: DraftPlace = 'browser'): D | null {
  try {
    const kept = JSON.parse(storageOf(place).getItem(draftKey(key, place)) ?? 'null') as Kept | null;
    return kept?.shape === shape ? (kept.draft as D) : null;
  } catch {
    return null;
  }
}

export function keepDraft(key: string, shape: number | string, draft: unknown, place: DraftPlace = 'browser'): void {
  try {
    storageOf(place).setItem(draftKey(key, place), JSON.stringify({ shape, draft } satisfies Kept));
  } catch {
    // Storage is full or not allowed.
  }
  tellOfDrafts();
}

export function dropDraft(key: string, place: DraftPlace = 'browser'): void {
  try {
    storageOf(place).removeItem(draftKey(key, place));
  } catch {
    // Then there is no draft.
  }
  tellOfDrafts();
}
