import type { RowOf } from '#src/api/database/tables.ts';
import type { LeadRow } from './agent-lead.query.ts';

/**
 * The ledger of a lead: money in and money out. Entries are added and never changed. All other amounts are derived from
 * them, in US cents.
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

/** The payment method in an agent's words: an unknown one is kept in the note. */
export function methodOf(said: string): { method: PaymentMethod; words: string | null } {
  const word = said.trim().toLowerCase();
  const method = PAYMENT_METHODS.find((one) => one === word || METHOD_NAMES[one].toLowerCase() === word);
  return { method: method ?? 'other', words: method ? null : said.trim() };
}

/** Amounts derived from a lead's ledger and price. */
export interface Balance {
  /** What the client is to pay: the agreed price less what was taken off it. */
  total: number;
  /** What was taken off the agreed price after the move. */
  reduced: number;
  deposit: number;
  received: number;
  refunded: number;
  /** Below zero if the client has paid more than the price. */
  due: number;
  /** The rest of the deposit: due with the signature. */
  depositOpen: number;
  /** The rest of the deposit, once the client has signed. */
  depositDue: number;
  carrierPay: number | null;
  carrierPaid: number;
  /** The part of the price that is left for the brokerage. */
  brokerShare: number | null;
  brokerPaid: number;
  cardFees: number;
  /** For the brokerage only: price less the carrier's pay and the known cost of card payments. */
  margin: number | null;
}

/** The part of a deposit that what was paid before doesn’t cover. */
export const restOfDeposit = (deposit: number, paid: number): number => Math.max(0, Math.min(deposit, deposit - paid));

/** Null if no price was sent. */
export function balanceOf(
  lead: Pick<
    LeadRow,
    | 'quote_total'
    | 'quote_deposit'
    | 'reduced'
    | 'received'
    | 'refunded'
    | 'carrier_paid'
    | 'broker_paid'
    | 'card_fees'
    | 'award_amount'
    | 'signed_at'
    | 'state'
  >,
): Balance | null {
  const { quote_total: agreed, reduced, received, refunded, award_amount: carrierPay } = lead;
  if (agreed === null) return null;
  const total = agreed - reduced;
  const deposit = lead.quote_deposit ?? 0;
  const depositOpen = restOfDeposit(deposit, received - refunded);
  const share = carrierPay === null ? null : total - carrierPay;
  return {
    total,
    reduced,
    deposit,
    received,
    refunded,
    due: total - received + refunded,
    depositOpen,
    // Once the job is done, all that is left is the balance, whatever was refunded.
    depositDue: lead.signed_at && lead.state !== 'completed-contracts' ? depositOpen : 0,
    carrierPay,
    carrierPaid: lead.carrier_paid,
    brokerShare: share,
    brokerPaid: lead.broker_paid,
    cardFees: lead.card_fees,
    margin: share === null ? null : share - lead.card_fees,
  };
}

/** What a payment of the client covers of what is due: the deposit, everything, or a part. */
export const kindOf = (amount: number, { depositDue, due }: Balance): 'deposit' | 'balance' | 'partial' =>
  depositDue > 0 && amount === depositDue ? 'deposit' : due > 0 && amount >= due ? 'balance' : 'partial';
