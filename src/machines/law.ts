import type { AnyStateMachine, EventObject, SnapshotFrom } from 'xstate';

/**
 * What every law shares: a pure machine is asked whether an event may happen to a record, and if not, why not.
 * The guards of a law are phrases ("the client has an e-mail address"), so an unmet guard is its own explanation.
 */

/** Who does something. `system` stands for the clock and the worker. */
export type Role = 'agent' | 'carrier' | 'client' | 'mover' | 'assistant' | 'visitor' | 'system';

/** Guards whose phrase ends with this words who may do it; an unmet one is a matter of rights, not of requirements. */
const ROLE_GUARD = / does it$/;

interface GuardReference {
  type: string;
  params?: unknown;
}
type LooseGuard = string | GuardReference | ((...args: never[]) => unknown);
interface Candidate {
  guard?: LooseGuard;
}

/** The phrases of the guards on one transition, in the order in which they are asked. */
function phrasesOf(guard: LooseGuard | undefined): GuardReference[] {
  if (!guard) return [];
  if (typeof guard === 'string') return [{ type: guard }];
  if (typeof guard === 'function') return ((guard as { guards?: LooseGuard[] }).guards ?? []).flatMap(phrasesOf);
  return [guard];
}

function candidates(snapshot: { machine: AnyStateMachine; _nodes: unknown[] }, eventType: string): Candidate[] {
  const nodes = snapshot._nodes as { transitions: Map<string, Candidate[]> }[];
  return nodes.flatMap((node) => node.transitions.get(eventType) ?? []);
}

/** The guards of the law that do not hold for this event in this situation; empty where the event may happen. */
function unmetGuards(snapshot: LawSnapshot, event: EventObject, candidate: Candidate): string[] {
  const guards = snapshot.machine.implementations.guards as Record<
    string,
    (scope: { context: unknown; event: EventObject }, params: unknown) => boolean
  >;
  const scope = { context: snapshot.context, event };
  return phrasesOf(candidate.guard)
    .filter(({ type, params }) => {
      const given = typeof params === 'function' ? (params as (s: typeof scope) => unknown)(scope) : params;
      return !guards[type]!(scope, given);
    })
    .map(({ type }) => type);
}

export type LawSnapshot = SnapshotFrom<AnyStateMachine> & { machine: AnyStateMachine; context: unknown };

export type Verdict =
  | { may: true }
  | {
      may: false;
      /** `state`: nothing of the kind happens here. `role`: somebody else may. `requirements`: not yet. */
      because: 'state' | 'role' | 'requirements';
      /** The phrases that do not hold, fit to show a person. */
      unmet: string[];
    };

/** Judges one event on one snapshot of a law. Pure: neither side is changed. */
export function judge(snapshot: unknown, event: EventObject): Verdict {
  const law = snapshot as LawSnapshot;
  if (law.can(event)) return { may: true };
  const open = candidates(law as never, event.type);
  if (open.length === 0) return { may: false, because: 'state', unmet: [] };
  const unmet = unmetGuards(law, event, open[0]!);
  const role = unmet.find((phrase) => ROLE_GUARD.test(phrase));
  return role ? { may: false, because: 'role', unmet: [role] } : { may: false, because: 'requirements', unmet };
}

/** Every guard phrase that a law names on an event in any state, for lists and tests. */
export function guardsOf(machine: AnyStateMachine): { state: string; event: string; guards: string[] }[] {
  const rows: { state: string; event: string; guards: string[] }[] = [];
  const visit = (node: { key: string; path: string[]; transitions: Map<string, Candidate[]>; states: object }) => {
    for (const [event, list] of node.transitions) {
      for (const one of list) rows.push({ state: node.path.join('.'), event, guards: phrasesOf(one.guard).map((g) => g.type) });
    }
    for (const child of Object.values(node.states)) visit(child as typeof node);
  };
  visit(machine.root as never);
  return rows;
}
