import type { ChatPlace } from '#src/machines/chat/chat-details.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { citiesNamed, cityNamed, placeOfZip } from '#src/api/place/places.ts';
import { searchable } from '#src/api/database/typos.ts';

/** Places as people write them: a ZIP code, a city with its state, or a city that is clear without one. */
export type End = 'origin' | 'destination';

/** A city that exists in several states, the largest first: the client is asked which. */
export interface UnclearCity {
  end: End;
  city: string;
  states: string[];
}

export interface Mentions {
  origin?: ChatPlace;
  destination?: ChatPlace;
  unclear: UnclearCity[];
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
const STATE_PATTERN = new RegExp(
  `\\b(${STATE_NAMES.map(([name]) => name)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})\\b`,
  'gi',
);
/** A city is assumed to be the one meant if it has this many times the ZIP codes of the next one of the same name. */
const CLEARLY = 3;
/** With this many ZIP codes, the next one is a city that people mean, however large the first one is: Portland, ME. */
const NOTABLE = 6;
/** Of more states than these, the client names one. */
const STATES_ASKED = 4;

/** How much of a text is examined, and how many places it may mention: people name two. */
const CONSIDERED = 2_000;
const MENTIONS = 12;
/** How far around a place to look for its hints, and for the name of a city with its state. */
const NEIGHBOURHOOD = 60;
/** How many words after "from" or "to" are looked up as cities, for each end of the move. */
const TRIES = 3;

/**
 * The places that a text mentions, as ends of the move. The work is bounded for any input: a few places, each with the
 * words around it, each looked up by its exact name.
 *
 * @param asked the end that was asked for, assumed for a place without "from" or "to"
 */
export function readPlaces(given: string, asked: End | null): Mentions {
  const text = given.slice(0, CONSIDERED).replaceAll(/\s+/g, ' ');
  const unknownZips: string[] = [];
  const found = merged(
    [...zips(text, unknownZips), ...withState(text)].toSorted((a, b) => a.from - b.from || b.to - a.to),
  ).filter(({ from }) => !/\b(?:not|isn't|instead of) $/i.test(before(text, from)));
  const mentions: Mentions = { unclear: [], unknownZips };
  let last = 0;
  for (const { from, to, place } of found) {
    const end = endOf(text.slice(last, from), asked, mentions);
    if (end) mentions[end] = place;
    last = to;
  }
  if (found.length === 0 || (found.length === 1 && /\b(?:from|to)\b/i.test(text))) alone(text, asked, mentions, found);
  mentions.unclear.sort((one, other) => Number(one.end === 'destination') - Number(other.end === 'destination'));
  return mentions;
}

/** Lower-case codes that people write as words of their own. */
const WORDS = /^(?:hi|ok)$/;

/** The city in the state that a text names, as the answer to "which state?"; null if it names none that has the city. */
export function inNamedState({ city }: UnclearCity, text: string): ChatPlace | null {
  const named =
    /^\W*(?:(?:no|yes|sorry|the one|it['’]?s|it is|that['’]?s|in|the state(?: is| of)?)\b[ ,]*)*(.+?)(?:,? please| one)?\W*$/i.exec(
      text,
    )?.[1];
  if (named === undefined || WORDS.test(named)) return null;
  const code = CODES.get(named.toLowerCase()) ?? STATE_NAMES.find(([name]) => name === named.toLowerCase())?.[1];
  const found = code && cityNamed(city, code);
  return found ? { city: found.city, state: found.state, zip: null, lat: found.lat, lng: found.lng } : null;
}

/** The words just before a place. */
const before = (text: string, at: number): string => text.slice(Math.max(0, at - NEIGHBOURHOOD), at);

/** Which end a place is, judging by the words before it. */
function endOf(words: string, asked: End | null, known: Mentions): End | null {
  const hint = [
    ...words.matchAll(
      /\b(from|out of|leaving|live in|living in|i'm in|i am in|currently in|to|into|towards|destination(?: is)?|pick ?up(?: in| at)?|drop ?off(?: in| at)?)\b|(->|→)/gi,
    ),
  ]
    .at(-1)?.[0]
    .toLowerCase();
  if (hint !== undefined) return /^(?:to|into|towards|destination|drop|->|→)/.test(hint) ? 'destination' : 'origin';
  if (asked && !known[asked]) return asked;
  if (!known.origin && asked !== 'destination') return 'origin';
  return known.destination ? null : 'destination';
}

function zips(text: string, unknown: string[]): Mention[] {
  return [...text.matchAll(/(?<![\d$#-])\d{5}(?:-\d{4})?(?![\d-])/g)].slice(0, MENTIONS).flatMap((match) => {
    // "12345 Main Street" is a street address.
    if (
      /^ (?:\w+ ){1,3}(?:st|street|ave|avenue|rd|road|dr|drive|ln|lane|blvd|way|court|ct|pl|place)\b/i.test(
        text.slice(match.index + match[0].length, match.index + match[0].length + NEIGHBOURHOOD),
      )
    )
      return [];
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
    ...[...text.matchAll(STATE_PATTERN)].map((match) => ({
      at: match.index,
      end: match.index + match[0].length,
      code: STATE_NAMES.find(([name]) => name === match[0].toLowerCase())![1],
    })),
    // Two letters are a state after a comma, or in capitals: "in", "or", "me", and "hi" are also words.
    ...[...text.matchAll(/(, ?)?\b([A-Za-z]{2})\b/g)].flatMap((match) => {
      const code = CODES.get(match[2]!.toLowerCase());
      if (!code || (!match[1] && match[2] !== code)) return [];
      const at = match.index + (match[1]?.length ?? 0);
      return [{ at, end: at + 2, code }];
    }),
  ];
  return states.slice(0, MENTIONS).flatMap(({ at, end, code }) => {
    const around = before(text, at);
    const start = at - around.length;
    // If the excerpt begins inside a word, that word is incomplete.
    const words = [...around.matchAll(/[A-Za-zÀ-ÿ.'-]+/g)].filter(({ index }) => index > 0 || start === 0).slice(-4);
    for (const word of words) {
      const name = around.slice(word.index).replace(/[ ,]+$/, '');
      if (/[,;:!?\d]/.test(name)) continue;
      const city = cityNamed(name, code);
      if (city)
        return [
          {
            from: start + word.index,
            to: end,
            place: { city: city.city, state: city.state, zip: null, lat: city.lat, lng: city.lng },
          },
        ];
    }
    return [];
  });
}

/**
 * "Columbus, OH 43215" is one place, best identified by the ZIP code. Of overlapping mentions, the first, longest
 * stays.
 */
function merged(mentions: Mention[]): Mention[] {
  const result: Mention[] = [];
  for (const mention of mentions) {
    const last = result.at(-1);
    if (last && mention.from < last.to) continue;
    if (last && last.place.zip === null && mention.place.zip !== null && mention.from - last.to <= 2)
      result[result.length - 1] = { from: last.from, to: mention.to, place: mention.place };
    else result.push(mention);
  }
  return result;
}

/** Cities without a state: after "from", "to" or "in", or as the whole answer. */
function alone(text: string, asked: End | null, mentions: Mentions, found: readonly Mention[]): void {
  const tries = [...text.matchAll(/(?:\b(from|out of|leaving|to|into|in|near)|(->|→)) /gi)]
    .slice(0, MENTIONS)
    .flatMap((match) => {
      const at = match.index + match[0].length;
      // The name of a city ends at anything that is not a letter.
      const words = /^[A-Za-zÀ-ÿ.' -]*/
        .exec(text.slice(at, at + NEIGHBOURHOOD))![0]
        .split(/ (?:to|into|from|and)\b/i)[0]!
        .split(' ')
        .slice(0, 4)
        .filter(Boolean);
      const hint = match[1] ?? 'to';
      const end = /^(?:to|into)$/i.test(hint)
        ? ('destination' as const)
        : /^(?:in|near)$/i.test(hint)
          ? (asked ?? 'origin')
          : ('origin' as const);
      return words.length > 0 ? [{ end, words, at }] : [];
    });
  if (asked && tries.length === 0 && found.length === 0) {
    const words = text
      .slice(0, 300)
      .replaceAll(/[^A-Za-zÀ-ÿ.' -]/g, ' ')
      .replace(/^\s*(?:no|yes|well|sorry|actually|oh|it's|it is|that's|the city of)\b/i, '')
      .trim()
      .split(/\s+/);
    if (words.length <= 4) tries.push({ end: asked, words, at: 0 });
  }
  // "Dallas to Houston": what precedes "to" counts only if it is a city.
  const first = asked === 'origin' ? /^\W*([A-Za-zÀ-ÿ.' -]{3,40}?) ?(?:\bto\b|->|→)/i.exec(text)?.[1] : undefined;
  if (first && citiesNamed(searchable(first)).length > 0) tries.push({ end: 'origin', words: first.split(' '), at: 0 });
  const tried = { origin: 0, destination: 0 };
  for (const { end, words, at } of tries) {
    if ((tried[end] += 1) > TRIES || mentions[end] || found.some(({ from, to }) => at >= from && at < to)) continue;
    const cities = namesakes(words);
    if (!cities) continue;
    const [first, second] = cities;
    if (!second || (first!.zips >= second.zips * CLEARLY && second.zips < NOTABLE)) {
      const { city, state, lat, lng } = first!;
      mentions[end] = { city, state, zip: null, lat, lng };
    } else if (!mentions.unclear.some((one) => one.end === end)) {
      mentions.unclear.push({
        end,
        city: first!.city,
        states: cities.map(({ state }) => state).slice(0, STATES_ASKED),
      });
    }
  }
}

/** Cities with exactly this name, largest first, for the longest run of words that is a name. */
function namesakes(words: readonly string[]) {
  for (let length = Math.min(words.length, 4); length > 0; length -= 1) {
    const name = searchable(words.slice(0, length).join(' '));
    if (name.length < 3 || NO_CITIES.has(name)) continue;
    const meant = MEANT[name];
    if (meant) return [cityNamed(...meant)!];
    const cities = citiesNamed(name);
    // "columbus oh": only as the last word, because of "to columbus in June".
    const code = words.length === length + 1 ? CODES.get(words[length]!.toLowerCase()) : undefined;
    const named = cities.find(({ state }) => state === code);
    if (named) return [named];
    if (cities.length > 0) return cities;
  }
  return null;
}

/** Common names that don't lead, or don't lead first, to the city that people mean. */
const MEANT: Readonly<Record<string, readonly [city: string, state: string]>> = {
  manhattan: ['New York', 'NY'],
  nyc: ['New York', 'NY'],
  philly: ['Philadelphia', 'PA'],
  'san fran': ['San Francisco', 'CA'],
  vegas: ['Las Vegas', 'NV'],
};

/** Villages named like common words: nobody means them without their state. */
const NO_CITIES = new Set([
  'may',
  'june',
  'august',
  'friday',
  'home',
  'house',
  'a house',
  'my house',
  'yes',
  'no',
  'box',
  'the house',
  'moving',
  'move',
  'storage',
  'early',
  'late',
  'sunday',
  'spring',
  'normal',
  'hello',
  'help',
  'price',
  'both',
  'same',
  'week',
  'the',
  'there',
  'ok',
  'not sure',
  'mid',
]);
