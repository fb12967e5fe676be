import type { PolicyKind } from '#src/generated/graphql/graphql.ts';

export const POLICY_NAMES: Record<PolicyKind, string> = {
  liability: 'Auto liability',
  cargo: 'Cargo',
  workers_compensation: 'Workers’ compensation',
};

/** What the broker-carrier agreement asks for at least. */
export const POLICY_MINIMUM: Record<PolicyKind, string> = {
  liability: 'At least $750,000 for each accident.',
  cargo: 'At least $100,000 for each occurrence.',
  workers_compensation: 'As your state requires.',
};
