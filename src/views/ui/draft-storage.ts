/**
 * What was typed and not saved, kept in this browser until it is saved or discarded. `shape` is raised with the shape
 * of the draft: one of an older shape is forgotten. Without storage a draft lasts as long as its form.
 */
interface Kept {
  shape: number;
  draft: unknown;
}

const keyOf = (key: string) => `draft:${key}`;

export function readDraft<D>(key: string, shape: number): D | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(key)) ?? 'null') as Kept | null;
    return kept?.shape === shape ? (kept.draft as D) : null;
  } catch {
    return null;
  }
}

export function keepDraft(key: string, shape: number, draft: unknown): void {
  try {
    localStorage.setItem(keyOf(key), JSON.stringify({ shape, draft } satisfies Kept));
  } catch {
    // Storage is full or forbidden.
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(keyOf(key));
  } catch {
    // There is none, then.
  }
}
