import type { MoveSize } from '#src/machines/state-lead/move-sizes.ts';
import { NUMBER_WORDS } from './number-words.ts';

const NUMBERS: Record<string, number> = { ...NUMBER_WORDS, single: 1 };
const BY_ROOMS: readonly MoveSize[] = [
  'studio',
  'one-bedroom',
  'two-bedroom',
  'three-bedroom',
  'four-bedroom',
  'five-bedroom',
];
const BEDROOMS = new RegExp(
  `\\b(\\d{1,2}|${Object.keys(NUMBERS).join('|')})[ -]?(?:bed[ -]?rooms?|bdr?ms?|brs?\\b|beds? (?:apartment|apt|house|home|condo|flat|townhouse|place))`,
  'i',
);

/** "3 bed 2 bath", "3b/2b" */
export const BEDS_AND_BATHS = /\b(\d{1,2})[ -]?(?:beds?|b|br|bd)[ ,/]{0,3}\d(?:\.5)?[ -]?(?:baths?|ba|b)\b/gi;
const ROOMS_ALONE = new RegExp(`^\\W*(\\d{1,2}|${Object.keys(NUMBERS).join('|')})\\W*$`, 'i');

/**
 * The size of a household in people's words.
 *
 * @param asked whether the size was asked for, so that a bare number counts as bedrooms
 */
export function readSize(text: string, asked: boolean): MoveSize | null {
  const rooms = (BEDROOMS.exec(text) ??
    [...text.matchAll(BEDS_AND_BATHS)][0] ??
    (asked ? ROOMS_ALONE.exec(text) : null))?.[1]?.toLowerCase();
  if (rooms) return BY_ROOMS[Math.min(NUMBERS[rooms] ?? Number(rooms), 5)]!;
  if (/\b(?:studio|efficiency|loft|dorm(?: room)?|(?:one|1|single) room)\b/i.test(text)) return 'studio';
  if (/^\W*office\W*$|\b(?:an?|our|my|the|small|whole) (?:\w+ )?office\b(?! chair)|\bcommercial move\b/i.test(text))
    return 'office';
  if (
    /\b(?:just|only)? ?(?:a )?(?:few|couple of|handful of) (?:items|things|pieces|boxes)\b|\bnot much\b/i.test(text) ||
    (asked && STORAGE_UNIT.test(text))
  )
    return 'few-items';
  return null;
}

export function readPacking(text: string): 'none' | 'partial' | 'full' | null {
  if (
    /\b(?:no packing|pack (?:it |everything |all )?(?:ourselves|myself|my ?self)|(?:i|we)(?:'ll| will| can)? pack\b|don'?t need packing|already packed)/i.test(
      text,
    )
  )
    return 'none';
  if (
    /\b(?:partial(?:ly)?|some|part|only the kitchen|just the kitchen|fragile)\b[^.]{0,80}\bpack|\bpack\w*\b[^.]{0,80}\b(?:some|partial|kitchen|fragile)/i.test(
      text,
    )
  )
    return 'partial';
  if (
    /\b(?:full(?:y)? pack\w*|pack everything|pack it all|pack for (?:me|us)|need packing|with packing|packing (?:please|service|help)|help (?:me |us )?pack)/i.test(
      text,
    )
  )
    return 'full';
  return null;
}

/** A unit that is moved out of, not one that the client asks for. */
const STORAGE_UNIT = /^(?!.*\b(?:need|want|rent|put)\b).*\bstorage (?:unit|locker)\b/i;

/** Days in storage; null if not mentioned, 0 if none is wanted. */
export function readStorage(text: string): number | null {
  if (/\b(?:no|don'?t need|without) (?:any )?storage\b/i.test(text)) return 0;
  if (!/\bstor(?:age|e|ed)\b/i.test(text) || STORAGE_UNIT.test(text)) return null;
  const found = /\b(\d{1,3}|a|an|one|two|three|four|five|six) (day|week|month)s?\b/i.exec(text);
  if (!found) return 30;
  const count = /^an?$/i.test(found[1]!) ? 1 : (NUMBERS[found[1]!.toLowerCase()] ?? Number(found[1]));
  return count * { day: 1, week: 7, month: 30 }[found[2]!.toLowerCase() as 'day' | 'week' | 'month'];
}
