import type { LeadLedgerFragment } from '#src/generated/graphql/graphql.ts';
import { entryText, movesMoney, type StatementEntry } from '#src/machines/agent-lead/ledger-statement.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { Facts } from '#src/views/ui/facts.tsx';
import { Money } from '#src/views/ui/money.tsx';

export type LedgerEntry = LeadLedgerFragment['payments'][number];

const METHODS: Record<LedgerEntry['method'], string> = {
  card: 'card',
  check: 'check',
  cash: 'cash',
  transfer: 'bank transfer',
  other: 'other',
};

/** GraphQL enums cannot contain hyphens. */
export const plainEntry = (entry: LedgerEntry): StatementEntry => ({
  ...entry,
  direction: entry.direction.replaceAll('_', '-') as StatementEntry['direction'],
});
export const entryName = (entry: LedgerEntry) => `${entryText(plainEntry(entry))}, ${showMoney(entry.amount)}`;
/** Null if no money changed hands. */
export const methodText = (entry: LedgerEntry): string | null =>
  movesMoney(plainEntry(entry)) ? METHODS[entry.method] : null;

interface MoneyCardProps {
  lead: LeadLedgerFragment;
  /** Null if the lead cannot be changed. */
  onRecord: (() => void) | null;
  onRefund: (() => void) | null;
  onReduce: (() => void) | null;
  /** Emails the client a link to pay by card; null if nothing can be paid. */
  onSendLink: (() => void) | null;
  onCorrect: ((entry: LedgerEntry) => void) | null;
  onStatement: () => void;
}

/** What came in and went out, what is due, and what is left for the brokerage. Agents only. */
export function MoneyCard({ lead: { money, payments }, onRecord, onRefund, onSendLink, ...rest }: MoneyCardProps) {
  const { onReduce, onCorrect, onStatement } = rest;
  if (!money) return null;
  const net = money.received - money.refunded;
  const canRefund = onRefund && net > 0;
  return (
    <Card
      title="Money"
      actions={
        onRecord && (
          <Button size="sm" onClick={onRecord}>
            Record payment
          </Button>
        )
      }
    >
      <Facts
        facts={[
          {
            name: 'Price',
            value: `${showMoney(money.total)}${money.reduced > 0 ? `, reduced by ${showMoney(money.reduced)}` : ''}`,
          },
          ...(money.deposit > 0
            ? [
                {
                  name: 'Deposit',
                  value: `${showMoney(money.deposit)}${money.depositDue === money.deposit ? ', due now' : money.depositDue > 0 ? `, ${showMoney(money.depositDue)} due now` : net >= money.deposit ? ', paid' : ''}`,
                },
              ]
            : []),
          { name: 'Received', value: <Money cents={money.received} /> },
          ...(money.refunded > 0 ? [{ name: 'Refunded', value: <Money cents={money.refunded} /> }] : []),
          money.due < 0
            ? { name: 'Overpaid', value: <Money cents={-money.due} /> }
            : { name: 'Balance due', value: <Money cents={money.due} /> },
          ...(money.carrierPay === null
            ? []
            : [{ name: 'Carrier pay', value: `${showMoney(money.carrierPay)}, ${showMoney(money.carrierPaid)} paid` }]),
          ...(money.cardFees > 0 ? [{ name: 'Card fees', value: <Money cents={money.cardFees} /> }] : []),
          ...(money.margin === null ? [] : [{ name: 'Margin', value: <Money cents={money.margin} /> }]),
        ]}
      />
      {payments.length === 0 ? (
        <EmptyState title="No payments yet">What is paid, refunded, or paid out is listed here.</EmptyState>
      ) : (
        <ul className="mt-3 divide-y divide-gray-100 border-t border-gray-200" aria-label="Payments">
          {payments.map((entry) => (
            <li key={entry.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <div className="min-w-0 flex-1">
                <p className={entry.isCorrected ? 'text-gray-500' : undefined}>
                  {entry.isCorrected ? <del>{entryName(entry)}</del> : entryName(entry)}
                </p>
                <p className="text-sm text-gray-500 wrap-anywhere">
                  {[showDate(entry.paidOn), methodText(entry), entry.by, entry.note].filter(Boolean).join(' · ')}
                </p>
              </div>
              {onCorrect && !entry.isCorrected && !entry.isByProvider && entry.kind !== 'correction' && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Correct ${entryName(entry)}`}
                  onClick={() => onCorrect(entry)}
                >
                  Correct
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {(onSendLink || onReduce || canRefund || payments.length > 0) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {onSendLink && (
            <Button size="sm" onClick={onSendLink}>
              Send payment link
            </Button>
          )}
          {onReduce && (
            <Button size="sm" onClick={onReduce}>
              Reduce price
            </Button>
          )}
          {canRefund && (
            <Button size="sm" onClick={onRefund}>
              Record refund
            </Button>
          )}
          {payments.length > 0 && (
            <Button size="sm" onClick={onStatement}>
              Statement
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
