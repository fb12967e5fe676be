import type { AgentLeadStage, AgentLeadTab } from '#src/machines/agent-lead/agent-lead.place.ts';
import type { BidState } from '#src/machines/bid/bid.lifecycle.ts';
import type { Generated, Json } from './columns.ts';

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
  packing: Generated<'none' | 'partial' | 'full'>;
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

/** An attempt that the lifecycle refused; the same one again within a minute counts up. No words of a person, no client's data. */
export interface AgentLeadRefusalTable {
  id: string;
  lead_id: string;
  event: string;
  actor_role: string;
  account_id: string | null;
  /** As the lifecycle names it: `live.open-contracts.in-progress`, `archived`. */
  place: string;
  because: 'state' | 'role' | 'requirements';
  unmet: string[];
  attempts: Generated<number>;
  at: string;
  last_at: string;
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
  /** The load as it was when the carrier bid, by its version; null where nobody knows. */
  load_version: string | null;
  state: BidState;
  lost_reason: string | null;
  seen_at: string | null;
  version: Generated<number>;
  model_version: number;
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
  /** Whether the load was on the board when the award was made: there it goes back to when the award ends. */
  awarded_from_board: Generated<boolean>;
  awarded_bid_id: string | null;
  award_kind: 'bid' | 'special' | null;
  award_amount: number | null;
  award_reason: string | null;
  award_start_date: string | null;
  /** `ComplianceAtAward`. */
  compliance_at_award: Json;
  awarded_at: string | null;
  job_agreement_id: string | null;
  carrier_signed_at: string | null;
  owed_to_carrier_payed: Generated<boolean>;
  owed_to_broker_payed: Generated<boolean>;
  completion_file_id: string | null;
  closed_at: string | null;
  invoice_id: string | null;
}
