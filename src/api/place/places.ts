/**
 * The United States' ZIP codes and cities, from data that ships with the product: no network, no database. Loaded once,
 * after the start (`warmPlaces`), and kept. A search reads a small part of it. Source and license:
 * places-data/LICENSE.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { milesBetween, type Point } from './distance.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { root } from '#src/root.ts';
import { createPrefixDistance, isWithinTypos, searchable, typosAllowed } from '#src/api/database/typos.ts';

/** `zip` has five digits, `state` is the two-letter code, coordinates are those of the ZIP's delivery area. */
export type Place = Point & { zip: string; city: string; state: string };

/** The center of a city's ZIP codes; `zips` is how many it has, which approximates its size. */
export type City = Point & { city: string; state: string; zips: number };

/**
 * All cities, as arrays of numbers instead of objects, which would take 20 MB. A city is known by its rank, its
 * position in these arrays: the largest is 0.
 */
interface Cities {
  /** A line with its name. */
  line: Uint32Array;
  zips: Uint16Array;
  /** Index into `states`. */
  state: Uint8Array;
  lat: Float64Array;
  lng: Float64Array;
  /** The position as a unit vector: the nearest city has the largest dot product, without any trigonometry. */
  x: Float64Array;
  y: Float64Array;
  z: Float64Array;
  states: string[];
  /** By index into `states`: the ranks of its cities, largest first. */
  ofState: number[][];
  /** All names in alphabetical order, so that those with the same prefix are adjacent. */
  names: string[];
  /** By index into `names`: the ranks of its cities, largest first. */
  ofName: Groups;
  /** By rank: the lines of its ZIP codes. */
  ofCity: Groups;
  longestName: number;
}

/** Lists of numbers in one array: list `i` extends from `starts[i]` to `starts[i + 1]`. */
interface Groups {
  starts: Uint32Array;
  members: Uint32Array;
}

const hardlyAny = 3;
/** Lines processed per slice while the index is built in the background. */
const sliceLines = 1_500;

/** The data: a line for each ZIP code, in ascending order. */
interface Lines {
  text: string;
  /** The offset of each line, and of the end. */
  starts: Uint32Array;
  zips: Uint32Array;
}

let unpacked: Lines | undefined;
let cityIndex: Cities | undefined;
let building: Generator<void, Cities> | undefined;

/** Builds the index of cities in slices of a few milliseconds, so that the first request for a city does not wait. */
export async function warmPlaces(): Promise<void> {
  while (!cityIndex) {
    await new Promise((resume) => setImmediate(resume));
    step();
  }
}

/** The place of a ZIP code, also in the form ZIP+4; undefined if there is none. */
export function placeOfZip(zip: string): Place | undefined {
  const code = zip.trim().slice(0, 5);
  if (!/^\d{5}$/.test(code)) return undefined;
  const { zips } = lines();
  const line = firstFrom(zips, Number(code));
  return zips[line] === Number(code) ? placeAt(line) : undefined;
}

let areas: Set<string> | undefined;

/**
 * Whether mail is delivered in areas whose code begins like this, judging by the known places, the islands, and the
 * military: a code may be newer than the data.
 */
export function isZipArea(zip: string): boolean {
  areas ??= new Set([...Array.from(lines().zips, zipText), ...ISLANDS_AND_MILITARY].map((one) => one.slice(0, 3)));
  return areas.has(zip.slice(0, 3));
}

const ISLANDS_AND_MILITARY = [
  '006',
  '007',
  '008',
  '009',
  '090',
  '091',
  '092',
  '093',
  '094',
  '095',
  '096',
  '097',
  '098',
  '340',
  '962',
  '963',
  '964',
  '965',
  '966',
  '969',
];

/** The city of that name in that state, case-insensitive; undefined if there is none. */
export function cityNamed(city: string, state: string): City | undefined {
  const rank = rankOf(city, state);
  return rank === undefined ? undefined : publicCity(rank);
}

function rankOf(city: string, state: string): number | undefined {
  const isMeant = within([state.trim().toUpperCase()]);
  // Spellings of one city can differ ("Saint" and "St."); the smallest is the one that was always found.
  return ranksNamed(searchable(city)).findLast(isMeant);
}

/** Cities with exactly this name, largest first. */
export function citiesNamed(name: string): City[] {
  return ranksNamed(searchable(name)).map(publicCity);
}

function ranksNamed(name: string): number[] {
  const { names, ofName } = cities();
  const index = firstFrom(names, name);
  return names[index] === name ? [...groupOf(ofName, index)] : [];
}

/** Whether a city is in one of these states. */
function within(wanted: readonly string[]): (rank: number) => boolean {
  const { state, states } = cities();
  return (rank) => wanted.includes(states[state[rank]!]!);
}

/**
 * Cities whose name begins with `text`, largest first. It may end in a state ("portland, me", "portland maine"); without
 * a comma, the state may also be the beginning of another word of the name ("el mo" of El Monte). If hardly any city is
 * found, also approximate matches: one typo from four letters on, two from eight on ("Pitsburg" is a village, but means
 * Pittsburgh). `limit` is at most 50.
 */
export function searchCities(text: string, options: { state?: string; limit?: number } = {}): City[] {
  const limit = Math.min(options.limit ?? 10, 50);
  const whole = {
    name: searchable(text.replaceAll(',', ' ')),
    isMeant: options.state ? within([options.state.toUpperCase()]) : () => true,
  };
  if (whole.name.length < 2) return [];
  const inState = nameAndState(whole.name);
  const found = new Set<number>();
  const add = (ranks: readonly number[]) => ranks.forEach((rank) => found.add(rank));
  if (inState) add(ranksNamed(inState.name).filter(inState.isMeant));
  if (!inState || !text.includes(',')) add(called(whole.name).filter(whole.isMeant));
  if (inState) add(called(inState.name).filter(inState.isMeant));
  // Only once, because it takes the most time.
  const { name, isMeant } = inState ?? whole;
  if (found.size < hardlyAny) add(nearlyBeginningWith(name).filter(isMeant));
  return [...found].slice(0, limit).map(publicCity);
}

/**
 * Cities of these states (all if none is given), largest first, or nearest to a point; narrowed to those whose name
 * begins with `query`, or approximately does; it may end in a state. At most `limit`.
 */
export function listCities({
  states,
  query,
  near,
  limit,
}: {
  states?: readonly string[];
  query?: string;
  near?: Point;
  limit: number;
}): City[] {
  const name = searchable((query ?? '').replaceAll(',', ' '));
  const isMeant = states?.length ? within(states) : () => true;
  const { states: known, ofState, line } = cities();
  const all = (): number[] =>
    states?.length
      ? [...new Set(states)].flatMap((state) => ofState[known.indexOf(state)] ?? [])
      : Array.from(line, (_, rank) => rank);
  const found = name === '' ? all() : named(name, isMeant);
  if (near) return nearest(found, near, limit).map(publicCity);
  return (name === '' && (states?.length ?? 0) > 1 ? found.toSorted(bySize) : found).slice(0, limit).map(publicCity);
}

/** Cities of this name, which may end in a state; otherwise of a name that differs by a typo. */
function named(text: string, isMeant: (rank: number) => boolean): number[] {
  const exact = called(text).filter(isMeant);
  if (exact.length > 0) return exact;
  const inState = nameAndState(text);
  const name = inState?.name ?? text;
  const isThere = (rank: number) => isMeant(rank) && (inState?.isMeant(rank) ?? true);
  const there = inState ? called(name).filter(isThere) : [];
  return there.length > 0 ? there : nearlyBeginningWith(name).filter(isThere);
}

const bySize = (a: number, b: number): number => a - b;

/** Cities whose name begins like this, or would without "City": New York is often called "New York City". */
function called(name: string): number[] {
  const found = beginningWith(name);
  return found.length === 0 && name.endsWith(' city') ? beginningWith(name.slice(0, -' city'.length)) : found;
}

/** Largest first. Two bisections find the range of names with this prefix. */
function beginningWith(name: string): number[] {
  const { names, ofName } = cities();
  const [from, to] = [firstFrom(names, name), firstFrom(names, afterPrefix(name))];
  return [...ofName.members.subarray(ofName.starts[from], ofName.starts[to])].sort(bySize);
}

/**
 * Largest first. Walks the sorted names like a trie: rows of the edit distance for the prefix that a name shares with
 * the previous one are reused, and once a prefix is too different, all names with it are skipped. So only a small part
 * of the names is read, however long the text is.
 */
function nearlyBeginningWith(typed: string): number[] {
  const allowed = typosAllowed(typed);
  const { names, ofName, longestName } = cities();
  if (allowed === 0 || typed.length > longestName + allowed) return [];
  const found: number[] = [];
  const walk = createPrefixDistance(typed, longestName);
  for (let index = 0; index < names.length;) {
    const name = names[index]!;
    const tooFarAfter = walk(name, allowed);
    if (tooFarAfter !== null) {
      index = firstFrom(names, afterPrefix(name.slice(0, tooFarAfter)), index + 1);
      continue;
    }
    if (isWithinTypos(typed, name) && !name.startsWith(typed)) found.push(...groupOf(ofName, index));
    index += 1;
  }
  return found.sort(bySize);
}

/** Sorts after every text that begins with `prefix`: no name contains a character this high. */
const afterPrefix = (prefix: string): string => `${prefix}\uffff`;

/** The index of the first value that is not less than this one. */
function firstFrom<T extends string | number>(sorted: ArrayLike<T>, value: T, from = 0): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Nearest first; one pass, without sorting them all. */
function nearest(found: readonly number[], near: Point, limit: number): number[] {
  const { x, y, z } = unitVector(near);
  const all = cities();
  const best: { rank: number; closeness: number }[] = [];
  for (const rank of found) {
    const closeness = all.x[rank]! * x + all.y[rank]! * y + all.z[rank]! * z;
    if (best.length === limit && closeness <= best.at(-1)!.closeness) continue;
    let place = best.length;
    while (place > 0 && best[place - 1]!.closeness < closeness) place -= 1;
    best.splice(place, 0, { rank, closeness });
    if (best.length > limit) best.pop();
  }
  return best.map(({ rank }) => rank);
}

function unitVector({ lat, lng }: Point): { x: number; y: number; z: number } {
  const [up, round] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
  return { x: Math.cos(up) * Math.cos(round), y: Math.cos(up) * Math.sin(round), z: Math.sin(up) };
}

/** How many cities each state has, by state code. */
export function citiesByState(): Map<string, number> {
  const { states, ofState } = cities();
  return new Map(states.map((state, index) => [state, ofState[index]!.length]));
}

/** By postal code and by name, as `searchable` writes them. */
const STATE_CODES = new Map(
  Object.entries(US_STATES).flatMap(([code, name]) => [
    [code.toLowerCase(), code],
    [searchable(name), code],
  ]),
);
const LONGEST_STATE = Math.max(...[...STATE_CODES.keys()].map((name) => name.split(' ').length));

/** What comes before a state at the end of the text; null if it does not end in one. */
function nameAndState(text: string): { name: string; isMeant: (rank: number) => boolean } | null {
  const words = text.split(' ');
  for (let length = Math.min(LONGEST_STATE, words.length - 1); length > 0; length -= 1) {
    const state = STATE_CODES.get(words.slice(-length).join(' '));
    if (state) return { name: words.slice(0, -length).join(' '), isMeant: within([state]) };
  }
  return null;
}

/** Lines are parsed on demand: parsing all of them takes longer than unpacking them. */
function lines(): Lines {
  if (unpacked) return unpacked;
  const file = join(root, 'src/api/place/places-data/us-zips.tsv.br');
  const text = brotliDecompressSync(readFileSync(file)).toString('latin1');
  const starts: number[] = [0];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  const zips = Uint32Array.from(starts, (start) => Number(text.slice(start, start + 5)));
  unpacked = { text, starts: Uint32Array.from([...starts, text.length + 1]), zips };
  return unpacked;
}

const zipText = (zip: number): string => String(zip).padStart(5, '0');

function placeAt(line: number): Place {
  const { text, starts } = lines();
  const [zip = '', city = '', state = '', lat, lng] = text.slice(starts[line], starts[line + 1]! - 1).split('\t');
  return { zip, city, state, lat: Number(lat) / 10_000, lng: Number(lng) / 10_000 };
}

function cities(): Cities {
  while (!cityIndex) step();
  return cityIndex;
}

function step(): void {
  building ??= build();
  const { done, value } = building.next();
  if (!done) return;
  cityIndex = value;
  // It would keep what it counted with.
  building = undefined;
}

/** What is counted of a city while the lines are read. */
interface Counted extends Point {
  key: string;
  state: string;
  /** The lines of its ZIP codes. */
  lines: number[];
}

/** Yields after every slice. */
function* build(): Generator<void, Cities> {
  const bySpelling = new Map<string, Counted>();
  const { length } = lines().zips;
  for (let line = 0; line < length; line++) {
    count(bySpelling, line);
    if (line % sliceLines === 0) yield;
  }
  const counted = [...bySpelling.values()].sort((a, b) => b.lines.length - a.lines.length || (a.key < b.key ? -1 : 1));
  yield;
  const numbers = () => new Float64Array(counted.length);
  const [lat, lng, x, y, z] = [numbers(), numbers(), numbers(), numbers(), numbers()];
  const state = new Uint8Array(counted.length);
  const byState = new Map<string, { index: number; ranks: number[] }>();
  const byName = new Map<string, number[]>();
  for (const [rank, city] of counted.entries()) {
    const at = unitVector(city);
    [lat[rank], lng[rank], x[rank], y[rank], z[rank]] = [city.lat, city.lng, at.x, at.y, at.z];
    const ofState = byState.get(city.state) ?? { index: byState.size, ranks: [] };
    byState.set(city.state, ofState);
    ofState.ranks.push(rank);
    state[rank] = ofState.index;
    const ofName = byName.get(city.key);
    if (ofName) ofName.push(rank);
    else byName.set(city.key, [rank]);
    if (rank % sliceLines === 0) yield;
  }
  const names = [...byName.keys()].sort();
  yield;
  return {
    line: Uint32Array.from(counted, (city) => city.lines[0]!),
    zips: Uint16Array.from(counted, (city) => city.lines.length),
    state,
    lat,
    lng,
    x,
    y,
    z,
    states: [...byState.keys()],
    ofState: [...byState.values()].map(({ ranks }) => ranks),
    names,
    ofName: groups(names.map((name) => byName.get(name)!)),
    ofCity: groups(counted.map((city) => city.lines)),
    longestName: Math.max(...names.map((name) => name.length)),
  };
}

function count(bySpelling: Map<string, Counted>, line: number): void {
  const { city, state, lat, lng } = placeAt(line);
  const spelling = `${city},${state}`;
  const known = bySpelling.get(spelling);
  if (!known) {
    bySpelling.set(spelling, { key: searchable(city), state, lat, lng, lines: [line] });
    return;
  }
  const zips = known.lines.push(line);
  known.lat += (lat - known.lat) / zips;
  known.lng += (lng - known.lng) / zips;
}

function groups(lists: readonly number[][]): Groups {
  const starts = new Uint32Array(lists.length + 1);
  for (const [index, list] of lists.entries()) starts[index + 1] = starts[index]! + list.length;
  return { starts, members: Uint32Array.from(lists.flat()) };
}

const groupOf = ({ starts, members }: Groups, index: number): Uint32Array =>
  members.subarray(starts[index], starts[index + 1]);

function publicCity(rank: number): City {
  const all = cities();
  const { city, state } = placeAt(all.line[rank]!);
  const rounded = (degrees: number) => Math.round(degrees * 10_000) / 10_000;
  return { city, state, zips: all.zips[rank]!, lat: rounded(all.lat[rank]!), lng: rounded(all.lng[rank]!) };
}

/** The ZIP code nearest to the center of a city, for when only the city was named; undefined for an unknown one. */
export function middleZipOf(city: string, state: string): string | undefined {
  const rank = rankOf(city, state);
  if (rank === undefined) return undefined;
  const middle = publicCity(rank);
  const own = [...groupOf(cities().ofCity, rank)].map(placeAt);
  return own.toSorted((a, b) => milesBetween(middle, a) - milesBetween(middle, b) || (a.zip < b.zip ? -1 : 1))[0]?.zip;
}
