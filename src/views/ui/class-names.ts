/** Joins class names, leaving out what is falsy: `cx('btn', busy && 'is-busy')`. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
