/**
 * The United States' ZIP codes and cities, from data that ships with the product: no network, no database. Loaded once,
 * after the start (`warmPlaces`), and kept. A search reads a small part of it. Source and license:
 * places-data/LICENSE.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { milesBetween, type Point } from './distance.ts';
import { root } from '#src/root.ts';
import { createPrefixDistance, isWithinTypos, searchable, typosAllowed } from '#src/api/database/typos.ts';

/** `zip` has five digits, `state` is the two-letter code, coordinates are those of the ZIP's delivery area. */
export type Place = Point & { zip: string; city: string; state: string };

/** The center of a city's ZIP codes; `zips` is how many it has, which approximates its size. */
export type City = Point & { city: string; state: string; zips: number };

type IndexedCity = City & {
  key: string;
  /** Its rank among all cities, largest first. */
  rank: number;
  /** The position as a unit vector: the nearest city has the largest dot product, without any trigonometry. */
  x: number;
  y: number;
  z: number;
};
interface Cities {
  byNameAndState: Map<string, IndexedCity>;
  /** The cities of a name, largest first. */
  byName: Map<string, IndexedCity[]>;
  /** All names in alphabetical order, so that those with the same prefix are adjacent. */
  names: string[];
  byState: Map<string, IndexedCity[]>;
  largestFirst: IndexedCity[];
  zips: Map<string, string[]>;
  longestName: number;
}

const hardlyAny = 3;
/** Lines processed per slice while the index is built in the background. */
const sliceLines = 1_500;

let linesByZip: Map<string, string> | undefined;
let cityIndex: Cities | undefined;
let building: Generator<void, Cities> | undefined;

/** Builds the index of cities in slices of a few milliseconds, so that the first request for a city does not wait. */
export async function warmPlaces(): Promise<void> {
  while (!cityIndex) {
    step();
    await new Promise((resume) => setImmediate(resume));
  }
}

/** The place of a ZIP code, also in the form ZIP+4; undefined if there is none. */
export function placeOfZip(zip: string): Place | undefined {
  const line = lines().get(zip.trim().slice(0, 5));
  return line === undefined ? undefined : parsed(line);
}

let areas: Set<string> | undefined;

/**
 * Whether mail is delivered in areas whose code begins like this, judging by the known places, the islands, and the
 * military: a code may be newer than the data.
 */
export function isZipArea(zip: string): boolean {
  areas ??= new Set([...lines().keys(), ...ISLANDS_AND_MILITARY].map((one) => one.slice(0, 3)));
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
  const found = cities().byNameAndState.get(`${searchable(city)},${state.trim().toUpperCase()}`);
  return found && publicCity(found);
}

/** Cities with exactly this name, largest first. */
export function citiesNamed(name: string): City[] {
  return (cities().byName.get(searchable(name)) ?? []).map(publicCity);
}

/**
 * Cities whose name begins with `text`, which may end in a state ("portland, me"), largest first. If hardly any does,
 * also approximate matches: one typo from four letters on, two from eight on ("Pitsburg" is a village, but means
 * Pittsburgh). `limit` is at most 50.
 */
export function searchCities(text: string, options: { state?: string; limit?: number } = {}): City[] {
  const limit = Math.min(options.limit ?? 10, 50);
  const { name, state } = nameAndState(text, options.state);
  if (name.length < 2) return [];
  const inState = ({ state: own }: IndexedCity) => !state || own === state;
  const exact = beginningWith(name).filter(inState);
  const near = exact.length < hardlyAny ? nearlyBeginningWith(name).filter(inState) : [];
  return [...exact, ...near].slice(0, limit).map(publicCity);
}

/**
 * Cities of these states (all if none is given), largest first, or nearest to a point; narrowed to those whose name
 * begins with `query`, or approximately does. At most `limit`.
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
  const name = searchable(query ?? '');
  const isMeant = ({ state }: IndexedCity) => !states?.length || states.includes(state);
  const all = (): IndexedCity[] =>
    states?.length ? [...new Set(states)].flatMap((state) => cities().byState.get(state) ?? []) : cities().largestFirst;
  const exact = name === '' ? all() : beginningWith(name).filter(isMeant);
  const found = exact.length > 0 ? exact : nearlyBeginningWith(name).filter(isMeant);
  if (near) return nearest(found, near, limit).map(publicCity);
  return (name === '' && (states?.length ?? 0) > 1 ? found.toSorted(bySize) : found).slice(0, limit).map(publicCity);
}

const bySize = (a: IndexedCity, b: IndexedCity): number => a.rank - b.rank;

/** Largest first. Two bisections find the range of names with this prefix. */
function beginningWith(name: string): IndexedCity[] {
  const { names, byName } = cities();
  return names
    .slice(firstFrom(names, name), firstFrom(names, afterPrefix(name)))
    .flatMap((one) => byName.get(one)!)
    .sort(bySize);
}

/**
 * Largest first. Walks the sorted names like a trie: rows of the edit distance for the prefix that a name shares with
 * the previous one are reused, and once a prefix is too different, all names with it are skipped. So only a small part
 * of the names is read, however long the text is.
 */
function nearlyBeginningWith(typed: string): IndexedCity[] {
  const allowed = typosAllowed(typed);
  const { names, byName, longestName } = cities();
  if (allowed === 0 || typed.length > longestName + allowed) return [];
  const found: IndexedCity[] = [];
  const walk = createPrefixDistance(typed, longestName);
  for (let index = 0; index < names.length;) {
    const name = names[index]!;
    const tooFarAfter = walk(name, allowed);
    if (tooFarAfter !== null) {
      index = firstFrom(names, afterPrefix(name.slice(0, tooFarAfter)), index + 1);
      continue;
    }
    if (isWithinTypos(typed, name) && !name.startsWith(typed)) found.push(...byName.get(name)!);
    index += 1;
  }
  return found.sort(bySize);
}

/** Sorts after every text that begins with `prefix`: no name contains a character this high. */
const afterPrefix = (prefix: string): string => `${prefix}\uffff`;

/** The index of the first text that is not less than `text`. */
function firstFrom(sorted: readonly string[], text: string, from = 0): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Nearest first; one pass, without sorting them all. */
function nearest(found: readonly IndexedCity[], near: Point, limit: number): IndexedCity[] {
  const { x, y, z } = unitVector(near);
  const best: { city: IndexedCity; closeness: number }[] = [];
  for (const city of found) {
    const closeness = city.x * x + city.y * y + city.z * z;
    if (best.length === limit && closeness <= best.at(-1)!.closeness) continue;
    let place = best.length;
    while (place > 0 && best[place - 1]!.closeness < closeness) place -= 1;
    best.splice(place, 0, { city, closeness });
    if (best.length > limit) best.pop();
  }
  return best.map(({ city }) => city);
}

function unitVector({ lat, lng }: Point): { x: number; y: number; z: number } {
  const [up, round] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
  return { x: Math.cos(up) * Math.cos(round), y: Math.cos(up) * Math.sin(round), z: Math.sin(up) };
}

/** How many cities each state has, by state code. */
export function citiesByState(): Map<string, number> {
  return new Map([...cities().byState].map(([state, own]) => [state, own.length]));
}

function nameAndState(text: string, given: string | undefined): { name: string; state: string | undefined } {
  const trimmed = text.trim();
  const comma = trimmed.lastIndexOf(',');
  const state = trimmed.slice(comma + 1).trim();
  if (comma > 0 && /^[A-Za-z]{2}$/.test(state))
    return { name: searchable(trimmed.slice(0, comma)), state: state.toUpperCase() };
  return { name: searchable(text), state: given?.toUpperCase() };
}

/** Lines are parsed on demand: parsing all of them takes longer than unpacking them. */
function lines(): Map<string, string> {
  if (linesByZip) return linesByZip;
  const file = join(root, 'src/api/place/places-data/us-zips.tsv.br');
  const all = brotliDecompressSync(readFileSync(file)).toString('utf8').split('\n');
  linesByZip = new Map(all.map((line) => [line.slice(0, 5), line]));
  return linesByZip;
}

function parsed(line: string): Place {
  const [zip = '', city = '', state = '', lat, lng] = line.split('\t');
  return { zip, city, state, lat: Number(lat) / 10_000, lng: Number(lng) / 10_000 };
}

function cities(): Cities {
  while (!cityIndex) step();
  return cityIndex;
}

function step(): void {
  building ??= build();
  const { done, value } = building.next();
  if (done) cityIndex = value;
}

/** Yields after every slice. */
function* build(): Generator<void, Cities> {
  const bySpelling = new Map<string, IndexedCity>();
  const zips = new Map<string, string[]>();
  let read = 0;
  for (const line of lines().values()) {
    addToCity(bySpelling, zips, parsed(line));
    if ((read += 1) % sliceLines === 0) yield;
  }
  const largestFirst = [...bySpelling.values()].sort((a, b) => b.zips - a.zips || (a.key < b.key ? -1 : 1));
  yield;
  const byNameAndState = new Map<string, IndexedCity>();
  const byName = new Map<string, IndexedCity[]>();
  const byState = new Map<string, IndexedCity[]>();
  for (const [rank, city] of largestFirst.entries()) {
    Object.assign(city, { rank, ...unitVector(city) });
    byNameAndState.set(`${city.key},${city.state}`, city);
    byName.set(city.key, [...(byName.get(city.key) ?? []), city]);
    const ofState = byState.get(city.state);
    if (ofState) ofState.push(city);
    else byState.set(city.state, [city]);
    if (rank % sliceLines === 0) yield;
  }
  const names = [...byName.keys()].sort();
  return {
    byNameAndState,
    byName,
    names,
    byState,
    largestFirst,
    zips,
    longestName: Math.max(...names.map(({ length }) => length)),
  };
}

function addToCity(
  bySpelling: Map<string, IndexedCity>,
  zips: Map<string, string[]>,
  { zip, city, state, lat, lng }: Place,
): void {
  const spelling = `${city},${state}`;
  const known = bySpelling.get(spelling);
  if (!known) {
    bySpelling.set(spelling, { city, state, lat, lng, zips: 1, key: searchable(city), rank: 0, x: 0, y: 0, z: 0 });
    zips.set(spelling, [zip]);
    return;
  }
  zips.get(spelling)!.push(zip);
  known.zips += 1;
  known.lat += (lat - known.lat) / known.zips;
  known.lng += (lng - known.lng) / known.zips;
}

function publicCity({ city, state, lat, lng, zips }: IndexedCity): City {
  return { city, state, zips, lat: Math.round(lat * 10_000) / 10_000, lng: Math.round(lng * 10_000) / 10_000 };
}

/** The ZIP code nearest to the center of a city, for when only the city was named; undefined for an unknown one. */
export function middleZipOf(city: string, state: string): string | undefined {
  const middle = cityNamed(city, state);
  if (!middle) return undefined;
  const own = (cities().zips.get(`${middle.city},${middle.state}`) ?? []).map((zip) => placeOfZip(zip)!);
  return own.toSorted((a, b) => milesBetween(middle, a) - milesBetween(middle, b) || (a.zip < b.zip ? -1 : 1))[0]?.zip;
}
