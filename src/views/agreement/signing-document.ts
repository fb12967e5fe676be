import type { SigningPartsFragment, SigningPartsFragmentDoc } from '#src/generated/graphql/graphql.ts';
import type { FragmentType } from '#src/generated/graphql/fragment-masking.ts';

export type SigningDocument = SigningPartsFragment;

// Unmasking does nothing at run time, and the fragment's document would travel for it; so this is a cast.
export const documentOf = (document: FragmentType<typeof SigningPartsFragmentDoc>) => document as unknown as SigningDocument;

/** What people call each kind of agreement. */
export const KIND_NAMES: Record<SigningDocument['kind'], string> = {
  broker_carrier: 'Broker-carrier agreement',
  broker_shipper: 'Moving agreement',
  specific_job: 'Job agreement',
};
