/** Folds case, accents and punctuation, and the abbreviations people write in the names of places. */
export function searchable(text: string): string {
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

/**
 * Whether `typed` is the beginning of `name` with a few slips: a letter wrong, missing, doubled or swapped with its
 * neighbour (optimal string alignment). None below four letters, one below eight, two from there on.
 */
export function isWithinTypos(typed: string, name: string): boolean {
  const allowed = typed.length < 4 ? 0 : typed.length < 8 ? 1 : 2;
  if (allowed === 0) return name.startsWith(typed);
  // People rarely miss the first letter; without this, a search meets thousands of strangers.
  if (typed[0] !== name[0] && typed[0] !== name[1]) return false;
  return prefixDistance(typed, name.slice(0, typed.length + allowed)) <= allowed;
}

/** The fewest slips (a letter wrong, missing, doubled or swapped with its neighbour) between `typed` and any beginning of `name`. */
export function prefixDistance(typed: string, name: string): number {
  let twoBefore: number[] = [];
  let before = Array.from({ length: name.length + 1 }, (_, index) => index);
  for (let i = 1; i <= typed.length; i++) {
    const row = [i];
    for (let j = 1; j <= name.length; j++) {
      const same = typed[i - 1] === name[j - 1];
      let best = Math.min((before[j - 1] ?? 0) + (same ? 0 : 1), (before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const swapped = i > 1 && j > 1 && typed[i - 1] === name[j - 2] && typed[i - 2] === name[j - 1];
      if (swapped) best = Math.min(best, (twoBefore[j - 2] ?? 0) + 1);
      row.push(best);
    }
    twoBefore = before;
    before = row;
  }
  return Math.min(...before);
}
