/**
 * The United States' ZIP codes and cities, from data that ships with the product: no network, no database.
 * Read once, after the start (`warmPlaces`), and kept. A search looks at a small part of it. Source and licence: places-data/LICENSE.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { milesBetween, type Point } from './distance.ts';
import { root } from '#src/root.ts';
import { createPrefixDistance, isWithinTypos, searchable, typosAllowed } from '#src/api/database/typos.ts';

/** `zip` has five digits, `state` is the two-letter code, coordinates are those of the ZIP's delivery area. */
export type Place = Point & { zip: string; city: string; state: string };

/** The middle of a city's ZIP codes; `zips` is how many it has, a fair stand-in for its size. */
export type City = Point & { city: string; state: string; zips: number };

type IndexedCity = City & {
  key: string;
  /** Its place among all cities, the largest first. */
  rank: number;
  /** The point as a unit vector: the nearest city is the one with the largest product, without any trigonometry. */
  x: number;
  y: number;
  z: number;
};
interface Cities {
  byNameAndState: Map<string, IndexedCity>;
  /** The cities of a name, the largest first. */
  byName: Map<string, IndexedCity[]>;
  /** All names in the order of their letters: those with the same beginning stand together. */
  names: string[];
  byState: Map<string, IndexedCity[]>;
  largestFirst: IndexedCity[];
  zips: Map<string, string[]>;
  longestName: number;
}

const hardlyAny = 3;
/** Lines that are read at a time while the index is built beside other work. */
const sliceLines = 1_500;

let linesByZip: Map<string, string> | undefined;
let cityIndex: Cities | undefined;
let building: Generator<void, Cities> | undefined;

/** Builds the index of cities in slices of a few milliseconds, so that the first who asks for a city waits for nothing. */
export async function warmPlaces(): Promise<void> {
  while (!cityIndex) {
    step();
    await new Promise((resume) => setImmediate(resume));
  }
}

/** The place of a ZIP code, also written as ZIP+4; undefined when there is none. */
export function placeOfZip(zip: string): Place | undefined {
  const line = lines().get(zip.trim().slice(0, 5));
  return line === undefined ? undefined : parsed(line);
}

let areas: Set<string> | undefined;

/**
 * Whether the post delivers where a code begins like this, as one of the places does, of the islands, or of the
 * military: a code may be newer than the places.
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

/** The city of that name in that state, in any letter case; undefined when there is none. */
export function cityNamed(city: string, state: string): City | undefined {
  const found = cities().byNameAndState.get(`${searchable(city)},${state.trim().toUpperCase()}`);
  return found && publicCity(found);
}

/** Cities of exactly this name, the largest first. */
export function citiesNamed(name: string): City[] {
  return (cities().byName.get(searchable(name)) ?? []).map(publicCity);
}

/**
 * Cities whose name begins with `text`, which may end in a state ("portland, me"), the largest first. When hardly any
 * does, then also those that nearly do: one slip of the finger from four letters on, two from eight on ("Pitsburg" is
 * a village, and means Pittsburgh). `limit` is at most 50.
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
 * Cities of these states (all where none is named), the largest first, or the nearest to a point; narrowed to those
 * whose name begins with `query`, or nearly does. At most `limit`.
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

/** The largest first. Two bisections find where the names with this beginning stand. */
function beginningWith(name: string): IndexedCity[] {
  const { names, byName } = cities();
  return names
    .slice(firstFrom(names, name), firstFrom(names, afterPrefix(name)))
    .flatMap((one) => byName.get(one)!)
    .sort(bySize);
}

/**
 * The largest first. Walks the sorted names as a tree of letters: the rows of the edit distance that a name shares with
 * the one before it are kept, and as soon as a beginning is too far off, all names with it are skipped. So it looks at
 * a small part of the names, however long the text is.
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

/** Just after every text that begins with `prefix`: no name has a letter as high. */
const afterPrefix = (prefix: string): string => `${prefix}\uffff`;

/** The index of the first text that is not before `text`. */
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

/** The nearest first; one pass, without sorting them all. */
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

/** How many cities each state has, by its two letters. */
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

/** A line is parsed when it is asked for: parsing all of them takes longer than unpacking them. */
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

/** Stops after every slice. */
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

/** The ZIP code nearest to the middle of a city, for where somebody named only the city; undefined for an unknown one. */
export function middleZipOf(city: string, state: string): string | undefined {
  const middle = cityNamed(city, state);
  if (!middle) return undefined;
  const own = (cities().zips.get(`${middle.city},${middle.state}`) ?? []).map((zip) => placeOfZip(zip)!);
  return own.toSorted((a, b) => milesBetween(middle, a) - milesBetween(middle, b) || (a.zip < b.zip ? -1 : 1))[0]?.zip;
}
