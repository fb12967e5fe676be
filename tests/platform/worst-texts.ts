/**
 * Worst-case inputs for patterns and searches: runs that a pattern rescans from each of their characters, and words
 * that each start a search.
 */
const PIECES: Record<string, string> = {
  'cities that are none': "from a'b-c.d ",
  'half a city': 'to san ',
  'in in in': 'in ',
  'near misses': 'from springfeld to pitsburg ',
  states: 'Columbus, OH ',
  'two letters': 'OH ',
  spaces: ' ',
  tabs: '\t\n',
  digits: '1',
  'digits with dashes': '1-',
  'ZIP codes': '43215 ',
  houses: '12345 aaa bbb ',
  commas: ',',
  quotes: `'"`,
  'nested brackets': '(',
  letters: 'a',
  'one letter words': 'a ',
  'two letter words': 'ab ',
  at: '@',
  'half a mailbox': 'a@',
  mailboxes: 'a.b@c.d ',
  dots: 'a.',
  dashes: 'a-',
  apostrophes: "o'",
  names: "i'm Ann ",
  furniture: 'two beds ',
  'no furniture': 'no bed ',
  counts: 'one ',
  packing: 'some pack ',
  part: 'some ',
  questions: 'quote ',
  months: 'june 3 - ',
  weekdays: 'next friday ',
  not: "not isn't ",
  percent: '%_\\',
  equals: '=+-@',
  accents: 'é',
  combining: 'e\u0301\u0301',
  emoji: '👩‍👩‍👧',
  'right to left': '\u202Eab',
  'no width': '\u200B',
  'wide space': '\u3000',
  CSV: '1,000,"a""b"\n',
  tabbed: '1\t2\t3\n',
};

export const WORST_TEXTS: readonly (readonly [name: string, text: (length: number) => string])[] = Object.entries(
  PIECES,
).map(
  ([name, piece]) =>
    [
      name,
      (length) =>
        piece
          .repeat(Math.ceil(length / piece.length))
          .slice(0, length)
          .toWellFormed(),
    ] as const,
);

/** Ordinary text of that length. */
export const harmless = (length: number): string =>
  'The quick brown fox jumps over the lazy dog. '.repeat(Math.ceil(length / 45)).slice(0, length);
