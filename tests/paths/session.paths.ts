import type { SnapshotFrom } from 'xstate';
import type { SessionEvent, sessionMachine } from '#src/machines/session/session.machine.ts';
import type { FlowPlace, PlaceOf } from './models/flow-model.ts';
import { stepFrom } from './models/path-model.ts';
import { session } from './models/session.model.ts';
import { choose } from './tool/strategies.ts';
import { walkOf } from './tool/walk.ts';

export type SessionPlace = PlaceOf<typeof sessionMachine>;

/** One of the model's events: of the machine itself, or an answer. */
export type SessionHappening = SessionEvent['type'] | `${'readSession' | 'signIn' | 'signOut'}: ${string}`;

export interface SessionStep {
  happening: SessionHappening;
  place: SessionPlace;
  /** What the sign-in form then says. */
  problem: string | null;
}

/**
 * One walk over every transition of the session, from the opened page on: always to the nearest one that was not
 * walked yet. One page walks them all, as it does in the hands of a person.
 */
export function sessionTour(): SessionStep[] {
  const [path] = choose(walkOf(session), 'tour', { cases: 1, length: 0, seed: 0 }).paths;
  // Which sentence is shown depends on the whole way there.
  let place: unknown = session.start;
  return path!.map(({ event }) => {
    place = stepFrom(session, place, event)!.to;
    const { context } = (place as FlowPlace).snapshot as SnapshotFrom<typeof sessionMachine>;
    return { happening: event as SessionHappening, place: session.keyOf(place) as SessionPlace, problem: context.problem };
  });
}
