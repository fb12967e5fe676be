import type { PolicyKind } from '#src/machines/carrier/compliance.ts';
import type { Generated, Json } from './columns.ts';

export interface CarrierTable {
  id: string;
  account_id: string;
  legal_name: string;
  usdot: string;
  docket_number: string | null;
  contact_name: string;
  email: string;
  phone: string | null;
  address: string;
  city: string;
  state: string;
  zip: string;
  lat: number;
  lng: number;
  authority: Generated<'active' | 'pending' | 'revoked'>;
  agreement_signed_at: string | null;
  /** `LicenseRow[]`. */
  licenses: Json;
  equipment: Json;
  service_states: Json;
  price_ratio: Generated<number>;
  pricing_sheet: Json;
  search_text: Generated<string>;
  /** A multirange of days, kept by the lifecycle of compliance (`compliantDays`), and the version that it had then. */
  compliant_days: Generated<string>;
  compliance_version: Generated<number>;
  version: Generated<number>;
  created_at: Generated<string>;
}

/** One license as it is kept in `carrier.licenses`. */
export interface LicenseRow {
  id: string;
  kind: string;
  number: string;
  /** Null for a federal one. */
  state: string | null;
  /** YYYY-MM-DD; null where it does not end. */
  expires: string | null;
  file_id: string | null;
}

export interface InsurancePolicyTable {
  id: string;
  carrier_id: string;
  kind: PolicyKind;
  insurer: string;
  policy_number: string;
  limit_cents: number;
  effective: string;
  expiration: string;
  file_id: string | null;
  /** The last reminder of its end that went out, by its days ahead; one that was already late at the upload counts. */
  reminded_days: number | null;
  created_at: Generated<string>;
}

/** A certificate of insurance of which not all is known yet. It is no cover; complete, it becomes a policy with the same id. */
export interface IncompletePolicyTable {
  id: string;
  carrier_id: string;
  kind: PolicyKind | null;
  insurer: string | null;
  policy_number: string | null;
  limit_cents: number | null;
  effective: string | null;
  expiration: string;
  file_id: string;
  created_at: Generated<string>;
}

/** What an agent wrote down about a carrier. A deleted one has no text any more. */
export interface CarrierNoteTable {
  id: string;
  carrier_id: string;
  text: string;
  created_by: string;
  created_at: Generated<string>;
  deleted_by: string | null;
  deleted_at: string | null;
}

/** One event of a carrier's authority by the lifecycle of compliance. */
export interface CarrierAuthorityEventTable {
  carrier_id: string;
  sequence: number;
  event: 'authority.activated' | 'authority.revoked' | 'authority.reopened';
  from_authority: 'active' | 'pending' | 'revoked';
  to_authority: 'active' | 'pending' | 'revoked';
  usdot: string;
  /** The one that gave the same USDOT number. */
  other_carrier_id: string | null;
  other_legal_name: string | null;
  reason: string | null;
  actor_id: string;
  actor_name: string;
  at: string;
  model_version: number;
}
