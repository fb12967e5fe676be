import type { StateLeadState } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import type { FinalReason } from '#src/machines/marketplace/purchase.lifecycle.ts';
import type { MoveSize } from '#src/machines/state-lead/move-sizes.ts';
import type { Generated, Json } from './columns.ts';

/** Who may hand in leads, by the hash of a key that was shown once. */
export interface IntakeKeyTable {
  id: string;
  name: string;
  key_hash: string;
  created_at: Generated<string>;
  last_used_at: string | null;
  revoked_at: string | null;
}

/** The household took a mover's quote (`hired`), or a buyer has reported so. */
export type OffMarketReason = 'hired' | FinalReason;

/** A household's request for a move. */
export interface StateLeadTable {
  id: string;
  reference: string;
  /** `key:<id>` of a provider, `import`, `agent` or `chat`. */
  source: string;
  /** The source's own id: the same one again is the same lead. */
  external_id: string | null;
  /** Of what the source has said, to tell a repetition from a contradiction. */
  fingerprint: string | null;
  client_name: string;
  client_email: string | null;
  client_phone: string | null;
  client_zone: string;
  origin_city: string;
  origin_state: string;
  origin_zip: string | null;
  origin_lat: number;
  origin_lng: number;
  destination_city: string;
  destination_state: string;
  destination_zip: string | null;
  destination_lat: number;
  destination_lng: number;
  miles: number;
  move_date: string | null;
  is_flexible: Generated<boolean>;
  size: MoveSize;
  weight_lb: number;
  comment: string | null;
  /** An earlier lead with the same phone or e-mail between the same places. */
  duplicate_of: string | null;
  search_text: string;
  received_at: string;
  /** Since when it is not sold, because nobody can win it any more, or a buyer says so. */
  off_market_at: string | null;
  off_market_reason: OffMarketReason | null;
  /** Since when that is certain, and everybody who has it was told; null while one buyer says so. */
  off_market_confirmed_at: string | null;
  /** Reports from before were wrong. */
  reports_rejected_at: string | null;
}

/** What one business does with one lead; `received_at` is the lead's, so that one index gives the list in order. */
export interface StateLeadWorkTable {
  id: Generated<string>;
  business_id: string;
  lead_id: string;
  state: Generated<StateLeadState>;
  is_archived: Generated<boolean>;
  received_at: string;
  /** When the business got it, which is later where it chose the city later. */
  offered_at: Generated<string>;
  contacted_at: string | null;
  /** The newest quote. */
  quote_id: string | null;
  version: Generated<number>;
  model_version: number;
  history_length: Generated<number>;
}

export interface StateLeadNoteTable {
  id: string;
  business_id: string;
  lead_id: string;
  author_id: string;
  text: string;
  /** What it said before, and until when: `[{text, until}]`, oldest first. */
  earlier: Json;
  created_at: string;
  edited_at: string | null;
}

export interface StateQuoteTable {
  id: string;
  business_id: string;
  lead_id: string;
  amount: number;
  message: string | null;
  valid_until: string;
  sent_by: string;
  sent_at: string;
  /** `replaced`: another quote took its place. */
  answer: 'accepted' | 'declined' | 'replaced' | null;
  answer_reason: string | null;
  answered_at: string | null;
}

/** A new lead that somebody has not been mailed about yet. */
export interface StateLeadNoticeTable {
  account_id: string;
  lead_id: string;
  at: string;
}
