/**
 * Unsaved input, kept in this browser until it is saved, discarded, or its owner signs out. `shape` changes with the
 * shape of the draft: drafts of an older shape are discarded. Without storage, a draft lasts as long as its form.
 *
 * A draft in the browser belongs to the person who typed it: nobody else who signs in here can read it. Without a
 * session, a draft is kept in the tab only, because the browser may be shared.
 */
export type DraftPlace = 'browser' | 'tab';

interface Kept {
  shape: number | string;
  draft: unknown;
}

const PREFIX = 'draft-of:';
/** Older drafts had no owner. */
const UNOWNED = 'draft:';

let owner: string | null = null;

const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

/** Calls the listener whenever a draft of this window may have been added or removed. */
export function onDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Sets whose drafts are read and kept from now on; null while nobody is signed in. */
export function setDraftOwner(id: string | null): void {
  owner = id;
  tell();
  drop((key) => key.startsWith(UNOWNED));
}

/** After sign-out, nothing the person typed remains in this browser. */
export const dropDraftsOf = (id: string): void => drop((key) => key.startsWith(`${PREFIX}${id}:`));

function drop(which: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) if (which(key)) localStorage.removeItem(key);
  } catch {
    // Storage is not available.
  }
}

/** The key in the storage. */
export const draftKey = (key: string, place: DraftPlace) =>
  place === 'tab' ? `${UNOWNED}${key}` : `${PREFIX}${owner}:${key}`;
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
  tell();
}

export function dropDraft(key: string, place: DraftPlace = 'browser'): void {
  try {
    storageOf(place).removeItem(draftKey(key, place));
  } catch {
    // Then there is no draft.
  }
  tell();
}
