import dayjs from 'dayjs';
import { and, assign, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { Role } from '../law.ts';

/**
 * Whether a carrier may bid on a job and be awarded it: one region for each thing that it must have. A state that holds
 * something up carries the tag of what it blocks; no other place decides that.
 *
 * agreement  unsigned | signed: the broker-carrier agreement
 * authority  pending | active | revoked: whether the brokerage has found its operating authority in order
 * liability, cargo
 *            missing     no policy of the kind has begun
 *            in-force    covered from today through the latest delivery of the job
 *            ends-early  covered today, but not until the delivery
 *            ended       covered once, and no longer
 *
 * Dates are `YYYY-MM-DD`. With no job to look at, the last day of the job is today.
 * Raise the version with every change of a state, transition or guard.
 */
export const COMPLIANCE_MODEL_VERSION = 1;

export const REQUIREMENTS = ['agreement', 'authority', 'liability', 'cargo'] as const;
export type Requirement = (typeof REQUIREMENTS)[number];
export const REQUIRED_COVER = ['liability', 'cargo'] as const satisfies readonly Requirement[];
export type RequiredCover = (typeof REQUIRED_COVER)[number];
export type Right = 'bid' | 'award';
export type Authority = 'active' | 'pending' | 'revoked';

/** How far one kind of cover reaches, once the event has happened. */
export interface CoverReach {
  /** The last day of the cover that holds today, else of the last one that has ended; null where none ever began. */
  until: string | null;
  today: string;
  /** The last day of the job. */
  through: string;
}
type CoverState = 'missing' | 'in-force' | 'ends-early' | 'ended';

export type ComplianceEvent = { by: Role } & (
  | { type: 'agreement.signed' }
  | { type: 'authority.activated' }
  | { type: 'authority.revoked' }
  /** It is looked at again. */
  | { type: 'authority.reopened' }
  | ({ type: CoverEventType; kind: RequiredCover } & CoverReach)
);
/** A policy goes on or off the record; its first day has come, or its last day has gone. */
type CoverEventType = 'policy.added' | 'policy.removed' | 'policy.started' | 'policy.ended';

function coverState({ until, today, through }: CoverReach): CoverState {
  if (until === null) return 'missing';
  if (until < today) return 'ended';
  return until < through ? 'ends-early' : 'in-force';
}

interface Context {
  /** The last day on which each holds or held; null where it has no end, or never began. */
  until: Record<Requirement, string | null>;
}

const reaches = (event: ComplianceEvent, state: CoverState) => 'until' in event && coverState(event) === state;

const law = setup({
  types: { events: {} as ComplianceEvent, context: {} as Context, tags: {} as `blocks ${Right}` },
  actions: {
    'its last day is noted': assign({ until: ({ context, event }) => ('kind' in event ? { ...context.until, [event.kind]: event.until } : context.until) }),
  },
  guards: {
    'a carrier does it': ({ event }) => event.by === 'carrier',
    'an agent does it': ({ event }) => event.by === 'agent',
    'the clock does it': ({ event }) => event.by === 'system',
    'it is of this kind': ({ event }, kind: RequiredCover) => 'kind' in event && event.kind === kind,
    'it holds through the delivery': ({ event }) => reaches(event, 'in-force'),
    'it holds today': ({ event }) => reaches(event, 'ends-early'),
    'it has ended': ({ event }) => reaches(event, 'ended'),
  },
});

const blocked: `blocks ${Right}`[] = ['blocks bid', 'blocks award'];

/** One kind of cover. Whatever happens to its policies, how far the cover then reaches says where it stands. */
function cover(kind: RequiredCover) {
  const moved = (who: 'a carrier does it' | 'the clock does it') => {
    const known = [who, { type: 'it is of this kind', params: kind }] as const;
    const actions = 'its last day is noted' as const;
    return [
      { target: '.in-force', guard: and([...known, 'it holds through the delivery']), actions },
      { target: '.ends-early', guard: and([...known, 'it holds today']), actions },
      { target: '.ended', guard: and([...known, 'it has ended']), actions },
      { target: '.missing', guard: and([...known]), actions },
    ] as const;
  };
  return law.createStateConfig({
    initial: 'missing',
    on: { 'policy.added': moved('a carrier does it'), 'policy.removed': moved('a carrier does it'), 'policy.started': moved('the clock does it'), 'policy.ended': moved('the clock does it') },
    states: { missing: { tags: blocked }, 'in-force': {}, 'ends-early': { tags: blocked }, ended: { tags: blocked } },
  });
}

export const complianceLifecycle = law.createMachine({
  id: 'compliance',
  type: 'parallel',
  context: { until: { agreement: null, authority: null, liability: null, cargo: null } },
  states: {
    agreement: {
      initial: 'unsigned',
      states: {
        unsigned: { tags: blocked, on: { 'agreement.signed': { target: 'signed', guard: 'a carrier does it' } } },
        signed: {},
      },
    },
    authority: {
      initial: 'pending',
      states: {
        pending: { tags: blocked, on: { 'authority.activated': { target: 'active', guard: 'an agent does it' }, 'authority.revoked': { target: 'revoked', guard: 'an agent does it' } } },
        active: { on: { 'authority.revoked': { target: 'revoked', guard: 'an agent does it' }, 'authority.reopened': { target: 'pending', guard: 'an agent does it' } } },
        revoked: { tags: blocked, on: { 'authority.activated': { target: 'active', guard: 'an agent does it' }, 'authority.reopened': { target: 'pending', guard: 'an agent does it' } } },
      },
    },
    liability: cover('liability'),
    cargo: cover('cargo'),
  },
});

export type ComplianceSnapshot = SnapshotFrom<typeof complianceLifecycle>;

/** What the rows of a carrier say. */
export interface ComplianceFacts {
  hasAgreement: boolean;
  authority: Authority;
  policies: readonly { kind: string; effective: string; expiration: string }[];
}

const nextDay = (date: string) => dayjs(date).add(1, 'day').format('YYYY-MM-DD');

/** How far the policies of a kind reach; one that takes over from another without a day between goes on with it. */
export function coverUntil(policies: ComplianceFacts['policies'], kind: string, today: string): string | null {
  const held = policies.filter((policy) => policy.kind === kind).toSorted((a, b) => (a.effective < b.effective ? -1 : 1));
  const begun = held.filter(({ effective }) => effective <= today).map(({ expiration }) => expiration);
  const last = begun.toSorted().at(-1) ?? null;
  if (last === null || last < today) return last;
  return held.reduce((until, { effective, expiration }) => (effective <= nextDay(until) && expiration > until ? expiration : until), last);
}

/** Where a carrier stands for a job that ends on `through`: the law's snapshot for the facts of its rows. */
export function complianceSnapshot({ hasAgreement, authority, policies }: ComplianceFacts, today: string, through: string): ComplianceSnapshot {
  const reach = (kind: RequiredCover): CoverReach => ({ until: coverUntil(policies, kind, today), today, through });
  const [liability, cargo] = [reach('liability'), reach('cargo')];
  return complianceLifecycle.resolveState({
    value: { agreement: hasAgreement ? 'signed' : 'unsigned', authority, liability: coverState(liability), cargo: coverState(cargo) },
    context: { until: { agreement: null, authority: null, liability: liability.until, cargo: cargo.until } },
  });
}

/** The event by which the authority becomes what an agent chose. */
export const authorityEvent = { active: 'authority.activated', pending: 'authority.reopened', revoked: 'authority.revoked' } as const satisfies Record<Authority, ComplianceEvent['type']>;
