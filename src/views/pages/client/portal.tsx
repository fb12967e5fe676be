import { ClientPortalDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { Facts } from '#src/views/ui/facts.tsx';
import { LegalLayout } from '#src/views/ui/legal-layout.tsx';
import { CallLink } from '#src/views/ui/call-link.tsx';
import { Stepper } from '#src/views/ui/stepper.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import type { ClientScreenProps } from './client.tsx';
import { LinkPage } from './link-page.tsx';
import { MoveProgress } from './move-progress.tsx';
import { PortalAgreement, PortalEstimates, PortalMoney, PortalPapers } from './portal-cards.tsx';
import { PortalDates } from './portal-dates.tsx';
import { PortalMessages } from './portal-messages.tsx';
import { portalSteps } from './portal-steps.ts';
import { type Portal, type PortalActs, usePortal } from './use-portal.ts';

export default function PortalPage({ params }: ClientScreenProps) {
  const token = params.token ?? '';
  return (
    <LinkPage document={ClientPortalDocument} token={token} noun="move">
      {({ clientPortal }, reload) => <Move read={clientPortal} token={token} reload={reload} />}
    </LinkPage>
  );
}

/** The client page: what is next first, then each part of the move with what can be done there. */
function Move({ read, token, reload }: { read: Portal; token: string; reload: () => void }) {
  const acts = usePortal(read, token, reload);
  const { portal } = acts;
  const { brokerage, reference, carrier } = portal;
  useTitle(`Your move ${reference}`);
  return (
    <LegalLayout brokerage={brokerage} bar={nextStep(acts) ?? undefined}>
      <h1 className="text-lg font-semibold tracking-tight sm:text-xl">Your move</h1>
      <p className="mt-1 mb-6 text-gray-600 wrap-anywhere">
        {reference}, {portal.clientName}
      </p>
      <div className="space-y-5">
        <Callout color="green" title={portal.status} />
        <div className="rounded-lg border border-gray-200 bg-white p-4">
          <Stepper label="Steps of your move" steps={portalSteps(portal)} isShort />
          <MoveProgress progress={portal.progress} className="mt-4 border-t border-gray-200 pt-4" />
        </div>
        <PortalDates acts={acts} />
        <PortalEstimates acts={acts} />
        <PortalAgreement acts={acts} token={token} />
        <PortalMoney acts={acts} token={token} />
        <Card title="Carrier">
          {carrier ? (
            <Facts
              facts={[
                { name: 'Name', value: carrier.name },
                { name: 'USDOT', value: carrier.usdot },
                { name: 'Phone', value: carrier.phone && <CallLink phone={carrier.phone} /> },
              ]}
            />
          ) : (
            <p className="text-gray-600">
              {portal.agreement?.signedAt
                ? 'We’re arranging a licensed carrier. Its name appears here as soon as it accepts your move.'
                : 'Once you’ve signed, we arrange a licensed carrier. Its name appears here as soon as it accepts your move.'}
            </p>
          )}
        </Card>
        <PortalMessages acts={acts} />
        <PortalPapers acts={acts} token={token} />
        <p className="px-1 text-sm text-gray-600">
          {brokerage.name}, {brokerage.address}. Call <CallLink phone={brokerage.phone} /> or write to{' '}
          <a href={`mailto:${brokerage.email}`} className="link wrap-anywhere">
            {brokerage.email}
          </a>
          . This page is only for you: anyone with its link can see it and act for you.
        </p>
      </div>
    </LegalLayout>
  );
}

/** The one thing that waits for the client, at the bottom of the page; null if nothing does. */
function nextStep({ portal, way, goOn }: PortalActs) {
  const current = portal.estimates.find(({ isCurrent }) => isCurrent);
  const { payable } = portal.money;
  const step = portal.agreement?.maySign
    ? (['agreement', 'Read and sign'] as const)
    : current && !current.isExpired && current.actions.some(({ event, may }) => event === 'quote.accepted' && may)
      ? (['estimate', 'View and answer your estimate'] as const)
      : payable?.isDue
        ? (['payment', `Pay ${showMoney(payable.amount)} by card`] as const)
        : null;
  if (!step) return null;
  return (
    <Button
      variant="primary"
      size="lg"
      className="max-sm:w-full"
      busy={way === step[0]}
      onClick={() => void goOn(step[0])}
    >
      {step[1]}
    </Button>
  );
}
