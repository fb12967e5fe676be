/**
 * How a buyer's credit pays for leads, and how it comes back. Credit belongs to an email address; its entries are
 * append-only. US cents everywhere.
 */
export const REFUND_WAYS = ['card', 'credit'] as const;
/** Where the price of a reported lead is refunded to, as the buyer chose in the report. */
export type RefundWay = (typeof REFUND_WAYS)[number];

/**
 * granted    a card payment for a lead was refunded as credit
 * spent      credit paid for a purchase, or for a part of it
 * returned   spent credit came back: nothing was bought, or it was refunded
 * withdrawn  a grant was taken back, because the bank or the payment provider returned the same money too
 */
export const CREDIT_KINDS = ['granted', 'spent', 'returned', 'withdrawn'] as const;
export type CreditKind = (typeof CREDIT_KINDS)[number];

/** The smallest amount that a card can be charged: a limit of the payment provider. */
export const LEAST_BY_CARD = 50;

/**
 * How much of a total is paid with credit: as much as there is, but the rest must be zero or large enough to charge a
 * card.
 */
export function creditFor(balance: number, total: number): number {
  if (balance >= total) return total;
  return Math.max(0, Math.min(balance, total - LEAST_BY_CARD));
}

/** How much credit pays of each price: it is used up on the first leads before the others. */
export function creditByLead(prices: readonly number[], credit: number): number[] {
  let left = credit;
  return prices.map((price) => {
    const part = Math.min(price, left);
    left -= part;
    return part;
  });
}

/**
 * Where the price of a lead is refunded to.
 *
 * @param leftOnCard the part of the card payment that was not refunded yet: no more than that becomes credit
 */
export function refundOf(
  { price, credit }: { price: number; credit: number },
  way: RefundWay,
  leftOnCard: number,
): { card: number; granted: number; returned: number } {
  const byCard = price - credit;
  return way === 'card'
    ? { card: byCard, granted: 0, returned: credit }
    : { card: 0, granted: Math.max(0, Math.min(byCard, leftOnCard)), returned: credit };
}
