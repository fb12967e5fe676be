import type { Standing } from '#src/machines/subscription/subscription.lifecycle.ts';
import type { Generated, Json } from './columns.ts';

/** The subscription of a business: one row for ever, whatever begins and ends at the payment provider. */
export interface SubscriptionTable {
  id: string;
  business_id: string;
  provider_id: string | null;
  standing: Standing;
  is_ending: Generated<boolean>;
  current_period_end: string | null;
  trial_ends_at: string | null;
  /** When somebody was told that the trial ends soon. */
  trial_end_told_at: string | null;
  past_due_since: string | null;
  /** At the provider; what is to be paid now. */
  open_invoice_id: string | null;
  amount_due: Generated<number>;
  cancel_reason: string | null;
  coupon: Json | null;
  price_cents: number;
  /** How often it was compared with the provider: an answer from before the last comparison is not written. */
  reads: Generated<number>;
  read_at: string | null;
  /** What is being asked of the provider: an `Intention`. */
  intention: Json | null;
  /** Until when somebody is at it; after that, whoever comes next carries it out with the same key. */
  intention_until: string | null;
  history_length: Generated<number>;
  version: Generated<number>;
  model_version: number;
  created_at: Generated<string>;
}

export interface PaymentCardTable {
  id: string;
  business_id: string;
  provider_id: string;
  /** The provider's name of the card's number, the same for every customer; null of a card from before it was kept. */
  fingerprint: string | null;
  brand: string;
  last4: string;
  /** `YYYY-MM` */
  expires: string;
  is_default: boolean;
  created_at: Generated<string>;
}

/** The first business that has had a trial with a mailbox or a card. */
export interface TrialClaimTable {
  /** A hash of `mailbox:` or `card:` and what it is. */
  key: string;
  business_id: string;
  at: Generated<string>;
}

export interface PaymentInvoiceTable {
  id: string;
  business_id: string;
  provider_id: string;
  number: string | null;
  amount: number;
  status: string;
  receipt_url: string | null;
  issued_at: string;
}
