import type { ChatPlace } from '#src/machines/chat/chat-details.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { cityNamed, placeOfZip, searchCities } from '#src/api/platform/places.ts';
import { searchable } from '#src/api/platform/typos.ts';

/** Places as people write them: a ZIP code, a city with its state, or a city that needs none. */
export type End = 'origin' | 'destination';

export interface Mentions {
  origin?: ChatPlace;
  destination?: ChatPlace;
  /** A city of several states: people are asked which. */
  unclear: { end: End; city: string; states: string[] } | null;
  /** ZIP codes that do not exist. */
  unknownZips: string[];
}

interface Mention {
  from: number;
  to: number;
  place: ChatPlace;
}

const STATE_NAMES = Object.entries(US_STATES).map(([code, name]) => [name.toLowerCase(), code] as const);
const CODES = new Map(Object.keys(US_STATES).map((code) => [code.toLowerCase(), code]));
const STATE_PATTERN = new RegExp(`\\b(${STATE_NAMES.map(([name]) => name).toSorted((a, b) => b.length - a.length).join('|')})\\b`, 'gi');
/** A city of that many times the ZIP codes of the next one of its name is the one that is meant. */
const CLEARLY = 3;

/**
 * The places that a text speaks of, as ends of the move.
 *
 * @param asked which end was asked for, which a place without "from" or "to" then is
 */
export function readPlaces(text: string, asked: End | null): Mentions {
  const unknownZips: string[] = [];
  const found = merged([...zips(text, unknownZips), ...withState(text)].toSorted((a, b) => a.from - b.from || b.to - a.to)).filter(({ from }) => !/\b(?:not|isn't|instead of)\s+$/i.test(text.slice(0, from)));
  const mentions: Mentions = { unclear: null, unknownZips };
  let before = 0;
  for (const { from, to, place } of found) {
    const end = endOf(text.slice(before, from), asked, mentions);
    if (end) mentions[end] = place;
    before = to;
  }
  if (found.length === 0 || (found.length === 1 && /\b(?:from|to)\b/i.test(text))) alone(text, asked, mentions, found);
  return mentions;
}

/** Which end a place is, from the words before it. */
function endOf(before: string, asked: End | null, known: Mentions): End | null {
  const words = [...before.matchAll(/\b(from|out of|leaving|live in|living in|i'm in|i am in|currently in|to|into|towards|destination(?: is)?|pick ?up(?: in| at)?|drop ?off(?: in| at)?)\b|(->|→)/gi)].at(-1)?.[0].toLowerCase();
  if (words !== undefined) return /^(?:to|into|towards|destination|drop|->|→)/.test(words) ? 'destination' : 'origin';
  if (asked && !known[asked]) return asked;
  if (!known.origin && asked !== 'destination') return 'origin';
  return known.destination ? null : 'destination';
}

function zips(text: string, unknown: string[]): Mention[] {
  return [...text.matchAll(/(?<![\d$#-])\d{5}(?:-\d{4})?(?![\d-])/g)].flatMap((match) => {
    // "12345 Main Street" is a house.
    if (/^\s+(?:\w+\s+){1,3}(?:st|street|ave|avenue|rd|road|dr|drive|ln|lane|blvd|way|court|ct|pl|place)\b/i.test(text.slice(match.index + match[0].length))) return [];
    const place = placeOfZip(match[0]);
    if (!place) {
      unknown.push(match[0]);
      return [];
    }
    const { city, state, zip, lat, lng } = place;
    return [{ from: match.index, to: match.index + match[0].length, place: { city, state, zip, lat, lng } }];
  });
}

/** "Columbus, OH", "columbus ohio", "Saint Paul MN". */
function withState(text: string): Mention[] {
  const states = [
    ...[...text.matchAll(STATE_PATTERN)].map((match) => ({ at: match.index, end: match.index + match[0].length, code: STATE_NAMES.find(([name]) => name === match[0].toLowerCase())![1] })),
    // Two letters are a state after a comma, or as capitals: "in", "or", "me" and "hi" are words.
    ...[...text.matchAll(/(,\s*)?\b([A-Za-z]{2})\b/g)].flatMap((match) => {
      const code = CODES.get(match[2]!.toLowerCase());
      if (!code || (!match[1] && match[2] !== code)) return [];
      const at = match.index + (match[1]?.length ?? 0);
      return [{ at, end: at + 2, code }];
    }),
  ];
  return states.flatMap(({ at, end, code }) => {
    const words = [...text.slice(0, at).matchAll(/[A-Za-zÀ-ÿ.'-]+/g)].slice(-4);
    for (const [index, word] of words.entries()) {
      const name = text.slice(word.index, at).replace(/[\s,]+$/, '');
      if (/[,;:!?\d]/.test(name)) continue;
      const city = cityNamed(name, code);
      if (city) return [{ from: words[index]!.index, to: end, place: { city: city.city, state: city.state, zip: null, lat: city.lat, lng: city.lng } }];
    }
    return [];
  });
}

/** "Columbus, OH 43215" is one place; the ZIP code says it best. Of overlapping ones the first, longest stays. */
function merged(mentions: Mention[]): Mention[] {
  const result: Mention[] = [];
  for (const mention of mentions) {
    const last = result.at(-1);
    if (last && mention.from < last.to) continue;
    if (last && last.place.zip === null && mention.place.zip !== null && mention.from - last.to <= 2) result[result.length - 1] = { from: last.from, to: mention.to, place: mention.place };
    else result.push(mention);
  }
  return result;
}

/** Cities without a state: after "from", "to" or "in", or as the whole answer. */
function alone(text: string, asked: End | null, mentions: Mentions, found: readonly Mention[]): void {
  const tries = [...text.matchAll(/\b(from|out of|leaving|to|into|in|near)\s+(?=([A-Za-zÀ-ÿ.'-]+(?:\s+[A-Za-zÀ-ÿ.'-]+){0,3}))/gi)].map((match) => ({
    end: /^(?:to|into)$/i.test(match[1]!) ? ('destination' as const) : /^(?:in|near)$/i.test(match[1]!) ? (asked ?? 'origin') : ('origin' as const),
    words: match[2]!.split(/\s+/),
    at: match.index + match[0].length,
  }));
  if (asked && tries.length === 0 && found.length === 0) {
    const words = text.replaceAll(/[^A-Za-zÀ-ÿ.' -]/g, ' ').replace(/^\s*(?:no|yes|well|sorry|actually|oh|it's|it is|that's|the city of)\b/i, '').trim().split(/\s+/);
    if (words.length <= 4) tries.push({ end: asked, words, at: 0 });
  }
  for (const { end, words, at } of tries) {
    if (mentions[end] || found.some(({ from, to }) => at >= from && at < to)) continue;
    const cities = namesakes(words);
    if (!cities) continue;
    const [first, second] = cities;
    if (!second || first!.zips >= second.zips * CLEARLY) {
      const { city, state, lat, lng } = first!;
      mentions[end] = { city, state, zip: null, lat, lng };
    } else {
      mentions.unclear ??= { end, city: first!.city, states: cities.map(({ state }) => state).slice(0, 4) };
    }
  }
}

/** Cities of exactly this name, the largest first; of the longest run of the words that is one. */
function namesakes(words: readonly string[]) {
  for (let length = Math.min(words.length, 4); length > 0; length -= 1) {
    const name = searchable(words.slice(0, length).join(' '));
    if (name.length < 3 || NO_CITIES.has(name)) continue;
    const cities = searchCities(name, { limit: 50 }).filter(({ city }) => searchable(city) === name);
    if (cities.length > 0) return cities;
  }
  return null;
}

/** Villages that are words: nobody means them without their state. */
const NO_CITIES = new Set(['may', 'june', 'august', 'friday', 'home', 'house', 'a house', 'my house', 'yes', 'no', 'box', 'the house', 'moving', 'move', 'storage', 'early', 'late', 'sunday', 'spring', 'normal', 'hello', 'help', 'price', 'both', 'same', 'week', 'the', 'there', 'ok', 'not sure', 'mid']);
