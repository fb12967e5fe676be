import { createActor, transition } from 'xstate';
import { sessionMachine } from '#src/machines/session/session.machine.ts';
import type { SessionEvent } from '#src/machines/session/session.machine.ts';
import type { PortalRole, SessionUser } from '#src/machines/session/session.user.ts';

type Snapshot = ReturnType<typeof start>;

/** What the server answers, or that it does not. */
export type ServerAnswer =
  | 'read: somebody'
  | 'read: nobody'
  | 'read: an unknown role'
  | 'read: no answer'
  | 'sign-in: accepted'
  | 'sign-in: an unknown role'
  | 'sign-in: refused'
  | 'sign-in: no answer'
  | 'sign-out: done'
  | 'sign-out: no answer';

export type SessionHappening = SessionEvent['type'] | ServerAnswer;

export type SessionPlace = 'restoring' | 'unreachable' | 'unknownRole' | 'signedOut' | 'signingIn' | 'settled' | 'refreshing' | 'signingOut';

export interface SessionStep {
  happening: SessionHappening;
  place: SessionPlace;
  problem: string | null;
}

const start = () => createActor(sessionMachine).getSnapshot();

/** Anybody of a role: only the role steers this machine. */
const person = (role: string): SessionUser => ({ id: 'u1', role: role as PortalRole, name: 'Sam', email: 'sam@test.example', avatarUrl: null, carrierId: null, gates: [], subscription: null, rights: [] });

const answered = (actor: string, output: unknown) => ({ type: `xstate.done.actor.${actor}`, output, actorId: actor });
const failed = (actor: string) => ({ type: `xstate.error.actor.${actor}`, error: new Error('no answer'), actorId: actor });

function events(role: PortalRole): Record<SessionHappening, { type: string }> {
  return {
    'restore.retried': { type: 'restore.retried' },
    'credentials.entered': { type: 'credentials.entered', platform: 'agent-portal', email: 'sam@test.example', password: 'x' } as SessionEvent,
    'user.changed': { type: 'user.changed' },
    'session.expired': { type: 'session.expired' },
    'session.changed-elsewhere': { type: 'session.changed-elsewhere' },
    'sign-out.asked': { type: 'sign-out.asked' },
    'read: somebody': answered('readSession', person(role)),
    'read: nobody': answered('readSession', null),
    'read: an unknown role': answered('readSession', person('auditor')),
    'read: no answer': failed('readSession'),
    'sign-in: accepted': answered('signIn', { ok: true, user: person(role) }),
    'sign-in: an unknown role': answered('signIn', { ok: true, user: person('auditor') }),
    'sign-in: refused': answered('signIn', { ok: false, problem: 'The e-mail or the password is not right.' }),
    'sign-in: no answer': failed('signIn'),
    'sign-out: done': answered('signOut', undefined),
    'sign-out: no answer': failed('signOut'),
  };
}

const placeOf = ({ value }: Snapshot): SessionPlace => (typeof value === 'string' ? value : value.signedIn);

/**
 * One walk over every transition of the session, from the opened page on: always to the nearest one that was not
 * walked yet. One page walks them all, as it does in the hands of a person.
 */
export function sessionTour(role: PortalRole): SessionStep[] {
  const happenings = Object.entries(events(role)) as [SessionHappening, never][];
  const walked = new Set<string>();
  const tour: SessionStep[] = [];
  let here = start();
  for (let way = nearest(here); way; way = nearest(here)) {
    for (const [happening, event] of way) {
      walked.add(`${placeOf(here)} ${happening}`);
      [here] = transition(sessionMachine, here, event);
      tour.push({ happening, place: placeOf(here), problem: here.context.problem });
    }
  }
  return tour;

  /** The shortest way from here that ends with a transition that was not walked. */
  function nearest(from: Snapshot): [SessionHappening, never][] | undefined {
    const ways = [{ at: from, way: [] as [SessionHappening, never][] }];
    const seen = new Set([placeOf(from)]);
    for (const { at, way } of ways) {
      for (const [happening, event] of happenings) {
        if (!at.can(event)) continue;
        const longer = [...way, [happening, event] as [SessionHappening, never]];
        if (!walked.has(`${placeOf(at)} ${happening}`)) return longer;
        const [next] = transition(sessionMachine, at, event);
        if (seen.has(placeOf(next))) continue;
        seen.add(placeOf(next));
        ways.push({ at: next, way: longer });
      }
    }
    return undefined;
  }
}
