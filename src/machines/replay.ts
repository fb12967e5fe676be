import type { EventObject } from 'xstate';
import type { Lifecycle } from './lifecycle.ts';

/**
 * The entry with which a row follows its lifecycle to a newer version: where it stood is what the older version says, where
 * it stands from then on what the newer one does. The lifecycle does not judge it.
 */
export const MODEL_CHANGED = 'model.changed';

/** One entry of a history, as the log keeps it. */
export interface ReplayedEntry<Place> {
  sequence: number;
  event: string;
  /** The event as it was judged, with what it carried. */
  judged: unknown;
  /** What the lifecycle looked at then. */
  facts: unknown;
  model_version: number;
  /** Null of a creation. */
  from: Place | null;
  to: Place;
}

/**
 * Folds a history through the lifecycle: where its record stands after all that happened to it. Entries of an older version
 * are history that the lifecycle of today does not judge; they must still follow each other without a gap, and lead over
 * `model.changed` to the version of today.
 *
 * @throws Error with the sequence number of the first entry that the lifecycle would not have allowed, that lands elsewhere
 * than it says, or that does not follow the one before it.
 */
export function replay<Place>(
  lifecycle: Lifecycle<Place, never, never>,
  entries: readonly ReplayedEntry<Place>[],
): Place {
  let place = lifecycle.creation ? null : lifecycle.start;
  let version: number | null = null;
  for (const [index, entry] of entries.entries()) {
    const wrong = (what: string) => new Error(`Entry ${entry.sequence} (${entry.event}): ${what}`);
    if (entry.sequence !== index + 1) throw wrong(`the sequence should be ${index + 1}.`);
    const reason = wrongVersion(lifecycle, entry, version);
    if (reason) throw wrong(reason);
    version = entry.model_version;
    const isJudged = version === lifecycle.version && entry.event !== MODEL_CHANGED;
    if (index === 0 && lifecycle.creation) {
      if (entry.event !== lifecycle.creation || entry.from !== null)
        throw wrong(`a history begins with the creation of ${lifecycle.what}.`);
      place = isJudged ? lifecycle.start : entry.to;
    } else {
      // What was never touched while an older version held began where that version began.
      if (index === 0 && (!isJudged || place === null)) place = entry.from;
      if (entry.from === null || lifecycle.nameOf(entry.from) !== lifecycle.nameOf(place!)) {
        throw wrong(
          `it leaves from ${entry.from === null ? 'nowhere' : lifecycle.nameOf(entry.from)}, but ${lifecycle.what} stands in ${lifecycle.nameOf(place!)}.`,
        );
      }
      place = isJudged ? follow(lifecycle, place!, entry, wrong) : entry.to;
    }
    if (lifecycle.nameOf(place!) !== lifecycle.nameOf(entry.to))
      throw wrong(`it lands in ${lifecycle.nameOf(place!)}, but the entry says ${lifecycle.nameOf(entry.to)}.`);
  }
  if (place === null) throw new Error('A history without entries leads nowhere.');
  return place;
}

/** @returns why the version of an entry cannot follow that of the one before it, or null */
function wrongVersion<Place>(
  lifecycle: Lifecycle<Place, never, never>,
  { event, model_version: version }: ReplayedEntry<Place>,
  before: number | null,
): string | null {
  if (version > lifecycle.version)
    return `version ${version} of the lifecycle is newer than the lifecycle, which is ${lifecycle.version}.`;
  if (event === MODEL_CHANGED)
    return version > (before ?? 1)
      ? null
      : `it does not raise the version of the lifecycle, which was ${before ?? version}.`;
  return before === null || version === before
    ? null
    : `version ${version} of the lifecycle follows ${before} without ${MODEL_CHANGED}.`;
}

function follow<Place>(
  lifecycle: Lifecycle<Place, never, never>,
  place: Place,
  entry: ReplayedEntry<Place>,
  wrong: (what: string) => Error,
): Place {
  const event = entry.judged as EventObject;
  if (event.type !== entry.event) throw wrong(`what was judged is ${event.type}.`);
  const verdict = lifecycle.judge(place, entry.facts as never, event as never);
  if (!verdict.may)
    throw wrong(
      `the lifecycle does not allow it in ${lifecycle.nameOf(place)}${verdict.unmet.length > 0 ? `: ${verdict.unmet.join('; ')}` : ''}.`,
    );
  return verdict.next;
}
