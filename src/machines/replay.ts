import type { EventObject } from 'xstate';
import type { Lifecycle } from './lifecycle.ts';

/**
 * The entry that moves a row to a newer version of its lifecycle: `from` is a state of the older version, `to` one of
 * the newer. The lifecycle does not judge it.
 */
export const MODEL_CHANGED = 'model.changed';

/** One entry of a history, as stored in the log. */
export interface HistoryEntry {
  sequence: number;
  event: string;
  /** The event as it was judged, with its payload. */
  judged: unknown;
  /** The facts that the lifecycle judged by. */
  facts: unknown;
  model_version: number;
  /** State name; null for a creation. */
  from_state: string | null;
  to_state: string;
}

/**
 * Replays a history through the lifecycle and returns the resulting state of its record. Entries of older versions are
 * not judged by the current lifecycle, but they must follow each other without a gap and lead to the current version
 * through `model.changed`.
 *
 * @throws Error with the sequence number of the first entry that the lifecycle would not have allowed, that ends in a
 * different state than it claims, or that does not follow the entry before it.
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
      // A record that was never changed under an older version starts in that version's initial state.
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

/** @returns why an entry's version cannot follow the previous entry's, or null */
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

/** @returns the name of the state that the current lifecycle leads to */
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
