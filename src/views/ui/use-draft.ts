import { useState } from 'react';

/**
 * What was typed into a form and not saved yet: kept in this browser under `key` until it is set to null (saved or
 * discarded), so that a closed tab or an ended session loses nothing. Null while there is none.
 */
export function useDraft<D extends object>(key: string): [D | null, (draft: D | null) => void] {
  const [draft, setDraft] = useState<D | null>(() => read(key) as D | null);
  return [
    draft,
    (next) => {
      setDraft(next);
      try {
        if (next === null) localStorage.removeItem(`draft:${key}`);
        else localStorage.setItem(`draft:${key}`, JSON.stringify(next));
      } catch {
        // Storage is full or forbidden: the draft lasts as long as the page.
      }
    },
  ];
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`draft:${key}`) ?? 'null');
  } catch {
    return null;
  }
}
