/**
 * The United States' ZIP codes and cities, from data that ships with the product: no network, no database.
 * Read at the first question about a ZIP (some 20 ms) or a city (some 90 ms), then kept. Source and licence: places-data/LICENSE.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { milesBetween, type Point } from './distance.ts';
import { isWithinTypos, searchable } from './typos.ts';

/** `zip` has five digits, `state` is the two-letter code, coordinates are those of the ZIP's delivery area. */
export type Place = Point & { zip: string; city: string; state: string };

/** The middle of a city's ZIP codes; `zips` is how many it has, a fair stand-in for its size. */
export type City = Point & { city: string; state: string; zips: number };

type IndexedCity = City & { key: string };
type Cities = { byName: Map<string, IndexedCity>; largestFirst: IndexedCity[] };

const hardlyAny = 3;

let linesByZip: Map<string, string> | undefined;
let cityIndex: Cities | undefined;

/** The place of a ZIP code, also written as ZIP+4; undefined when there is none. */
export function placeOfZip(zip: string): Place | undefined {
  const line = lines().get(zip.trim().slice(0, 5));
  return line === undefined ? undefined : parsed(line);
}

/** The city of that name in that state, in any letter case; undefined when there is none. */
export function cityNamed(city: string, state: string): City | undefined {
  const found = cities().byName.get(`${searchable(city)},${state.trim().toUpperCase()}`);
  return found && publicCity(found);
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
  const candidates = cities().largestFirst.filter((city) => !state || city.state === state);
  const exact = candidates.filter((city) => city.key.startsWith(name));
  const near =
    exact.length < hardlyAny
      ? candidates.filter((city) => !city.key.startsWith(name) && isWithinTypos(name, city.key))
      : [];
  return [...exact, ...near].slice(0, limit).map(publicCity);
}

/**
 * Cities of these states (all where none is named), the largest first, or the nearest to a point; narrowed to those
 * whose name begins with `query`, or nearly does. At most `limit`.
 */
export function listCities({ states, query, near, limit }: { states?: readonly string[]; query?: string; near?: Point; limit: number }): City[] {
  const name = searchable(query ?? '');
  const inStates = cities().largestFirst.filter((city) => !states?.length || states.includes(city.state));
  const exact = inStates.filter((city) => city.key.startsWith(name));
  const found = exact.length > 0 ? exact : inStates.filter((city) => isWithinTypos(name, city.key));
  if (!near) return found.slice(0, limit).map(publicCity);
  const byDistance = found.map((city) => ({ city, miles: milesBetween(near, city) })).sort((a, b) => a.miles - b.miles);
  return byDistance.slice(0, limit).map(({ city }) => publicCity(city));
}

/** How many cities each state has, by its two letters. */
export function citiesByState(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { state } of cities().largestFirst) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
}

function nameAndState(text: string, given: string | undefined): { name: string; state: string | undefined } {
  const match = /^(.+?)\s*,\s*([A-Za-z]{2})$/.exec(text.trim());
  if (match?.[1] && match[2]) return { name: searchable(match[1]), state: match[2].toUpperCase() };
  return { name: searchable(text), state: given?.toUpperCase() };
}

/** A line is parsed when it is asked for: parsing all of them takes longer than unpacking them. */
function lines(): Map<string, string> {
  if (linesByZip) return linesByZip;
  const file = join(import.meta.dirname, 'places-data/us-zips.tsv.br');
  const all = brotliDecompressSync(readFileSync(file)).toString('utf8').split('\n');
  linesByZip = new Map(all.map((line) => [line.slice(0, 5), line]));
  return linesByZip;
}

function parsed(line: string): Place {
  const [zip = '', city = '', state = '', lat, lng] = line.split('\t');
  return { zip, city, state, lat: Number(lat) / 10_000, lng: Number(lng) / 10_000 };
}

function cities(): Cities {
  if (cityIndex) return cityIndex;
  const bySpelling = new Map<string, IndexedCity>();
  for (const line of lines().values()) addToCity(bySpelling, parsed(line));
  const largestFirst = [...bySpelling.values()].sort((a, b) => b.zips - a.zips || (a.key < b.key ? -1 : 1));
  const byName = new Map(largestFirst.map((city) => [`${city.key},${city.state}`, city]));
  cityIndex = { byName, largestFirst };
  return cityIndex;
}

function addToCity(bySpelling: Map<string, IndexedCity>, { city, state, lat, lng }: Place): void {
  const spelling = `${city},${state}`;
  const known = bySpelling.get(spelling);
  if (!known) {
    bySpelling.set(spelling, { city, state, lat, lng, zips: 1, key: searchable(city) });
    return;
  }
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
  const own = [...lines().values()].map(parsed).filter((place) => place.state === middle.state && place.city === middle.city);
  return own.toSorted((a, b) => milesBetween(middle, a) - milesBetween(middle, b) || (a.zip < b.zip ? -1 : 1))[0]?.zip;
}
