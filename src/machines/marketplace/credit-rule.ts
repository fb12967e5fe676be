/**
 * How a buyer's credit pays for leads, and how it comes back. Credit belongs to an email address; its entries are added
 * and never changed. US cents everywhere.
 */
export const REFUND_WAYS = ['card', 'credit'] as const;
/** Where the price of a reported lead goes, as the buyer chose with the report. */
export type RefundWay = (typeof REFUND_WAYS)[number];

/**
 * granted    what a card paid for a lead came back as credit
 * spent      credit paid for a purchase, or for a part of it
 * returned   credit that was spent came back: nothing was bought, or it was refunded
 * withdrawn  what was granted was taken back, because the bank or the payment provider gave the same money back, too
 */
export const CREDIT_KINDS = ['granted', 'spent', 'returned', 'withdrawn'] as const;
export type CreditKind = (typeof CREDIT_KINDS)[number];

/** Less than this no card is charged: the payment provider takes no smaller payments. */
export const LEAST_BY_CARD = 50;

/** What of a total credit pays: as much as there is, but a card pays nothing or enough to be charged. */
export function creditFor(balance: number, total: number): number {
  if (balance >= total) return total;
  return Math.max(0, Math.min(balance, total - LEAST_BY_CARD));
}

/** Which part of each price the credit of a purchase pays: the first leads of it before the others. */
export function creditByLead(prices: readonly number[], credit: number): number[] {
  let left = credit;
  return prices.map((price) => {
    const part = Math.min(price, left);
    left -= part;
    return part;
  });
}

/**
 * Where the price of a lead goes back to.
 *
 * @param leftOnCard what of the card's payment has not gone back yet: no more of it becomes credit
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
