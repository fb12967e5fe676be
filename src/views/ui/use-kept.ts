import { useState } from 'react';

type Widened<T> = T extends boolean ? boolean : T extends number ? number : string;

/** A small preference that this browser keeps. Without storage it lasts as long as the page. */
export function useKept<T extends string | number | boolean>(
  key: string,
  initial: T,
): [Widened<T>, (value: Widened<T>) => void] {
  const [value, setValue] = useState<Widened<T>>(() => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      return (typeof kept === typeof initial ? kept : initial) as Widened<T>;
    } catch {
      return initial as unknown as Widened<T>;
    }
  });
  return [
    value,
    (next) => {
      setValue(next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Nothing is lost but a convenience.
      }
    },
  ];
}
