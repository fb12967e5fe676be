import type { RowOf } from '#src/api/database/tables.ts';
import type { LeadRow } from './agent-lead.query.ts';

/**
 * The ledger of a lead: what came in and what went out. Entries are added and never changed. Everything else that is said of
 * money is derived from them. All amounts are US cents.
 */
export type Payment = RowOf<'payment'>;
export type Direction = Payment['direction'];
export type PaymentMethod = Payment['method'];

export const PAYMENT_METHODS = ['card', 'check', 'cash', 'transfer', 'other'] as const satisfies PaymentMethod[];
const METHOD_NAMES: Record<PaymentMethod, string> = {
  card: 'Card',
  check: 'Check',
  cash: 'Cash',
  transfer: 'Bank transfer',
  other: 'Other',
};
export const methodName = (method: PaymentMethod): string => METHOD_NAMES[method];

/** How something was paid, as an agent said it in words: what is none of the known ways stays in the note. */
export function methodOf(said: string): { method: PaymentMethod; words: string | null } {
  const word = said.trim().toLowerCase();
  const method = PAYMENT_METHODS.find((one) => one === word || METHOD_NAMES[one].toLowerCase() === word);
  return { method: method ?? 'other', words: method ? null : said.trim() };
}

/** What of a lead's money follows from its ledger and its price. */
export interface Balance {
  total: number;
  deposit: number;
  received: number;
  refunded: number;
  /** Below zero where the client has paid more than the price. */
  due: number;
  /** What is left of the deposit, once the client has signed. */
  depositDue: number;
  carrierPay: number | null;
  carrierPaid: number;
  /** What is left for the brokerage of the price. */
  brokerShare: number | null;
  brokerPaid: number;
  cardFees: number;
  /** The brokerage's own: price less the carrier's pay and what card payments are known to have cost. */
  margin: number | null;
}

/** Null where no price was sent. */
export function balanceOf(
  lead: Pick<
    LeadRow,
    | 'quote_total'
    | 'quote_deposit'
    | 'received'
    | 'refunded'
    | 'carrier_paid'
    | 'broker_paid'
    | 'card_fees'
    | 'award_amount'
    | 'signed_at'
  >,
): Balance | null {
  const { quote_total: total, received, refunded, award_amount: carrierPay } = lead;
  if (total === null) return null;
  const deposit = lead.quote_deposit ?? 0;
  const share = carrierPay === null ? null : total - carrierPay;
  return {
    total,
    deposit,
    received,
    refunded,
    due: total - received + refunded,
    depositDue: lead.signed_at ? Math.max(0, Math.min(deposit, deposit - received + refunded)) : 0,
    carrierPay,
    carrierPaid: lead.carrier_paid,
    brokerShare: share,
    brokerPaid: lead.broker_paid,
    cardFees: lead.card_fees,
    margin: share === null ? null : share - lead.card_fees,
  };
}

/** What a payment of the client is, by what is open: the deposit, all that is due, or a part. */
export const kindOf = (amount: number, { depositDue, due }: Balance): 'deposit' | 'balance' | 'partial' =>
  depositDue > 0 && amount === depositDue ? 'deposit' : amount === due ? 'balance' : 'partial';
