import { useState } from 'react';

export interface Selection {
  ids: ReadonlySet<string>;
  has: (id: string) => boolean;
  /** With `range`, toggles everything from the last toggled row. */
  toggle: (id: string, range?: { all: readonly string[] }) => void;
  toggleAll: (all: readonly string[]) => void;
  clear: () => void;
}

/** Which rows of a list are selected. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  return {
    ids,
    has: (id) => ids.has(id),
    toggle(id, range) {
      const next = new Set(ids);
      const on = !ids.has(id);
      for (const one of range && last !== null ? between(range.all, last, id) : [id]) {
        if (on) next.add(one);
        else next.delete(one);
      }
      setIds(next);
      setLast(id);
    },
    toggleAll(all) {
      setIds(all.every((id) => ids.has(id)) ? new Set() : new Set(all));
    },
    clear: () => setIds(new Set()),
  };
}

function between(all: readonly string[], one: string, other: string): readonly string[] {
  const [from, to] = [all.indexOf(one), all.indexOf(other)].sort((a, b) => a - b) as [number, number];
  return from < 0 ? [other] : all.slice(from, to + 1);
}
