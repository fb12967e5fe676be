import type { PurchaseState, ReportReason } from '#src/machines/marketplace/purchase.lifecycle.ts';
import type { Generated } from './columns.ts';

/** One purchase of one or more leads. */
export interface PurchaseTable {
  id: string;
  reference: string;
  state: PurchaseState;
  email: string;
  /** The address without what different spellings of one mailbox differ in. */
  mailbox: string;
  /** A keyed hash of the address that reserved, by which what it holds is counted. */
  reserved_from: string | null;
  /** Of what the browser that reserved was given. */
  token_hash: string;
  total: number;
  reserved_at: string;
  reserved_until: string;
  /** How many payments were begun at the provider; part of the key under which one is. */
  attempt: Generated<number>;
  /** The payment at the provider. */
  intent_id: string | null;
  /** Why the bank refused the last card, in the provider's words. */
  refusal: string | null;
  receipt_url: string | null;
  paid_at: string | null;
  /** How many refunds the provider has failed to make. */
  refund_attempt: Generated<number>;
  refund_reason: string | null;
  refunded_at: string | null;
  history_length: Generated<number>;
  model_version: number;
}

/** One share of one lead. A unique index over what is held says that no share has two holders. */
export interface PurchaseItemTable {
  purchase_id: string;
  lead_id: string;
  position: number;
  price: number;
  /** Which of the lead's shares, from 1. */
  slot: number;
  /** Reserved or sold; a reservation that has run out may still say so until somebody looks. */
  is_held: Generated<boolean>;
  /** Null: sold. */
  held_until: string | null;
  report_reason: ReportReason | null;
  report_text: string | null;
  reported_at: string | null;
  /** When the brokerage decided that the price of this lead goes back, and when it did. */
  refund_asked_at: string | null;
  refunded_at: string | null;
}
