import dayjs from 'dayjs';

/** What the compliance of a carrier is judged from. Dates are `YYYY-MM-DD`. */
export interface ComplianceFacts {
  hasAgreement: boolean;
  authority: 'active' | 'pending' | 'revoked';
  policies: { kind: string; effective: string; expiration: string }[];
}

/** The kinds of policy that are kept on record; of the first two a carrier of household goods must hold one each. */
export const POLICY_KINDS = ['liability', 'cargo', 'workers-compensation'] as const;
export type PolicyKind = (typeof POLICY_KINDS)[number];
export const REQUIRED_COVER = ['liability', 'cargo'] as const satisfies readonly PolicyKind[];

/** As it stands before "insurance" in a sentence. */
export const showPolicyKind = (kind: PolicyKind): string => (kind === 'workers-compensation' ? 'workers’ compensation' : kind);

const day = (date: string) => dayjs(date).format('MMM D, YYYY');

/**
 * What the carrier lacks for a job whose latest delivery is on `through`, each a phrase fit to show a person;
 * empty for a compliant carrier. A kind of cover counts when one policy of it is in force from `today` through the
 * delivery; another policy of the same kind that ran out does no harm.
 */
export function complianceGaps(facts: ComplianceFacts, today: string, through: string): string[] {
  const gaps: string[] = [];
  if (!facts.hasAgreement) gaps.push('the broker-carrier agreement is not signed');
  if (facts.authority !== 'active') gaps.push(`the operating authority is ${facts.authority}`);
  return [...gaps, ...coverGaps(facts.policies, today, through)];
}

/** The part of the gaps that only another policy closes. */
export function coverGaps(policies: ComplianceFacts['policies'], today: string, through: string): string[] {
  const last = through > today ? through : today;
  const gaps: string[] = [];
  for (const kind of REQUIRED_COVER) {
    const held = policies.filter((policy) => policy.kind === kind);
    const ends = held.filter((policy) => policy.effective <= today).map((policy) => policy.expiration);
    const end = ends.sort().at(-1);
    if (end === undefined) gaps.push(`there is no ${kind} insurance`);
    else if (end < today) gaps.push(`the ${kind} insurance ended on ${day(end)}`);
    else if (end < last) gaps.push(`the ${kind} insurance ends on ${day(end)}, before the delivery`);
  }
  return gaps;
}
