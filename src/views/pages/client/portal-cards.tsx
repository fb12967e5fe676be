import { ArrowDownTrayIcon } from '@heroicons/react/24/outline';
import type { PortalPaper } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { showDate, showDay } from '#src/views/ui/dates.ts';
import { Facts } from '#src/views/ui/facts.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { balanceName, priceText } from './balance-name.ts';
import type { Portal, PortalActs } from './use-portal.ts';

interface Part {
  acts: PortalActs;
}

/** The state of an estimate, in words. */
function standingOf(
  { acceptedAt, declinedAt, isCurrent, isExpired, validUntil }: Portal['estimates'][number],
  { money: { isSigned }, isAgreementChanging, brokerage: { zone } }: Portal,
): string {
  if (isCurrent && isAgreementChanging) return 'On hold while we change your agreement';
  if (!isCurrent) return 'Replaced by a newer one';
  if (acceptedAt) return `Accepted ${showDay(acceptedAt, zone)}`;
  if (isSigned) return 'Your agreement is based on it';
  if (declinedAt) return `Declined ${showDay(declinedAt, zone)}`;
  return isExpired ? `Expired ${showDate(validUntil)}` : `Valid until ${showDate(validUntil)}`;
}

export function PortalEstimates({ acts: { portal, way, goOn } }: Part) {
  return (
    <Card title="Estimate" flush>
      {portal.estimates.length === 0 && (
        <p className="p-4 text-gray-600">We are preparing your price. You will get an email when it is ready.</p>
      )}
      <ul className="divide-y divide-gray-100">
        {portal.estimates.map((estimate) => {
          const isOpen =
            estimate.isCurrent && estimate.actions.some(({ event, may }) => may && event === 'quote.accepted');
          return (
            <li key={estimate.id} className="flex flex-wrap items-center gap-3 px-4 py-3">
              <div className="min-w-0 flex-1">
                <p className="font-medium">
                  {showMoney(estimate.total)}
                  <span className="ml-2 font-normal text-gray-500">Version {estimate.number}</span>
                </p>
                <p className="text-gray-600">{standingOf(estimate, portal)}</p>
              </div>
              <Button
                aria-label={`${isOpen ? 'View and answer' : 'View'} version ${estimate.number}`}
                busy={way === 'estimate'}
                onClick={() => void goOn('estimate', estimate.id)}
              >
                {isOpen ? 'View and answer' : 'View'}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const CHANGING = 'It is being changed. We will send you the new one to sign.';

/** Why there is nothing to sign now, or what was signed. */
function agreementText({ agreement, estimates, isAgreementChanging, brokerage: { zone } }: Portal): string {
  if (isAgreementChanging) return CHANGING;
  if (!agreement)
    return estimates.length > 0
      ? estimates.some(({ acceptedAt }) => acceptedAt !== null)
        ? 'We’re preparing your agreement.'
        : 'Your agreement comes once you’ve accepted the estimate.'
      : 'Your agreement comes after the estimate.';
  if (agreement.signedAt) return `Signed ${showDay(agreement.signedAt, zone)}`;
  if (agreement.maySign)
    return `Sent ${agreement.sentAt ? showDay(agreement.sentAt, zone) : ''}. It waits for your signature.`;
  if (agreement.state === 'declined') return 'You declined it. We will get in touch.';
  if (agreement.state === 'expired') return 'The time to sign it has run out. We will send you a new one.';
  return CHANGING;
}

export function PortalAgreement({ acts: { portal, way, goOn }, token }: Part & { token: string }) {
  const { agreement, papers } = portal;
  return (
    <Card title="Agreement">
      <p className={agreement ? undefined : 'text-gray-600'}>{agreementText(portal)}</p>
      {agreement?.maySign && (
        <Button className="mt-3" busy={way === 'agreement'} onClick={() => void goOn('agreement')}>
          Read and sign
        </Button>
      )}
      {papers.includes('agreement') && (
        <LinkButton
          className="mt-3"
          download
          href={hrefs.client.portalPaper(token, 'agreement')}
          icon={<ArrowDownTrayIcon />}
        >
          Signed agreement (PDF)
        </LinkButton>
      )}
    </Card>
  );
}

export function PortalMoney({ acts: { portal, way, goOn }, token }: Part & { token: string }) {
  const { total, reduced, paid, due, payable, payments, invoice, isSigned } = portal.money;
  const deposit = payable?.kind === 'deposit' ? payable.amount : 0;
  return (
    <Card title="Payments" flush>
      <div className="p-4">
        {total === null ? (
          <p className="text-gray-600">Nothing is due. You pay after you have signed your agreement.</p>
        ) : (
          <Facts
            facts={[
              { name: 'Price of your move', value: priceText(total, reduced) },
              { name: 'Paid so far', value: <Money cents={paid} /> },
              ...(deposit > 0 ? [{ name: 'Deposit due now', value: <Money cents={deposit} /> }] : []),
              due < 0
                ? { name: 'Overpaid', value: <Money cents={-due} /> }
                : {
                    name: balanceName(payable),
                    value: due === 0 ? 'All paid, thank you' : <Money cents={due - deposit} />,
                  },
              ...(invoice && due > 0
                ? [{ name: `Invoice ${invoice.number}`, value: `Due ${showDate(invoice.dueOn)}` }]
                : []),
            ]}
          />
        )}
        {payable ? (
          <Button className="mt-4" busy={way === 'payment'} onClick={() => void goOn('payment')}>
            {payable.isDue ? `Pay ${showMoney(payable.amount)} by card` : 'Pay the balance early'}
          </Button>
        ) : (
          total !== null && !isSigned && <p className="mt-3 text-gray-600">You can pay once you have signed.</p>
        )}
      </div>
      {payments.length > 0 && (
        <ul aria-label="Receipts" className="divide-y divide-gray-100 border-t border-gray-200">
          {payments.map((payment) => (
            <li key={payment.id} className="flex items-center justify-between gap-3 px-4 py-2">
              <span className="flex-1">
                {payment.isRefund ? 'Refund' : 'Received'}, {showDate(payment.paidOn)}
              </span>
              <Money cents={payment.isRefund ? -payment.amount : payment.amount} />
              <LinkButton
                variant="ghost"
                download
                href={hrefs.client.portalReceipt(token, payment.id)}
                icon={<ArrowDownTrayIcon />}
                aria-label={`PDF of the receipt of ${showDate(payment.paidOn)}`}
              >
                PDF
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const PAPERS: Record<PortalPaper, string> = {
  agreement: 'Signed agreement',
  invoice: 'Invoice',
  delivery_receipt: 'Delivery receipt',
};

export function PortalPapers({ acts: { portal }, token }: Part & { token: string }) {
  const { papers } = portal;
  const estimate = portal.estimates.find(({ isCurrent }) => isCurrent);
  return (
    <Card title="Documents" flush>
      {papers.length === 0 && !estimate && (
        <p className="p-4 text-gray-600">Your estimate, agreement and receipts will be here.</p>
      )}
      <ul className="divide-y divide-gray-100">
        {estimate && (
          <li className="flex items-center justify-between gap-3 px-4 py-2">
            <span>Estimate, version {estimate.number}</span>
            <LinkButton
              variant="ghost"
              download
              href={hrefs.client.portalEstimate(token, estimate.id)}
              icon={<ArrowDownTrayIcon />}
              aria-label="PDF of the estimate"
            >
              PDF
            </LinkButton>
          </li>
        )}
        {papers.map((paper) => (
          <li key={paper} className="flex items-center justify-between gap-3 px-4 py-2">
            <span>{PAPERS[paper]}</span>
            <LinkButton
              variant="ghost"
              download
              href={hrefs.client.portalPaper(token, paper.replaceAll('_', '-'))}
              icon={<ArrowDownTrayIcon />}
              aria-label={`PDF of the ${PAPERS[paper].toLowerCase()}`}
            >
              PDF
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
