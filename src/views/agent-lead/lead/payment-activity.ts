import type { LeadLedgerFragment } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import type { Activity } from './history-card.tsx';

type Ledger = Pick<LeadLedgerFragment, 'payments'> & { client: { name: string } };

/**
 * What the card provider reported, for the activity of the lead: its history records only what people and the system do
 * here.
 */
export const paymentActivity = ({ client, payments }: Ledger): Activity[] =>
  payments
    .filter(({ isByProvider }) => isByProvider)
    .map(({ id, direction, kind, amount, by, note, createdAt }) => {
      const money = showMoney(amount);
      const isPaid = direction === 'from_client' && kind !== 'correction';
      return {
        key: `payment ${id}`,
        actorName: isPaid ? client.name : by,
        past: isPaid
          ? `paid ${money} by card`
          : kind === 'correction'
            ? `returned ${money} to you`
            : `returned ${money} to the client`,
        at: createdAt,
        detail: isPaid && kind === 'deposit' ? 'Deposit' : (note ?? ''),
        hasMoved: false,
      };
    });
