const ACCESS =
  /\b(?:stairs?|staircase|elevators?|walk-?up|(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth|top|ground) floor|long carry|loading dock|parking|driveway|can(?:'|’|no)?t get (?:any )?closer)\b/i;

/** Whether it says how a home is reached. */
export const isOfAccess = (text: string): boolean => ACCESS.test(text);

/** How the home is reached, which a crew must know whenever it is said: the sentences about floors, stairs and the way to the truck. */
export function accessIn(text: string): string | null {
  const sentences = text
    .split(/(?<=[.!])\s|\n/)
    .filter((sentence) => ACCESS.test(sentence) && !/\?\s*$/.test(sentence));
  return sentences.length > 0 ? sentences.join(' ').trim() : null;
}

/** What needs more than two people or a crate, and is no part of any list of furniture. */
const UNLISTED = /\b(?:hot tub|jacuzzi|grandfather clock|chandelier|antiques?|sculptures?|statues?|kiln)\b/gi;
export const HEAVY_ITEMS: readonly string[] = ['Grand piano', 'Upright piano', 'Safe', 'Pool table'];

export const unlistedThings = (text: string): string[] =>
  [...text.matchAll(UNLISTED)].map(([name]) => name.toLowerCase());
