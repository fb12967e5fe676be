/** Joins class names, skipping falsy ones: `cx('btn', busy && 'is-busy')`. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
