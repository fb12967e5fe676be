import type { EventObject } from 'xstate';
import type { Lifecycle } from './lifecycle.ts';

/**
 * The entry with which a row follows its lifecycle to a newer version: where it stood is what the older version says, where
 * it stands from then on what the newer one does. The lifecycle does not judge it.
 */
export const MODEL_CHANGED = 'model.changed';

/** One entry of a history, as the log keeps it. */
export interface HistoryEntry {
  sequence: number;
  event: string;
  /** The event as it was judged, with what it carried. */
  judged: unknown;
  /** What the lifecycle looked at then. */
  facts: unknown;
  model_version: number;
  /** By its name; null of a creation. */
  from_state: string | null;
  to_state: string;
}

/**
 * Folds a history through the lifecycle: where its record stands after all that happened to it. Entries of an older version
 * are history that the lifecycle of today does not judge; they must still follow each other without a gap, and lead over
 * `model.changed` to the version of today.
 *
 * @throws Error with the sequence number of the first entry that the lifecycle would not have allowed, that lands elsewhere
 * than it says, or that does not follow the one before it.
 */
export function replay<State>(lifecycle: Lifecycle<State, never, never>, entries: readonly HistoryEntry[]): State {
  const { creation, what } = lifecycle;
  const start = lifecycle.start === null ? null : lifecycle.nameOf(lifecycle.start);
  let state = creation ? null : start;
  let version: number | null = null;
  for (const [index, entry] of entries.entries()) {
    const { event, from_state: from, to_state: to } = entry;
    const wrong = (why: string) => new Error(`Entry ${entry.sequence} (${event}): ${why}`);
    if (entry.sequence !== index + 1) throw wrong(`the sequence should be ${index + 1}.`);
    const reason = wrongVersion(lifecycle, entry, version);
    if (reason) throw wrong(reason);
    version = entry.model_version;
    const isJudged = version === lifecycle.version && event !== MODEL_CHANGED;
    if (index === 0 && creation) {
      if (event !== creation || from !== null) throw wrong(`a history begins with the creation of ${what}.`);
      state = isJudged ? start : to;
    } else {
      // What was never touched while an older version held began where that version began.
      if (index === 0 && (!isJudged || state === null)) state = from;
      if (from === null || from !== state)
        throw wrong(`it leaves from ${from ?? 'nowhere'}, but ${what} stands in ${state}.`);
      state = isJudged ? follow(lifecycle, from, entry, wrong) : to;
    }
    if (state !== to) throw wrong(`it lands in ${state}, but the entry says ${to}.`);
  }
  if (state === null) throw new Error('A history without entries leads nowhere.');
  return lifecycle.stateNamed(state);
}

/** @returns why the version of an entry cannot follow that of the one before it, or null */
function wrongVersion(
  lifecycle: { version: number },
  { event, model_version: version }: HistoryEntry,
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

/** @returns the name of the state in which the lifecycle of today lands */
function follow<State>(
  { judgeKept, nameOf, stateNamed }: Lifecycle<State, never, never>,
  from: string,
  entry: HistoryEntry,
  wrong: (why: string) => Error,
): string {
  const event = entry.judged as EventObject;
  if (event.type !== entry.event) throw wrong(`what was judged is ${event.type}.`);
  const verdict = judgeKept(stateNamed(from), entry.facts, event);
  if (!verdict.may)
    throw wrong(
      `the lifecycle does not allow it in ${from}${verdict.unmet.length > 0 ? `: ${verdict.unmet.join('; ')}` : ''}.`,
    );
  return nameOf(verdict.next);
}
