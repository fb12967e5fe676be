import { showMoney } from '#src/machines/amount/amounts.ts';
import dayjs from 'dayjs';
import {
  MINIMUM_COVER,
  REQUIRED_COVER,
  REQUIREMENTS,
  complianceLifecycle,
  complianceOf,
  coverStart,
} from './compliance.lifecycle.ts';
import type { ComplianceFacts, RequiredCover, Requirement, Right } from './compliance.lifecycle.ts';

/** The kinds of policy on record. A carrier of household goods must have one of each of the first two. */
export const POLICY_KINDS = ['liability', 'cargo', 'workers-compensation'] as const;
export type PolicyKind = (typeof POLICY_KINDS)[number];

/** As used before "insurance" in a sentence. */
export const showPolicyKind = (kind: PolicyKind): string =>
  kind === 'workers-compensation' ? 'workers’ compensation' : kind;

/** One requirement, with its state for a carrier and a job. */
export interface Standing {
  requirement: Requirement;
  /** The state of the lifecycle's region: `active`, `ended`, … */
  state: string;
  isMet: boolean;
  /** The last day on which it holds or held, `YYYY-MM-DD`; null if it has no end, or never began. */
  until: string | null;
  /** The first day of a policy on record that will meet it, `YYYY-MM-DD`; null if it is met, or there is none. */
  starts: string | null;
  /** What is lacking, as a phrase ready to display; null if nothing. */
  gap: string | null;
  /** What is blocked by the gap. */
  blocks: Right[];
}

const day = (date: string) => dayjs(date).format('MMM D, YYYY');

interface Reach {
  until: string | null;
  lowLimit: number | null;
  starts: string | null;
}

/** The phrase for each state that blocks something; a state without a phrase blocks nothing. */
const phrases: Record<Requirement, Record<string, (reach: Reach) => string>> = {
  agreement: { unsigned: () => 'the broker-carrier agreement is not signed' },
  authority: {
    pending: () => 'the operating authority is pending',
    revoked: () => 'the operating authority is revoked',
  },
  liability: coverPhrases('liability'),
  cargo: coverPhrases('cargo'),
};

/** The minimum cover of a kind, for texts: `$750,000`. */
export const showMinimum = (kind: RequiredCover): string => showMoney(MINIMUM_COVER[kind]).replace(/\.00$/, '');

const next = (starts: string | null): string => (starts ? ` (the next policy starts on ${day(starts)})` : '');

function coverPhrases(kind: RequiredCover): (typeof phrases)[Requirement] {
  return {
    missing: ({ starts }) =>
      starts ? `the ${kind} insurance starts on ${day(starts)}` : `there is no ${kind} insurance`,
    'too-low': ({ lowLimit, starts }) =>
      `the ${kind} coverage is ${showMoney(lowLimit!)}, and at least ${showMoney(MINIMUM_COVER[kind])} is required${next(starts)}`,
    ended: ({ until, starts }) => `the ${kind} insurance ended on ${day(until!)}${next(starts)}`,
    'ends-early': ({ until, starts }) =>
      `the ${kind} insurance ends on ${day(until!)}, before the delivery${next(starts)}`,
  };
}

export const RIGHTS = ['board', 'bid', 'award'] as const satisfies readonly Right[];

const isCover = (requirement: Requirement): requirement is RequiredCover =>
  REQUIRED_COVER.some((kind) => kind === requirement);

function standingOf(
  { state: states, reach }: ReturnType<typeof complianceOf>,
  requirement: Requirement,
  policies: ComplianceFacts['policies'],
  today: string,
): Standing {
  const state = states[requirement];
  const { tags } = complianceLifecycle.machine.root.states[requirement]!.states[state]!;
  const blocks = RIGHTS.filter((right) => tags.includes(`blocks ${right}`));
  const until = reach.until[requirement];
  const isMet = blocks.length === 0;
  const lowLimit = isCover(requirement) ? reach.lowLimit[requirement] : null;
  const starts = isCover(requirement) && !isMet ? coverStart(policies, requirement, today, until) : null;
  return {
    requirement,
    state,
    isMet,
    until,
    starts,
    gap: isMet ? null : phrases[requirement][state]!({ until, lowLimit, starts }),
    blocks,
  };
}

/** All requirements for a job whose latest delivery is on `through`, in display order. */
export function complianceStandings(facts: ComplianceFacts, today: string, through: string): Standing[] {
  const snapshot = complianceOf(facts, today, through);
  return REQUIREMENTS.map((requirement) => standingOf(snapshot, requirement, facts.policies, today));
}

const gapsIn = (standings: Standing[]): string[] => standings.flatMap(({ gap }) => gap ?? []);

/**
 * What the carrier lacks for a job whose latest delivery is on `through`, as phrases; empty for a compliant carrier.
 */
export const complianceGaps = (facts: ComplianceFacts, today: string, through: string): string[] =>
  gapsIn(complianceStandings(facts, today, through));

/** The gaps that only another policy closes. */
export const coverGaps = (policies: ComplianceFacts['policies'], today: string, through: string): string[] =>
  gapsIn(complianceStandings({ hasAgreement: true, authority: 'active', policies }, today, through));

/** What keeps a carrier from seeing the load board at all; empty if nothing. Independent of policies. */
export const boardGaps = ({ hasAgreement, authority }: Omit<ComplianceFacts, 'policies'>): string[] =>
  gapsIn(
    complianceStandings({ hasAgreement, authority, policies: [] }, '', '').filter(({ blocks }) =>
      blocks.includes('board'),
    ),
  );

/** The last day on which all required covers hold or held; null if one is missing. */
export function insuredUntil(standings: Standing[]): string | null {
  const ends = standings
    .filter(({ requirement }) => isCover(requirement))
    .map(({ until, state }) => (state === 'too-low' ? null : until));
  return ends.includes(null)
    ? null
    : (ends.filter((end) => end !== null).toSorted((a, b) => (a < b ? -1 : 1))[0] ?? null);
}

/** The day on which policies on record will close every gap of cover; null if there is no gap, or they close not all. */
export function insuredFrom(standings: Standing[]): string | null {
  const lacking = standings.filter(({ requirement, isMet }) => isCover(requirement) && !isMet);
  const starts = lacking.flatMap((standing) => standing.starts ?? []).toSorted();
  return starts.length < lacking.length ? null : (starts.at(-1) ?? null);
}
