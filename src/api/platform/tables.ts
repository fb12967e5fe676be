import type { ColumnType, Generated as KyselyGenerated } from 'kysely';
import type { AgentLeadStage, AgentLeadTab } from '#src/machines/agent-lead/agent-lead.place.ts';
import type { AgreementState } from '#src/machines/agreement/agreement.lifecycle.ts';
import type { BidState } from '#src/machines/bid/bid.lifecycle.ts';

/**
 * The rows of the database as the driver gives them: dates `YYYY-MM-DD`, instants UTC ISO 8601, money integer cents.
 * Kept in step with the migrations by `tables.test.ts`.
 */
type Generated<T> = KyselyGenerated<T>;

/** Read as parsed JSON; written as a JSON string, because a bare array would become a PostgreSQL array. */
// oxlint-disable-next-line no-explicit-any
type Json = ColumnType<any, string | null | undefined, string | null>;

export interface AccountTable {
  id: string;
  role: 'mover' | 'assistant' | 'agent' | 'carrier';
  email: string;
  password_hash: string;
  name: string;
  phone: string | null;
  avatar_file_id: string | null;
  email_verified_at: string | null;
  sessions_valid_from: Generated<string>;
  disabled_at: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
}

export interface RefreshTokenTable {
  id: string;
  account_id: string;
  family_id: string;
  token_hash: string;
  successor_id: string | null;
  created_at: Generated<string>;
  expires_at: string;
  replaced_at: string | null;
  revoked_at: string | null;
}

export interface SignInAttemptTable {
  id: Generated<number>;
  key: string;
  at: Generated<string>;
}

export interface IdempotencyTable {
  scope: string;
  key: string;
  fingerprint: string;
  status: number | null;
  body: Json;
  created_at: Generated<string>;
}

export interface LiveEventTable {
  sequence: Generated<number>;
  at: Generated<string>;
  noun: string;
  subject_id: string;
  audience: string;
}

export interface MailTable {
  id: string;
  message_id: string;
  recipient: string;
  subject: string;
  body: Json;
  kind: string;
  created_at: Generated<string>;
  delivered_at: string | null;
  attempts: Generated<number>;
  last_error: string | null;
}

export interface FileTable {
  id: string;
  storage_key: string;
  name: string;
  media_type: string;
  size: number;
  sha256: string;
  created_at: Generated<string>;
}

export interface LinkTable {
  id: string;
  token_hash: string;
  purpose: string;
  subject_id: string;
  created_by: string | null;
  created_at: Generated<string>;
  expires_at: string;
  revoked_at: string | null;
}

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

export interface AgentLeadTable {
  id: string;
  reference: string;
  version: Generated<number>;
  history_length: Generated<number>;
  model_version: number;
  state: AgentLeadTab;
  stage: AgentLeadStage | null;
  is_archived: Generated<boolean>;
  archive_reason: string | null;
  entered_state_at: string;
  created_at: string;
  updated_at: string;
  source: string;
  kind: 'household-interstate' | 'household-intrastate' | 'local' | 'commercial' | 'freight';
  client_name: string;
  client_email: string | null;
  client_phone: string | null;
  client_zone: string;
  stops: Json;
  origin_city: string | null;
  origin_state: string | null;
  origin_zip: string | null;
  origin_lat: number | null;
  origin_lng: number | null;
  destination_city: string | null;
  destination_state: string | null;
  destination_zip: string | null;
  destination_lat: number | null;
  destination_lng: number | null;
  move_date: string | null;
  move_date_last: string | null;
  delivery_date_last: string | null;
  distance_miles: number | null;
  is_interstate: boolean | null;
  move_size: string | null;
  inventory: Json;
  volume_cuft: number | null;
  weight_lb: number | null;
  packing: Generated<string>;
  storage_days: Generated<number>;
  special_items: string | null;
  notes: string | null;
  assigned_agent_id: string | null;
  follow_up_date: string | null;
  follow_up_reason: string | null;
  quoted_estimate_id: string | null;
  quote_sent_at: string | null;
  search_text: Generated<string>;
}

export interface AgentLeadTallyTable {
  tab: string;
  assigned_agent_id: string | null;
  delta: number;
}

export interface AgentLeadHistoryTable {
  lead_id: string;
  sequence: number;
  event: string;
  payload: Json;
  judged: Json;
  facts: Json;
  actor_id: string | null;
  actor_name: string;
  actor_role: string;
  at: string;
  from_state: AgentLeadTab | null;
  from_stage: AgentLeadStage | null;
  to_state: AgentLeadTab;
  to_stage: AgentLeadStage | null;
  is_archived: boolean;
  model_version: number;
}

export interface AttachmentTable {
  id: string;
  lead_id: string;
  file_id: string;
  name: string;
  note: string | null;
  is_visible_to_carriers: Generated<boolean>;
  created_by: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
}

export interface EstimateTable {
  id: string;
  lead_id: string;
  number: number;
  kind: 'binding' | 'non-binding' | 'not-to-exceed';
  lines: Json;
  broker_fee: number;
  deposit: number;
  total: number;
  valid_until: string;
  note: string | null;
  sent_at: string | null;
  created_by: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
}

export interface BidTable {
  id: string;
  lead_id: string;
  carrier_id: string;
  amount: number;
  start_date: string;
  note: string | null;
  state: BidState;
  lost_reason: string | null;
  seen_at: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface ContractTable {
  id: string;
  lead_id: string;
  follow_up_date: string | null;
  agreement_id: string | null;
  signed_at: string | null;
  signed_by: 'client' | 'paper' | null;
  signed_file_id: string | null;
  awarded_carrier_id: string | null;
  awarded_bid_id: string | null;
  award_kind: 'bid' | 'special' | null;
  award_amount: number | null;
  award_reason: string | null;
  award_start_date: string | null;
  award_compliance: Json;
  awarded_at: string | null;
  job_agreement_id: string | null;
  carrier_signed_at: string | null;
  owed_to_carrier_payed: Generated<boolean>;
  owed_to_broker_payed: Generated<boolean>;
  completion_file_id: string | null;
  closed_at: string | null;
  invoice_id: string | null;
}

export interface AgreementTable {
  id: string;
  kind: 'broker-carrier' | 'broker-shipper' | 'specific-job';
  lead_id: string | null;
  carrier_id: string | null;
  state: AgreementState;
  template_version: string;
  /** The document as data (`PaperDocument`), from which the PDF is made; `html` is what the signer sees of it. */
  document: Json;
  html: string;
  document_hash: string;
  open_blanks: Json;
  sent_at: string | null;
  opened_at: string | null;
  expires_at: string;
  signer_name: string | null;
  signature: Json;
  signed_at: string | null;
  signer_zone: string | null;
  signer_ip: string | null;
  signer_agent: string | null;
  consent_text: string | null;
  signed_hash: string | null;
  file_id: string | null;
  decline_reason: string | null;
  declined_at: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
}

export interface InvoiceNumberTable {
  last: number;
}

export interface InvoiceTable {
  id: string;
  lead_id: string;
  number: number;
  lines: Json;
  total: number;
  issued_on: string;
  due_on: string;
  sent_at: string;
  file_id: string | null;
  paid_at: string | null;
  paid_on: string | null;
  payment_method: string | null;
  payment_note: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
}

export interface Tables {
  account: AccountTable;
  refresh_token: RefreshTokenTable;
  sign_in_attempt: SignInAttemptTable;
  idempotency: IdempotencyTable;
  live_event: LiveEventTable;
  mail: MailTable;
  file: FileTable;
  link: LinkTable;
  carrier: CarrierTable;
  insurance_policy: InsurancePolicyTable;
  agent_lead: AgentLeadTable;
  agent_lead_tally: AgentLeadTallyTable;
  agent_lead_history: AgentLeadHistoryTable;
  attachment: AttachmentTable;
  estimate: EstimateTable;
  bid: BidTable;
  contract: ContractTable;
  agreement: AgreementTable;
  invoice_number: InvoiceNumberTable;
  invoice: InvoiceTable;
}
