import { CallLink } from '#src/views/ui/call-link.tsx';
import { SharedLeadDocument, type SharedLeadQuery } from '#src/generated/graphql/graphql.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { Facts } from '#src/views/ui/facts.tsx';
import { LegalLayout } from '#src/views/ui/legal-layout.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import type { ClientScreenProps } from './client.tsx';
import { LinkPage } from './link-page.tsx';
import { MoveProgress } from './move-progress.tsx';
import { MoveItems } from './move-items.tsx';
import { MoveStops } from './move-stops.tsx';

export default function SharedLead({ params }: ClientScreenProps) {
  return (
    <LinkPage document={SharedLeadDocument} token={params.token ?? ''} noun="move">
      {({ sharedLead }) => <Move lead={sharedLead} />}
    </LinkPage>
  );
}

type Lead = SharedLeadQuery['sharedLead'];

const CARD = 'rounded-lg border border-gray-200 bg-white p-4 sm:p-8';

function Move({ lead }: { lead: Lead }) {
  useTitle(`Your move ${lead.reference}`);
  const { brokerage } = lead;
  return (
    <LegalLayout brokerage={brokerage}>
      <h1 className="text-lg font-semibold tracking-tight sm:text-xl">Your move</h1>
      <p className="mt-1 mb-6 text-gray-600">
        {lead.reference}, {lead.clientName}
      </p>
      <div className="space-y-5">
        <Callout color="green" title={lead.status} />
        <MoveProgress progress={lead.progress} className={CARD} />
        {lead.carrier && (
          <section aria-label="Your carrier" className={CARD}>
            <Facts
              facts={[
                { name: 'Your carrier', value: lead.carrier.name },
                { name: 'USDOT', value: lead.carrier.usdot },
                {
                  name: 'Phone',
                  value: lead.carrier.phone && <CallLink phone={lead.carrier.phone} />,
                },
              ]}
            />
          </section>
        )}
        <section aria-label="Stops" className={CARD}>
          <MoveStops stops={lead.stops} />
        </section>
        <section aria-label="Size" className={CARD}>
          <Facts
            facts={[
              { name: 'Size', value: lead.moveSize },
              { name: 'Volume', value: lead.volumeCuft !== null && `${showWhole(lead.volumeCuft)} ft³` },
              { name: 'Weight', value: lead.weightLb !== null && `about ${showWhole(lead.weightLb)} lb` },
              { name: 'Distance', value: lead.distanceMiles !== null && `${showWhole(lead.distanceMiles)} miles` },
            ].filter(({ value }) => value)}
          />
        </section>
        {lead.inventory.length > 0 && <MoveItems items={lead.inventory} className={CARD} />}
        <p className="px-1 text-gray-600">
          {lead.isDone ? 'Questions about your move? Call' : 'Is something missing or not right? Call'}{' '}
          <CallLink phone={brokerage.phone} />
          {lead.isDone ? '.' : ' before the move, so that the price and the truck fit.'}
        </p>
      </div>
    </LegalLayout>
  );
}
