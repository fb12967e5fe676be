/** Folds case, accents, punctuation, and common abbreviations in place names. */
export function searchable(text: string): string {
  const lower = text.toLowerCase();
  // Most names are plain already.
  if (/^[a-z0-9]+(?: [a-z0-9]+)*$/.test(lower) && !/^[sfm]t /.test(lower)) return lower;
  const folded = text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9 ]+/g, (mark) => (mark === '-' ? ' ' : ''));
  return folded
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^st /, 'saint ')
    .replace(/^ft /, 'fort ')
    .replace(/^mt /, 'mount ');
}

/** How many typos a word may have: none below four letters, one below eight, two from there on. */
export const typosAllowed = (typed: string): number => (typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2);

/**
 * Whether `typed` is the beginning of `name` with a few typos: a letter wrong, missing, doubled, or swapped with its
 * neighbor (optimal string alignment).
 */
export function isWithinTypos(typed: string, name: string): boolean {
  const allowed = typosAllowed(typed);
  if (allowed === 0) return name.startsWith(typed);
  // People rarely get the first letter wrong; without this check, a search compares thousands of unrelated names.
  if (typed[0] !== name[0] && typed[0] !== name[1]) return false;
  return prefixDistance(typed, name.slice(0, typed.length + allowed), allowed) <= allowed;
}

/**
 * The fewest typos (a letter wrong, missing, doubled, or swapped with its neighbor) between `typed` and any beginning
 * of `name`. Beyond `enough` the result is only "more": most pairs prove different after a few letters.
 */
export function prefixDistance(typed: string, name: string, enough = Number.POSITIVE_INFINITY): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: name.length + 1 }, (_, index) => index);
  let leastBefore = 0;
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= name.length; j++) {
      const cell = Math.min(
        (before[j - 1] ?? 0) + (typed[i - 1] === name[j - 1] ? 0 : 1),
        (before[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
      );
      const swapped = i > 1 && j > 1 && typed[i - 1] === name[j - 2] && typed[i - 2] === name[j - 1];
      const best = swapped ? Math.min(cell, (twoBefore[j - 2] ?? 0) + 1) : cell;
      row.push(best);
      least = Math.min(least, best);
    }
    // A swap looks back two rows, so both must exceed the limit.
    if (least > enough && leastBefore > enough) return least;
    leastBefore = least;
    twoBefore = before;
    before = row;
  }
  return Math.min(...before);
}

/**
 * The same for many names in alphabetical order, one row per letter of the name. Returns null if a name may be close
 * enough, else the number of its letters after which it is too different, whatever follows them.
 */
export function createPrefixDistance(
  typed: string,
  longestName: number,
): (name: string, allowed: number) => number | null {
  const width = typed.length + 1;
  const rows = Array.from({ length: longestName + 1 }, () => new Uint8Array(width));
  const least = new Uint8Array(longestName + 1);
  for (let i = 0; i < width; i++) rows[0]![i] = i;
  let last = '';
  return (name, allowed) => {
    let shared = 0;
    while (shared < name.length && name[shared] === last[shared]) shared += 1;
    last = name;
    for (let j = 1; j <= name.length; j++) {
      if (j > shared) {
        const [row, before] = [rows[j]!, rows[j - 1]!];
        row[0] = j;
        let smallest = j;
        for (let i = 1; i < width; i++) {
          let best = Math.min(before[i - 1]! + (typed[i - 1] === name[j - 1] ? 0 : 1), before[i]! + 1, row[i - 1]! + 1);
          if (i > 1 && j > 1 && typed[i - 1] === name[j - 2] && typed[i - 2] === name[j - 1])
            best = Math.min(best, rows[j - 2]![i - 2]! + 1);
          row[i] = best;
          if (best < smallest) smallest = best;
        }
        least[j] = smallest;
      }
      const isMet = rows[j]![width - 1]! <= allowed;
      // A swap looks back two rows, so both must exceed the limit.
      const isTooFar = j > 1 && least[j]! > allowed && least[j - 1]! > allowed;
      if (!isMet && !isTooFar) continue;
      // Only this many rows belong to this name.
      last = name.slice(0, j);
      return isMet ? null : j;
    }
    return null;
  };
}
