import { showMoney } from '#src/machines/amount/amounts.ts';
import dayjs from 'dayjs';
import { MINIMUM_COVER, REQUIREMENTS, complianceLifecycle, complianceOf } from './compliance.lifecycle.ts';
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
  /** What is lacking, as a phrase ready to display; null if nothing. */
  gap: string | null;
  /** What is blocked by the gap. */
  blocks: Right[];
}

const day = (date: string) => dayjs(date).format('MMM D, YYYY');

/** The phrase for each state that blocks something; a state without a phrase blocks nothing. */
const phrases: Record<Requirement, Record<string, (until: string | null, lowLimit: number | null) => string>> = {
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

function coverPhrases(kind: RequiredCover): (typeof phrases)[Requirement] {
  return {
    missing: () => `there is no ${kind} insurance`,
    'too-low': (_, limit) =>
      `the ${kind} coverage is ${showMoney(limit!)}, and at least ${showMoney(MINIMUM_COVER[kind])} is required`,
    ended: (until) => `the ${kind} insurance ended on ${day(until!)}`,
    'ends-early': (until) => `the ${kind} insurance ends on ${day(until!)}, before the delivery`,
  };
}

export const RIGHTS = ['board', 'bid', 'award'] as const satisfies readonly Right[];

function standingOf({ state: states, reach }: ReturnType<typeof complianceOf>, requirement: Requirement): Standing {
  const state = states[requirement];
  const { tags } = complianceLifecycle.machine.root.states[requirement]!.states[state]!;
  const blocks = RIGHTS.filter((right) => tags.includes(`blocks ${right}`));
  const until = reach.until[requirement];
  const lowLimit = requirement in reach.lowLimit ? reach.lowLimit[requirement as RequiredCover] : null;
  return {
    requirement,
    state,
    isMet: blocks.length === 0,
    until,
    gap: blocks.length === 0 ? null : phrases[requirement][state]!(until, lowLimit),
    blocks,
  };
}

/** All requirements for a job whose latest delivery is on `through`, in display order. */
export function complianceStandings(facts: ComplianceFacts, today: string, through: string): Standing[] {
  const snapshot = complianceOf(facts, today, through);
  return REQUIREMENTS.map((requirement) => standingOf(snapshot, requirement));
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
    .filter(({ requirement }) => requirement === 'liability' || requirement === 'cargo')
    .map(({ until, state }) => (state === 'too-low' ? null : until));
  return ends.includes(null)
    ? null
    : (ends.filter((end) => end !== null).toSorted((a, b) => (a < b ? -1 : 1))[0] ?? null);
}
