import { useState } from 'react';

/** A small preference that this browser keeps. Without storage it lasts as long as the page. */
export function useKept<T extends string | number | boolean>(key: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
      return typeof kept === typeof initial ? (kept as T) : initial;
    } catch {
      return initial;
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
