import { diff3Merge } from 'node-diff3';
import type { Conflict } from '#src/machines/draft/merge-draft.ts';

/** The typed version of a text, and the text as it was when typing began. */
export interface TypedText {
  base: string;
  text: string;
}

interface Both {
  a: string[];
  o: string[];
  b: string[];
  bIndex: number;
}
type Piece = { ok: string[]; conflict?: undefined } | { ok?: undefined; conflict: Both };

const linesOf = (text: string): string[] => text.split('\n');

/** The title of the last section in these lines. */
function sectionOf(before: readonly string[]): string {
  const title = before.findLast((line) => line.startsWith('## '));
  return title ? title.replace(/^## /, '').replace(/\s*\{#.*\}$/, '') : 'Beginning';
}

export type MergedText = ReturnType<typeof mergeText>;

/**
 * A text being edited while a colleague may save another version of it. Each line is taken from whoever changed it;
 * lines changed by both stay as typed until the person decides.
 *
 * @param saved the text as it is saved now
 */
export function mergeText({ base, text }: TypedText, saved: string) {
  const pieces = diff3Merge(linesOf(text), linesOf(base), linesOf(saved)) as Piece[];
  const both = pieces.flatMap(({ conflict }) => conflict ?? []);

  /** The text with these conflicts decided, and the new base to compare it with. */
  const decided = (choices: readonly ('mine' | 'theirs' | null)[]): TypedText => {
    let at = 0;
    const lines = pieces.flatMap(({ ok, conflict }) => {
      if (ok) return ok;
      return choices[at++] === 'theirs' ? conflict.b : conflict.a;
    });
    const was = linesOf(saved);
    // From the end, so that earlier positions stay valid.
    for (const [index, { o, b, bIndex }] of [...both.entries()].toReversed())
      if (!choices[index]) was.splice(bIndex, b.length, ...o);
    return { base: was.join('\n'), text: lines.join('\n') };
  };

  const open = decided(both.map(() => null));
  let seen: string[] = [];
  const conflicts: Conflict[] = [];
  const sections: string[] = [];
  for (const { ok, conflict } of pieces) {
    if (conflict) {
      conflicts.push({ path: String(conflicts.length), mine: conflict.a.join('\n'), theirs: conflict.b.join('\n') });
      sections.push(sectionOf(seen));
    }
    seen = [...seen, ...(ok ?? conflict.a)];
  }
  return {
    ...open,
    conflicts,
    /** The section of each conflict. */
    sections,
    /** Whether the text now contains lines that only the other person changed. */
    hasTaken: open.text !== text,
    choose: ({ path }: Conflict, whose: 'mine' | 'theirs'): TypedText =>
      decided(both.map((_, index) => (index === Number(path) ? whose : null))),
  };
}
