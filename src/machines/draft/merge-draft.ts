/** A value that two people changed differently. */
export interface Conflict {
  /** Such as `stops.0.zip`. */
  path: string;
  mine: unknown;
  theirs: unknown;
}

export interface Merged<D> {
  values: D;
  /** Changed only by the other person: already in `values`. */
  taken: string[];
  /** Changed by both: `values` still has mine. */
  conflicts: Conflict[];
}

type Loose = Record<string, unknown>;

/** Whether it is compared part by part. An object with an id is chosen as a whole. */
const isOpen = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !('id' in value);
const canOpen = (all: readonly unknown[]): boolean =>
  all.every(isOpen) &&
  (all.every(Array.isArray)
    ? new Set(all.map((one) => Object.keys(one as object).length)).size === 1
    : !all.some(Array.isArray));

export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Merges edits (`mine`) that started from `base` with what was saved since (`theirs`): values changed by only one of
 * the two are taken from that one, so that nobody overwrites the other.
 */
export function mergeDraft<D>(base: D, mine: D, theirs: D): Merged<D> {
  const taken: string[] = [];
  const conflicts: Conflict[] = [];
  function merge(was: unknown, own: unknown, other: unknown, path: string): unknown {
    if (isEqual(was, other) || isEqual(own, other)) return own;
    if (canOpen([was, own, other])) {
      const parts = Object.keys({ ...(was as Loose), ...(own as Loose), ...(other as Loose) }).map(
        (key) =>
          [
            key,
            merge((was as Loose)[key], (own as Loose)[key], (other as Loose)[key], path ? `${path}.${key}` : key),
          ] as const,
      );
      return Array.isArray(own) ? parts.map(([, value]) => value) : Object.fromEntries(parts);
    }
    if (isEqual(was, own)) {
      taken.push(path);
      return other;
    }
    conflicts.push({ path, mine: own, theirs: other });
    return own;
  }
  return { values: merge(base, mine, theirs, '') as D, taken, conflicts };
}

/** The values with one of them replaced, by its path. */
export function withValue<D>(values: D, path: string, value: unknown): D {
  const [key, ...rest] = path.split('.') as [string, ...string[]];
  const inner = rest.length > 0 ? withValue((values as Loose)[key], rest.join('.'), value) : value;
  return (
    Array.isArray(values)
      ? (values as unknown[]).map((one, index) => (String(index) === key ? inner : one))
      : { ...values, [key]: inner }
  ) as D;
}

/** The names of the top-level fields that changed, so only these are sent. */
export function changedFields<D extends object>(base: D, values: D): (keyof D)[] {
  return (Object.keys(values) as (keyof D)[]).filter((name) => !isEqual(base[name], values[name]));
}
