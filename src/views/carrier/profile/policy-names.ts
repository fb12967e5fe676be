import { showMinimum } from '#src/machines/carrier/compliance.ts';
import type { PolicyKind } from '#src/generated/graphql/graphql.ts';

export const POLICY_NAMES: Record<PolicyKind, string> = {
  liability: 'Auto liability',
  cargo: 'Cargo',
  workers_compensation: 'Workers’ compensation',
};

/** The minimum coverage required by the broker-carrier agreement. */
export const POLICY_MINIMUM: Record<PolicyKind, string> = {
  liability: `At least ${showMinimum('liability')} for each accident.`,
  cargo: `At least ${showMinimum('cargo')} for each occurrence.`,
  workers_compensation: 'As your state requires.',
};

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });
export const listed = (phrases: readonly string[]): string => list.format(phrases);
