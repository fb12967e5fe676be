import { and, assign, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { addDays } from '../calendar/days.ts';
import { defineLifecycle } from '../lifecycle.ts';
import type { Role } from '../lifecycle.ts';

/**
 * Whether a carrier may see the load board, bid on a job, and be awarded it: one region per requirement. A state that
 * blocks something carries a tag for what it blocks; nothing else decides that.
 *
 * agreement  unsigned | signed: the broker-carrier agreement
 * authority  pending | active | revoked: whether the brokerage has found its operating authority in order
 * liability, cargo
 *            missing     no policy of the kind has begun; `coverStart` says whether one is on record that will
 *            too-low     a policy is in force, but its limit is below the required minimum, and none above it holds
 *            in-force    covered from today through the latest delivery of the job
 *            ends-early  covered today, but not until the delivery
 *            ended       was covered, and no longer is
 *
 * An incomplete certificate is not a policy: it is stored separately and covers nothing. Dates are `YYYY-MM-DD`.
 * Without a job, the last day of the job is today. Increment the version with every change of a state, transition, or
 * guard.
 */
export const COMPLIANCE_MODEL_VERSION = 2;

export const REQUIREMENTS = ['agreement', 'authority', 'liability', 'cargo'] as const;
export type Requirement = (typeof REQUIREMENTS)[number];
export const REQUIRED_COVER = ['liability', 'cargo'] as const satisfies readonly Requirement[];
export type RequiredCover = (typeof REQUIRED_COVER)[number];
export type Right = 'board' | 'bid' | 'award';
export type Authority = 'active' | 'pending' | 'revoked';

/**
 * US cents that a policy must cover per accident or occurrence; a policy below it does not count. Liability: 49 CFR
 * 387.303 for property carriers. Cargo: required by the broker-carrier agreement.
 */
export const MINIMUM_COVER: Record<RequiredCover, number> = { liability: 75_000_000, cargo: 10_000_000 };

/** Whether a limit, in US cents, counts as cover of this kind. Other kinds have no minimum. */
export const isEnough = (kind: string, limit: number): boolean =>
  limit >= ((MINIMUM_COVER as Partial<Record<string, number>>)[kind] ?? 0);

/** How long one kind of cover lasts, after the event. */
export interface CoverReach {
  /** The last day of the current cover, otherwise of the last one that ended; null if none ever began. */
  until: string | null;
  /** The highest limit in force today, in US cents, if all are below the minimum; otherwise null. */
  lowLimit: number | null;
  today: string;
  /** The last day of the job. */
  through: string;
}
type CoverState = 'missing' | 'too-low' | 'in-force' | 'ends-early' | 'ended';

export type ComplianceEvent = { by: Role } & (
  | { type: 'agreement.signed' }
  | { type: 'authority.activated' }
  | { type: 'authority.revoked' }
  /** The authority is reviewed again. */
  | { type: 'authority.reopened' }
  | ({ type: CoverEventType; kind: RequiredCover } & CoverReach)
);
/** A policy is added or removed; its first day has come, or its last day has passed. */
type CoverEventType = 'policy.added' | 'policy.removed' | 'policy.started' | 'policy.ended';

function coverState({ until, lowLimit, today, through }: CoverReach): CoverState {
  if (lowLimit !== null) return 'too-low';
  if (until === null) return 'missing';
  if (until < today) return 'ended';
  return until < through ? 'ends-early' : 'in-force';
}

export interface PaperReach {
  /** The last day on which each holds or held; null if it has no end, or never began. */
  until: Record<Requirement, string | null>;
  /** The limit of a cover that is too low, in US cents; otherwise null. */
  lowLimit: Record<RequiredCover, number | null>;
}

const reaches = (event: ComplianceEvent, state: CoverState) => 'until' in event && coverState(event) === state;

const parts = setup({
  types: { events: {} as ComplianceEvent, context: {} as PaperReach, tags: {} as `blocks ${Right}` },
  actions: {
    'its reach is noted': assign({
      until: ({ context, event }) =>
        'kind' in event ? { ...context.until, [event.kind]: event.until } : context.until,
      lowLimit: ({ context, event }) =>
        'kind' in event ? { ...context.lowLimit, [event.kind]: event.lowLimit } : context.lowLimit,
    }),
  },
  guards: {
    'a carrier does it': ({ event }) => event.by === 'carrier',
    'an agent does it': ({ event }) => event.by === 'agent',
    'the clock does it': ({ event }) => event.by === 'system',
    'it is of this kind': ({ event }, kind: RequiredCover) => 'kind' in event && event.kind === kind,
    'it holds through the delivery': ({ event }) => reaches(event, 'in-force'),
    'it holds today': ({ event }) => reaches(event, 'ends-early'),
    'it has ended': ({ event }) => reaches(event, 'ended'),
    'its limit is too low': ({ event }) => reaches(event, 'too-low'),
  },
});

const blocked: `blocks ${Right}`[] = ['blocks bid', 'blocks award'];
/** A carrier that has not agreed to confidentiality, or whose identity is unconfirmed, may not even see the board. */
const shutOut: `blocks ${Right}`[] = ['blocks board', ...blocked];

/** One kind of cover. After any change of its policies, its reach determines the state. */
function cover(kind: RequiredCover) {
  const moved = (who: 'a carrier does it' | 'the clock does it') => {
    const known = [who, { type: 'it is of this kind', params: kind }] as const;
    const actions = 'its reach is noted' as const;
    return [
      { target: '.in-force', guard: and([...known, 'it holds through the delivery']), actions },
      { target: '.ends-early', guard: and([...known, 'it holds today']), actions },
      { target: '.ended', guard: and([...known, 'it has ended']), actions },
      { target: '.too-low', guard: and([...known, 'its limit is too low']), actions },
      { target: '.missing', guard: and([...known]), actions },
    ] as const;
  };
  return parts.createStateConfig({
    initial: 'missing',
    on: {
      'policy.added': moved('a carrier does it'),
      'policy.removed': moved('a carrier does it'),
      'policy.started': moved('the clock does it'),
      'policy.ended': moved('the clock does it'),
    },
    states: {
      missing: { tags: blocked },
      'too-low': { tags: blocked },
      'in-force': {},
      'ends-early': { tags: blocked },
      ended: { tags: blocked },
    },
  });
}

const complianceMachine = parts.createMachine({
  id: 'compliance',
  type: 'parallel',
  context: {
    until: { agreement: null, authority: null, liability: null, cargo: null },
    lowLimit: { liability: null, cargo: null },
  },
  states: {
    agreement: {
      initial: 'unsigned',
      states: {
        unsigned: { tags: shutOut, on: { 'agreement.signed': { target: 'signed', guard: 'a carrier does it' } } },
        signed: {},
      },
    },
    authority: {
      initial: 'pending',
      states: {
        pending: {
          tags: shutOut,
          on: {
            'authority.activated': { target: 'active', guard: 'an agent does it' },
            'authority.revoked': { target: 'revoked', guard: 'an agent does it' },
          },
        },
        active: {
          on: {
            'authority.revoked': { target: 'revoked', guard: 'an agent does it' },
            'authority.reopened': { target: 'pending', guard: 'an agent does it' },
          },
        },
        revoked: {
          tags: shutOut,
          on: {
            'authority.activated': { target: 'active', guard: 'an agent does it' },
            'authority.reopened': { target: 'pending', guard: 'an agent does it' },
          },
        },
      },
    },
    liability: cover('liability'),
    cargo: cover('cargo'),
  },
});

export type ComplianceState = SnapshotFrom<typeof complianceMachine>['value'];

export const complianceLifecycle = defineLifecycle({
  what: 'the carrier',
  machine: complianceMachine,
  version: COMPLIANCE_MODEL_VERSION,
  start: { agreement: 'unsigned', authority: 'pending', liability: 'missing', cargo: 'missing' } as ComplianceState,
  valueOf: (state) => state,
  stateOf: ({ value }) => value,
  nameOf: ({ agreement, authority, liability, cargo }) => [agreement, authority, liability, cargo].join('.'),
});

/** A carrier's facts, as read from its rows. */
export interface ComplianceFacts {
  hasAgreement: boolean;
  authority: Authority;
  policies: readonly { kind: string; limit_cents: number; effective: string; expiration: string }[];
}

/** How long the policies of a kind last; a policy that begins the day after another ends extends it. */
export function coverReach(
  policies: ComplianceFacts['policies'],
  kind: RequiredCover,
  today: string,
): Pick<CoverReach, 'until' | 'lowLimit'> {
  const known = policies
    .filter((policy) => policy.kind === kind)
    .toSorted((a, b) => (a.effective < b.effective ? -1 : 1));
  const held = known.filter(({ limit_cents }) => isEnough(kind, limit_cents));
  const begun = held.filter(({ effective }) => effective <= today).map(({ expiration }) => expiration);
  const last = begun.toSorted().at(-1) ?? null;
  if (last === null || last < today) {
    const inForce = known
      .filter(({ effective, expiration }) => effective <= today && expiration >= today)
      .map(({ limit_cents }) => limit_cents);
    return { until: last, lowLimit: inForce.length === 0 ? null : Math.max(...inForce) };
  }
  return {
    until: held.reduce(
      (until, { effective, expiration }) => (effective <= addDays(until, 1) && expiration > until ? expiration : until),
      last,
    ),
    lowLimit: null,
  };
}

/**
 * The first day of the next policy of a kind on record that is high enough: after today, and after the current cover
 * ends. Null if there is none.
 */
export function coverStart(
  policies: ComplianceFacts['policies'],
  kind: RequiredCover,
  today: string,
  until: string | null,
): string | null {
  const from = until !== null && until > today ? until : today;
  const starts = policies
    .filter((policy) => policy.kind === kind && isEnough(kind, policy.limit_cents) && policy.effective > from)
    .map(({ effective }) => effective);
  return starts.toSorted().at(0) ?? null;
}

/**
 * The days on which nothing blocks an award, as ranges from a first through a last day: a carrier is compliant for a
 * job if and only if one range contains both today and the last day of the job. They change with the papers, not with
 * the clock, so they can be stored and compared when many carriers are checked at once.
 */
export function compliantDays({ hasAgreement, authority, policies }: ComplianceFacts): [first: string, last: string][] {
  const papers = { hasAgreement, authority, policies: [] };
  const { agreement, authority: standing } = complianceOf(papers, '', '').state;
  const { states } = complianceLifecycle.machine.root;
  const blocks = (region: Requirement, state: string) => states[region]!.states[state]!.tags.includes('blocks award');
  if (blocks('agreement', agreement) || blocks('authority', standing)) return [];
  const [liability, cargo] = REQUIRED_COVER.map((kind) => coveredDays(policies, kind)) as [Days, Days];
  return liability.flatMap(([first, last]) =>
    cargo.flatMap(([from, until]): Days => {
      const both: [string, string] = [first > from ? first : from, last < until ? last : until];
      return both[0] <= both[1] ? [both] : [];
    }),
  );
}

type Days = [first: string, last: string][];

/** The days on which a kind of cover extends through the next day, or that are its last day. */
function coveredDays(policies: ComplianceFacts['policies'], kind: RequiredCover): Days {
  const starts = policies.filter((policy) => policy.kind === kind).map(({ effective }) => effective);
  const days: Days = [];
  for (const first of [...new Set(starts)].toSorted()) {
    const { until } = coverReach(policies, kind, first);
    if (until === null || until < first || (days.at(-1)?.[1] ?? '') >= first) continue;
    const before = days.at(-1);
    if (before && addDays(before[1], 1) === first) before[1] = until;
    else days.push([first, until]);
  }
  return days;
}

/** The compliance snapshot of a carrier for a job that ends on `through`, and how long its papers are valid. */
export function complianceOf(
  { hasAgreement, authority, policies }: ComplianceFacts,
  today: string,
  through: string,
): { state: ComplianceState; reach: PaperReach } {
  const reach = (kind: RequiredCover): CoverReach => ({ ...coverReach(policies, kind, today), today, through });
  const [liability, cargo] = [reach('liability'), reach('cargo')];
  return {
    state: {
      agreement: hasAgreement ? 'signed' : 'unsigned',
      authority,
      liability: coverState(liability),
      cargo: coverState(cargo),
    },
    reach: {
      until: { agreement: null, authority: null, liability: liability.until, cargo: cargo.until },
      lowLimit: { liability: liability.lowLimit, cargo: cargo.lowLimit },
    },
  };
}

/** The event that sets the authority to what an agent chose. */
export const authorityEvent = {
  active: 'authority.activated',
  pending: 'authority.reopened',
  revoked: 'authority.revoked',
} as const satisfies Record<Authority, ComplianceEvent['type']>;
