import type { LeadLedgerFragment } from '#src/generated/graphql/graphql.ts';
import { entryText, statementOf } from '#src/machines/agent-lead/ledger-statement.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Facts } from '#src/views/ui/facts.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { methodText, plainEntry } from './money-card.tsx';

interface StatementDialogProps {
  lead: LeadLedgerFragment & { reference: string; invoice: { number: number } | null };
  mayExport: boolean;
  onClose: () => void;
}

/** Every entry of a lead's ledger, and what the brokerage has left after each. */
export default function StatementDialog({ lead, mayExport, onClose }: StatementDialogProps) {
  const { money, payments, invoice } = lead;
  const rows = statementOf(payments.map(plainEntry));
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Statement of ${lead.reference}`}
      footer={
        <>
          {mayExport && (
            <LinkButton href={hrefs.agent.statement(lead.id, 'csv')} download>
              CSV
            </LinkButton>
          )}
          <LinkButton variant="primary" href={hrefs.agent.statement(lead.id, 'pdf')} download>
            Download PDF
          </LinkButton>
        </>
      }
    >
      {money && (
        <Facts
          facts={[
            { name: invoice ? `Invoice ${invoice.number}` : 'Price', value: <Money cents={money.total} /> },
            { name: 'Paid by the client', value: <Money cents={money.received - money.refunded} /> },
            { name: money.due < 0 ? 'Overpaid' : 'Due', value: <Money cents={Math.abs(money.due)} /> },
          ]}
        />
      )}
      <div
        className="mt-3"
        role="region"
        aria-label="Ledger"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls with the keys
        tabIndex={0}
      >
        <table className="w-full">
          <caption className="sr-only">Ledger of {lead.reference}, oldest first</caption>
          <thead className="text-left text-xs text-gray-500">
            <tr>
              <th scope="col" className="py-1 font-normal">
                What
              </th>
              <th scope="col" className="py-1 pr-2 text-right font-normal">
                Amount
              </th>
              <th scope="col" className="py-1 text-right font-normal">
                Balance
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-gray-100">
            {payments.map((payment, index) => (
              <tr key={payment.id}>
                <td className="py-2 pr-2">
                  <p>{entryText(rows[index]!)}</p>
                  <p className="text-gray-500 wrap-anywhere">
                    {[showDate(payment.paidOn), methodText(payment), payment.by, payment.note]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </td>
                <td className="py-2 pr-2 text-right">
                  <Money cents={rows[index]!.signed} />
                </td>
                <td className="py-2 text-right font-medium">
                  <Money cents={rows[index]!.balance} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-3 text-gray-600">
        The balance is what you keep: the client’s payments, less refunds and payouts.
        {money && money.reduced > 0 && ' A price reduction moves no money.'} For your team only.
      </p>
    </Dialog>
  );
}
