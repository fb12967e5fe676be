/** Where two JSON values differ, as `path: before -> after`; for people to read, so only the first few. */
export function differences(before: unknown, after: unknown, path = ''): string[] {
  if (Object.is(before, after)) return [];
  if (isBranch(before) && isBranch(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => differences(before[key], after[key], path ? `${path}.${key}` : key)).slice(0, 8);
  }
  return [`${path}: ${shown(before)} -> ${shown(after)}`];
}

const isBranch = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 120);
