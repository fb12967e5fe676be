/**
 * What was typed and not saved, kept in this browser until it is saved, discarded, or its owner signs out. `shape`
 * changes with the shape of the draft: one of an older shape is forgotten. Without storage a draft lasts as long as its
 * form.
 *
 * A draft in the browser belongs to who typed it: nobody else who signs in here reads it. What somebody typed who is
 * not signed in is kept in the tab alone: the browser may be anybody's.
 */
export type DraftPlace = 'browser' | 'tab';

interface Kept {
  shape: number | string;
  draft: unknown;
}

const PREFIX = 'draft-of:';
/** Drafts of before had no owner. */
const UNOWNED = 'draft:';

let owner: string | null = null;

const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

/** Tells whenever a draft of this window may have come or gone. */
export function onDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whose drafts are read and kept from here on; null while nobody is signed in. */
export function setDraftOwner(id: string | null): void {
  owner = id;
  tell();
  drop((key) => key.startsWith(UNOWNED));
}

/** Someone signed out: nothing of what they typed stays behind in this browser. */
export const dropDraftsOf = (id: string): void => drop((key) => key.startsWith(`${PREFIX}${id}:`));

function drop(which: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) if (which(key)) localStorage.removeItem(key);
  } catch {
    // There is no storage.
  }
}

const keyOf = (key: string, place: DraftPlace) => (place === 'tab' ? `${UNOWNED}${key}` : `${PREFIX}${owner}:${key}`);
const storageOf = (place: DraftPlace) => (place === 'tab' ? sessionStorage : localStorage);

export function readDraft<D>(key: string, shape: number | string, place: DraftPlace = 'browser'): D | null {
  try {
    const kept = JSON.parse(storageOf(place).getItem(keyOf(key, place)) ?? 'null') as Kept | null;
    return kept?.shape === shape ? (kept.draft as D) : null;
  } catch {
    return null;
  }
}

export function keepDraft(key: string, shape: number | string, draft: unknown, place: DraftPlace = 'browser'): void {
  try {
    storageOf(place).setItem(keyOf(key, place), JSON.stringify({ shape, draft } satisfies Kept));
  } catch {
    // Storage is full or forbidden.
  }
  tell();
}

export function dropDraft(key: string, place: DraftPlace = 'browser'): void {
  try {
    storageOf(place).removeItem(keyOf(key, place));
  } catch {
    // There is none, then.
  }
  tell();
}
