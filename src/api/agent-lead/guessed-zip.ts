import { withPeriod } from '#src/machines/with-period.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { middleZipOf } from '#src/api/place/places.ts';

/** In the note of a stop whose ZIP code nobody gave: agents read it, and it is the record of that. */
export const GUESSED = 'Only the city is known. The ZIP code is that of the city center.';

interface Stop {
  city: string;
  state: string;
  zip: string;
  note?: string | null;
}

/** Whoever enters another ZIP code, or deletes the sentence from the note, says that the ZIP code is right. */
export const isZipGuessed = ({ city, state, zip, note }: Stop): boolean =>
  Boolean(note?.includes(GUESSED)) && zip === middleZipOf(city, state);

/** The length of a stop's note, as the schemas say. */
const NOTE_LENGTH = 1000;

/** A note that leaves no room for the sentence stays as it was written. */
export function withGuess(note: string | null | undefined): string {
  if (!note) return GUESSED;
  const told = note.includes(GUESSED) ? note : `${withPeriod(note)} ${GUESSED}`;
  return told.length > NOTE_LENGTH ? note : told;
}

export const withoutGuess = (note: string | null | undefined): string | null =>
  note?.replace(GUESSED, '').replaceAll('  ', ' ').trim() || null;

/** A stop as clients and carriers may read it, who would take a guessed ZIP code for an address. */
export const toldStop = <S extends Stop>(stop: S): Omit<S, 'zip'> & { zip: string | null } =>
  isZipGuessed(stop) ? { ...stop, zip: null, note: withoutGuess(stop.note) } : stop;

type End = 'origin' | 'destination';
type Ends = Pick<LeadRow, `${End}_${'city' | 'state' | 'zip' | 'lat' | 'lng'}`>;

/**
 * An end of a move as clients and carriers may read it. The move may be that of an estimate sent earlier, before the
 * lead's stops changed: a ZIP code entered later does not make the guess of then right.
 */
export function toldEnd(move: Ends, end: End, stops: readonly (Stop & { role: string })[]) {
  const [city, state, zip] = [move[`${end}_city`], move[`${end}_state`], move[`${end}_zip`]];
  if (city === null || state === null || zip === null) return null;
  const stop =
    end === 'origin' ? stops.find(({ role }) => role === 'pick-up') : stops.findLast(({ role }) => role === 'drop-off');
  const isSure = stop?.zip === zip ? !isZipGuessed(stop) : zip !== middleZipOf(city, state);
  return { city, state, zip: isSure ? zip : null, lat: move[`${end}_lat`], lng: move[`${end}_lng`] };
}
