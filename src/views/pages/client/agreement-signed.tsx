import { CheckIcon } from '@heroicons/react/24/outline';
import { Redirect } from 'wouter';
import { ContractToSignDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { useBrokerage } from '#src/views/brokerage/use-brokerage.ts';
import { SignedCopy } from '#src/views/agreement/signed-copy.tsx';
import type { SigningDocument } from '#src/views/agreement/signing-document.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { LegalLayout } from '#src/views/ui/legal-layout.tsx';
import { CallLink } from '#src/views/ui/call-link.tsx';
import { takeFocus } from '#src/views/ui/draw-then-focus.ts';
import { exactTime } from '#src/views/ui/relative-time.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useToken } from '#src/views/ui/use-token.ts';
import { LinkPage } from './link-page.tsx';

export default function AgreementSigned() {
  const token = useToken();
  if (!token) return <ThankYou />;
  return (
    <LinkPage document={ContractToSignDocument} token={token} noun="agreement">
      {({ contractToSign }) => <Signed document={contractToSign} token={token} />}
    </LinkPage>
  );
}

/** Without a link it is unknown whose agreement it is: shows what is true of every signed one. */
function ThankYou() {
  useTitle('Thank you for signing');
  const { brokerage } = useBrokerage();
  return (
    <LegalLayout brokerage={brokerage}>
      <div className="rounded-lg border border-gray-200 bg-white p-5 sm:p-8">
        <h1 className="text-lg font-semibold tracking-tight sm:text-xl">Thank you for signing</h1>
        <p className="mt-2 text-gray-600">
          We email a signed copy to everyone who signs with us. To see your agreement here, open the link in that email.
        </p>
      </div>
    </LegalLayout>
  );
}

const nextSteps = (deposit: number | null): string[] => [
  ...(deposit === null
    ? []
    : [
        `Your deposit of ${showMoney(deposit)} is due now. Nothing was charged when you signed: pay it here by card, or call us to pay by bank transfer, cashier’s check, or money order.`,
      ]),
  'We find the carrier that fits your move best and tell you who it is.',
  'The carrier calls you to confirm the day, at least 24 hours before it arrives.',
  'Until then you can change dates or items: just call us.',
];

function Signed({ document, token }: { document: SigningDocument; token: string }) {
  useTitle('Your agreement is signed');
  const { brokerage } = document;
  if (document.state !== 'signed') return <Redirect to={hrefs.client.agreementSign(token)} replace />;
  return (
    <LegalLayout brokerage={brokerage}>
      <div className="rounded-lg border border-gray-200 bg-white p-5 sm:p-8">
        <span className="mb-4 grid size-9 place-items-center rounded-full bg-primary-600 text-white">
          <CheckIcon className="size-5" aria-hidden />
        </span>
        <h1 ref={takeFocus} tabIndex={-1} className="text-lg font-semibold tracking-tight outline-none sm:text-xl">
          Your agreement is signed
        </h1>
        <p className="mt-2 mb-6 text-gray-600">
          {document.reference}, signed by {document.signerName} on{' '}
          {document.signedAt && exactTime(document.signedAt, brokerage.zone)}.
        </p>
        {document.deposit !== null && (
          <p className="mb-4">
            <LinkButton variant="primary" size="lg" className="max-sm:w-full" href={hrefs.client.payment(token)}>
              Pay your deposit
            </LinkButton>
          </p>
        )}
        <SignedCopy url={document.url} />
        <h2 className="mt-6 mb-3 font-semibold">What happens next</h2>
        <ol className="space-y-3">
          {nextSteps(document.deposit).map((step, index) => (
            <li key={step} className="flex gap-3">
              <span
                aria-hidden
                className="grid size-6 shrink-0 place-items-center rounded-full bg-gray-100 text-sm font-medium text-gray-700 tabular-nums"
              >
                {index + 1}
              </span>
              <span>{step}</span>
            </li>
          ))}
        </ol>
        <p className="mt-6 border-t border-gray-200 pt-3 text-gray-600">
          Questions? Call {brokerage.name} at <CallLink phone={brokerage.phone} /> or write to{' '}
          <a href={`mailto:${brokerage.email}`} className="link wrap-anywhere">
            {brokerage.email}
          </a>
          .
        </p>
      </div>
    </LegalLayout>
  );
}
