import { useState } from 'react';

type Widened<T> = T extends boolean ? boolean : T extends number ? number : string;

/** A small preference kept in this browser. Without storage it lasts as long as the page. */
export function useKept<T extends string | number | boolean>(
  key: string,
  initial: T,
): [Widened<T>, (value: Widened<T>) => void] {
  const [value, setValue] = useState<Widened<T>>(() => {
    let kept: unknown = null;
    try {
      kept = JSON.parse(localStorage.getItem(key) ?? 'null');
    } catch {
      // Treated as if nothing had been kept.
    }
    return (typeof kept === typeof initial ? kept : initial) as Widened<T>;
  });
  return [
    value,
    (next) => {
      setValue(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Only a convenience is lost.
      }
    },
  ];
}
