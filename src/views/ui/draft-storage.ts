/**
 * What was typed and not saved, kept in this browser until it is saved or discarded. `shape` is raised with the shape
 * of the draft: one of an older shape is forgotten. Without storage a draft lasts as long as its form.
 *
 * What somebody typed who is not signed in is kept in the tab alone: the browser may be anybody's.
 */
export type DraftPlace = 'browser' | 'tab';

interface Kept {
  shape: number;
  draft: unknown;
}

const keyOf = (key: string) => `draft:${key}`;
const storageOf = (place: DraftPlace) => (place === 'tab' ? sessionStorage : localStorage);

export function readDraft<D>(key: string, shape: number, place: DraftPlace = 'browser'): D | null {
  try {
    const kept = JSON.parse(storageOf(place).getItem(keyOf(key)) ?? 'null') as Kept | null;
    return kept?.shape === shape ? (kept.draft as D) : null;
  } catch {
    return null;
  }
}

export function keepDraft(key: string, shape: number, draft: unknown, place: DraftPlace = 'browser'): void {
  try {
    storageOf(place).setItem(keyOf(key), JSON.stringify({ shape, draft } satisfies Kept));
  } catch {
    // Storage is full or forbidden.
  }
}

export function dropDraft(key: string, place: DraftPlace = 'browser'): void {
  try {
    storageOf(place).removeItem(keyOf(key));
  } catch {
    // There is none, then.
  }
}
