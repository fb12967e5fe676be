import type { SigningPartsFragment } from '#src/generated/graphql/graphql.ts';

export type SigningDocument = SigningPartsFragment;

/** The display name of each kind of agreement. */
export const KIND_NAMES: Record<SigningDocument['kind'], string> = {
  broker_carrier: 'Broker-carrier agreement',
  broker_shipper: 'Moving agreement',
  specific_job: 'Job agreement',
};
