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
  kind: string;
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
