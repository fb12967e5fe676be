import type { LeadLedgerFragment, LeadPapersFragment, Payee } from '#src/generated/graphql/graphql.ts';
import { EmailLink } from '#src/views/ui/email-link.tsx';
import { StateDot } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { Facts } from '#src/views/ui/facts.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { PhoneLink } from '#src/views/ui/phone-link.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { PaperLink, UploadedPaper } from './papers-card.tsx';

/** `onPay`: null if it may not be recorded. */
function Owed({ isPaid, label, onPay }: { isPaid: boolean; label: string; onPay: (() => void) | null }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StateDot tone={isPaid ? 'green' : 'amber'}>{isPaid ? 'Paid' : 'Still owed'}</StateDot>
      {!isPaid && onPay && (
        <Button size="sm" aria-label={label} onClick={onPay}>
          Record payment
        </Button>
      )}
    </span>
  );
}

const COVER = { liability: 'liability', cargo: 'cargo' } as Readonly<Record<string, string>>;

/** The carrier's compliance at the time of the award, and the expiration of its insurance then. */
function complianceThen(standings: NonNullable<LeadPapersFragment['contract']['complianceAtAward']>['standings']) {
  const gaps = standings.flatMap(({ gap }) => gap ?? []);
  if (gaps.length > 0) return gaps.join('; ');
  const covers = standings.flatMap(({ requirement, until }) =>
    COVER[requirement] && until ? `${COVER[requirement]} until ${showDate(until)}` : [],
  );
  return (
    <>
      <StateDot tone="green">Compliant</StateDot>
      {covers.length > 0 && <span className="block text-gray-500">Insured: {covers.join(', ')}</span>}
    </>
  );
}

interface JobCardProps {
  lead: LeadPapersFragment;
  /** Records the payment of what was owed; null if the lead cannot be changed. */
  onPay: ((payee: Payee) => void) | null;
}

/** The award, and after the contract is closed, what is owed. */
export function JobCard({ lead, onPay }: JobCardProps) {
  const { contract } = lead;
  const { awardedCarrier: carrier } = contract;
  if (!carrier) return null;
  const close = contract.closedAt
    ? [
        {
          name: 'Owed to the carrier',
          value: (
            <Owed
              isPaid={contract.owedToCarrierPayed}
              label="Record payment to the carrier"
              onPay={onPay && (() => onPay('carrier'))}
            />
          ),
        },
        {
          name: 'Owed to the broker',
          value: (
            <Owed
              isPaid={contract.owedToBrokerPayed}
              label="Record payment to the broker"
              onPay={onPay && (() => onPay('broker'))}
            />
          ),
        },
        {
          name: 'Completion statement',
          value: contract.completionUrl && (
            <UploadedPaper url={contract.completionUrl} label="the completion-of-work statement" />
          ),
        },
        { name: 'Closed', value: <RelativeTime instant={contract.closedAt} /> },
      ]
    : [];
  return (
    <Card title="Carrier">
      <Facts
        facts={[
          { name: 'Carrier', value: `${carrier.legalName}, ${carrier.city}, ${carrier.state}` },
          { name: 'USDOT', value: carrier.usdot },
          {
            name: 'Contact',
            value: (
              <>
                {carrier.phone && <PhoneLink phone={carrier.phone} name={carrier.legalName} />}
                <EmailLink email={carrier.email} className="block py-0.5" />
              </>
            ),
          },
          { name: 'Pay', value: <Money cents={contract.awardAmount} /> },
          { name: 'Agreed start', value: contract.awardStartDate && showDate(contract.awardStartDate) },
          { name: 'Awarded', value: contract.awardedAt && <RelativeTime instant={contract.awardedAt} /> },
          ...(contract.awardReason ? [{ name: 'Special award', value: contract.awardReason }] : []),
          { name: 'Compliance at award', value: complianceThen(contract.complianceAtAward?.standings ?? []) },
          {
            name: 'Job agreement',
            value: contract.carrierSignedAt ? (
              <>
                Signed <RelativeTime instant={contract.carrierSignedAt} />
              </>
            ) : (
              'Waiting for the carrier'
            ),
          },
          ...close,
        ]}
      />
    </Card>
  );
}

/** The invoice with its lines, and the payment. */
export function InvoiceCard({ lead }: { lead: LeadPapersFragment & LeadLedgerFragment }) {
  const { invoice, money } = lead;
  if (!invoice) return null;
  return (
    <Card
      title={`Invoice ${invoice.number}`}
      actions={<PaperLink url={invoice.url} label={`invoice ${invoice.number}`} />}
    >
      <ul className="divide-y divide-gray-100">
        {invoice.lines.map((line, index) => (
          <li key={index} className="flex justify-between gap-3 py-1">
            <span className="min-w-0 wrap-anywhere">{line.description}</span>
            <Money cents={line.amount} />
          </li>
        ))}
        <li className="flex justify-between gap-3 py-1.5 font-semibold">
          <span>Total</span>
          <Money cents={invoice.total} />
        </li>
        {money && (
          <>
            <li className="flex justify-between gap-3 py-1">
              <span>Paid</span>
              <Money cents={money.received - money.refunded} />
            </li>
            <li className="flex justify-between gap-3 py-1.5 font-semibold">
              <span>{money.due < 0 ? 'Overpaid' : 'Balance due'}</span>
              <Money cents={Math.abs(money.due)} />
            </li>
          </>
        )}
      </ul>
      <p className="mt-2 text-gray-600">
        Sent <RelativeTime instant={invoice.sentAt} />, due {showDate(invoice.dueOn)}
        {invoice.paidOn
          ? `. Paid ${showDate(invoice.paidOn)} by ${invoice.paymentMethod ?? 'unknown means'}${invoice.paymentNote ? ` (${invoice.paymentNote})` : ''}.`
          : '. Not paid in full yet.'}
      </p>
    </Card>
  );
}
