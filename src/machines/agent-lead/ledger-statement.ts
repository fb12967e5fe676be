/** The ledger of a lead as a statement: the text of each entry, and the brokerage's balance after it. Cents. */

export interface StatementEntry {
  /** `off-price`: no money moved; the client has less to pay. */
  direction: 'from-client' | 'to-client' | 'to-carrier' | 'to-broker' | 'off-price';
  kind: 'deposit' | 'balance' | 'partial' | 'refund' | 'payout' | 'reduction' | 'correction';
  amount: number;
}

const KINDS: Record<Exclude<StatementEntry['kind'], 'reduction' | 'correction'>, string> = {
  deposit: 'Deposit',
  balance: 'Payment',
  partial: 'Payment',
  refund: 'Refund',
  payout: 'Payout',
};
const DIRECTIONS: Record<Exclude<StatementEntry['direction'], 'off-price'>, string> = {
  'from-client': 'from the client',
  'to-client': 'to the client',
  'to-carrier': 'to the carrier',
  'to-broker': 'to the brokerage',
};

const CORRECTED: Record<StatementEntry['direction'], string> = {
  'from-client': 'client payment',
  'to-client': 'refund',
  'to-carrier': 'carrier payout',
  'to-broker': 'brokerage payout',
  'off-price': 'price reduction',
};

/** "Deposit from the client", "Correction of a client payment", "Price reduction" */
export function entryText({ kind, direction }: Pick<StatementEntry, 'kind' | 'direction'>): string {
  if (kind === 'correction') return `Correction of a ${CORRECTED[direction]}`;
  return kind === 'reduction' || direction === 'off-price'
    ? 'Price reduction'
    : `${KINDS[kind]} ${DIRECTIONS[direction]}`;
}

/** Whether money changed hands. A reduction of the price only lowers what is due. */
export const movesMoney = ({ direction }: Pick<StatementEntry, 'direction'>): boolean => direction !== 'off-price';

/** Incoming amounts count up, outgoing ones down; corrections the other way around. */
export const signedAmount = ({ direction, kind, amount }: StatementEntry): number =>
  amount * (direction === 'from-client' ? 1 : -1) * (kind === 'correction' ? -1 : 1);

/** Each entry with its signed amount and the balance after it; oldest first. */
export function statementOf<E extends StatementEntry>(
  entries: readonly E[],
): (E & { signed: number; balance: number })[] {
  let balance = 0;
  return entries.map((entry) => {
    const signed = signedAmount(entry);
    if (movesMoney(entry)) balance += signed;
    return { ...entry, signed, balance };
  });
}
