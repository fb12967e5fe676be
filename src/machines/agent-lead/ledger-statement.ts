/** The ledger of a lead as a statement: the text of each entry, and the brokerage's balance after it. Cents. */

export interface StatementEntry {
  direction: 'from-client' | 'to-client' | 'to-carrier' | 'to-broker';
  kind: 'deposit' | 'balance' | 'partial' | 'refund' | 'payout' | 'correction';
  amount: number;
}

const KINDS: Record<Exclude<StatementEntry['kind'], 'correction'>, string> = {
  deposit: 'Deposit',
  balance: 'Payment',
  partial: 'Payment',
  refund: 'Refund',
  payout: 'Payout',
};
const DIRECTIONS: Record<StatementEntry['direction'], string> = {
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
};

/** "Deposit from the client", "Correction of a client payment" */
export const entryText = ({ kind, direction }: Pick<StatementEntry, 'kind' | 'direction'>): string =>
  kind === 'correction' ? `Correction of a ${CORRECTED[direction]}` : `${KINDS[kind]} ${DIRECTIONS[direction]}`;

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
    balance += signed;
    return { ...entry, signed, balance };
  });
}
