import { transition } from 'xstate';
import type { AnyStateMachine, EventObject } from 'xstate';
import { judge } from './law.ts';

/**
 * The entry with which a row follows its law to a newer version: where it stood is what the older version says, where
 * it stands from then on what the newer one does. The law does not judge it.
 */
export const MODEL_CHANGED = 'model.changed';

/** What a history is folded through. Places are what the rows of a noun keep of its law. */
export interface Replayed<Place> {
  /** Whose history it is, as a sentence names it: `the lead`. */
  what: string;
  machine: AnyStateMachine;
  version: number;
  /** Where every history begins; null where each begins in the place that its first entry names. */
  start: Place | null;
  /** The entry that is no event of the law, from no place, with which every history begins; left out where there is none. */
  creation?: string;
  snapshot: (place: Place, facts: never) => unknown;
  placeOf: (snapshot: never) => Place;
  /** What a place is called in errors; another one for each place. */
  nameOf: (place: Place) => string;
}

/** One entry of a history, as the log keeps it. */
export interface ReplayedEntry<Place> {
  sequence: number;
  event: string;
  /** The event as it was judged, with what it carried. */
  judged: unknown;
  /** What the law looked at then. */
  facts: unknown;
  model_version: number;
  /** Null of a creation. */
  from: Place | null;
  to: Place;
}

/**
 * Folds a history through the law: where its record stands after all that happened to it. Entries of an older version
 * are history that the law of today does not judge; they must still follow each other without a gap, and lead over
 * `model.changed` to the version of today.
 *
 * @throws Error with the sequence number of the first entry that the law would not have allowed, that lands elsewhere
 * than it says, or that does not follow the one before it.
 */
export function replay<Place>(law: Replayed<Place>, entries: readonly ReplayedEntry<Place>[]): Place {
  let place = law.creation ? null : law.start;
  let version: number | null = null;
  for (const [index, entry] of entries.entries()) {
    const wrong = (what: string) => new Error(`Entry ${entry.sequence} (${entry.event}): ${what}`);
    if (entry.sequence !== index + 1) throw wrong(`the sequence should be ${index + 1}.`);
    const reason = wrongVersion(law, entry, version);
    if (reason) throw wrong(reason);
    version = entry.model_version;
    const isJudged = version === law.version && entry.event !== MODEL_CHANGED;
    if (index === 0 && law.creation) {
      if (entry.event !== law.creation || entry.from !== null) throw wrong(`a history begins with the creation of ${law.what}.`);
      place = isJudged ? law.start : entry.to;
    } else {
      // What was never touched while an older version held began where that version began.
      if (index === 0 && (!isJudged || place === null)) place = entry.from;
      if (entry.from === null || law.nameOf(entry.from) !== law.nameOf(place!)) {
        throw wrong(`it leaves from ${entry.from === null ? 'nowhere' : law.nameOf(entry.from)}, but ${law.what} stands in ${law.nameOf(place!)}.`);
      }
      place = isJudged ? follow(law, place!, entry, wrong) : entry.to;
    }
    if (law.nameOf(place!) !== law.nameOf(entry.to)) throw wrong(`it lands in ${law.nameOf(place!)}, but the entry says ${law.nameOf(entry.to)}.`);
  }
  if (place === null) throw new Error('A history without entries leads nowhere.');
  return place;
}

/** @returns why the version of an entry cannot follow that of the one before it, or null */
function wrongVersion<Place>(law: Replayed<Place>, { event, model_version: version }: ReplayedEntry<Place>, before: number | null): string | null {
  if (version > law.version) return `version ${version} of the law is newer than the law, which is ${law.version}.`;
  if (event === MODEL_CHANGED) return version > (before ?? 1) ? null : `it does not raise the version of the law, which was ${before ?? version}.`;
  return before === null || version === before ? null : `version ${version} of the law follows ${before} without ${MODEL_CHANGED}.`;
}

function follow<Place>(law: Replayed<Place>, place: Place, entry: ReplayedEntry<Place>, wrong: (what: string) => Error): Place {
  const event = entry.judged as EventObject;
  if (event.type !== entry.event) throw wrong(`what was judged is ${event.type}.`);
  const snapshot = law.snapshot(place, entry.facts as never);
  const verdict = judge(snapshot, event);
  if (!verdict.may) throw wrong(`the law does not allow it in ${law.nameOf(place)}${verdict.unmet.length > 0 ? `: ${verdict.unmet.join('; ')}` : ''}.`);
  return law.placeOf(transition(law.machine, snapshot as never, event)[0] as never);
}
