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
  licenses: Json;
  equipment: Json;
  service_states: Json;
  price_ratio: Generated<number>;
  pricing_sheet: Json;
  search_text: Generated<string>;
  version: Generated<number>;
  created_at: Generated<string>;
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
  created_at: Generated<string>;
}
