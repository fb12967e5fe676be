/**
 * A draft in the browser belongs to the person who typed it: nobody else who signs in here can read it. See
 * draft-storage.ts, which the sign-in page does not load.
 */
export const PREFIX = 'draft-of:';
/** Drafts of a tab have no owner, and older ones of the browser had none. */
export const UNOWNED = 'draft:';

export let draftOwner: string | null = null;

const listeners = new Set<() => void>();
export const tellOfDrafts = () => listeners.forEach((listener) => listener());

/** Calls the listener whenever a draft of this window may have been added or removed. */
export function onDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Sets whose drafts are read and kept from now on; null while nobody is signed in. */
export function setDraftOwner(id: string | null): void {
  draftOwner = id;
  tellOfDrafts();
  drop(UNOWNED);
}

/** After sign-out, nothing the person typed remains in this browser. */
export const dropDraftsOf = (id: string): void => drop(`${PREFIX}${id}:`);

function drop(prefix: string): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Storage is not available.
  }
}
