import { useEffect } from 'react';
import { PrinterIcon } from '@heroicons/react/24/outline';
import { OpenSharedEstimateDocument, SharedEstimateDocument } from '#src/generated/graphql/graphql.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { placeWords } from '#src/machines/place/place-words.ts';
import { EstimateChanges, EstimateSheet } from '#src/views/estimate/estimate-sheet.tsx';
import { EmailLink } from '#src/views/ui/email-link.tsx';
import { ask } from '#src/views/ui/ask.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { showDateRange } from '#src/views/ui/dates.ts';
import { Facts } from '#src/views/ui/facts.tsx';
import { LegalLayout } from '#src/views/ui/legal-layout.tsx';
import { CallLink } from '#src/views/ui/call-link.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import type { ClientScreenProps } from './client.tsx';
import { answerBar, AnswerDialogs } from './estimate-answer.tsx';
import { EstimateStanding } from './estimate-standing.tsx';
import { LinkPage } from './link-page.tsx';
import { MoveProgress } from './move-progress.tsx';
import { MoveItems } from './move-items.tsx';
import { type ClientEstimate, useEstimateAnswer } from './use-estimate-answer.ts';

export default function SharedEstimate({ params }: ClientScreenProps) {
  return (
    <LinkPage document={SharedEstimateDocument} token={params.token ?? ''} noun="estimate">
      {({ sharedEstimate }, reload) => <Sheet shared={sharedEstimate} token={params.token ?? ''} reload={reload} />}
    </LinkPage>
  );
}

const CARD = 'rounded-lg border border-gray-200 bg-white p-4 sm:p-8 print:border-0 print:p-0';
const daysText = (first: string | null, last: string | null) => {
  const from = first ?? last;
  return from && showDateRange(from, last ?? from);
};
const sizeText = ({ moveSize, volumeCuft, weightLb }: ClientEstimate) =>
  [
    moveSize,
    volumeCuft !== null && `${showWhole(volumeCuft)} ft³`,
    weightLb !== null && `about ${showWhole(weightLb)} lb`,
  ]
    .filter(Boolean)
    .join(' · ');

function Sheet({ shared: read, token, reload }: { shared: ClientEstimate; token: string; reload: () => void }) {
  const answer = useEstimateAnswer(read, token, reload);
  const { shared, wish, problem } = answer;
  const { brokerage, reference, clientName, origin, destination, inventory } = shared;
  const estimate = shared.estimate;
  useTitle(`Your estimate ${reference}`);
  const isNew = estimate.openedAt === null && shared.actions.some(({ may }) => may);
  useEffect(() => {
    // Reported once that it was opened; a failure to do so does not affect this page.
    if (isNew) ask(OpenSharedEstimateDocument, { token }).catch(() => {});
  }, [isNew, token]);
  return (
    <LegalLayout brokerage={brokerage} bar={answerBar(answer) ?? undefined}>
      <div className="space-y-5">
        <EstimateStanding answer={answer} />
        <MoveProgress progress={shared.progress} className={CARD} />
        {problem && wish === null && !shared.isSuperseded && !estimate.isOutdated && (
          <Callout color="red" title={problem} />
        )}
        <article className={CARD}>
          <header className="mb-6 flex flex-wrap items-start justify-between gap-3">
            <div>
              <h1 className="text-lg font-semibold tracking-tight sm:text-xl">Your moving estimate</h1>
              <p className="mt-1 text-gray-600">
                {reference} · version {estimate.number}
              </p>
            </div>
            <Button icon={<PrinterIcon />} className="print:hidden" onClick={() => print()}>
              Print
            </Button>
          </header>
          <Facts
            facts={[
              { name: 'For', value: clientName },
              { name: 'From', value: origin && placeWords(origin) },
              { name: 'To', value: destination && placeWords(destination) },
              { name: 'Pick-up', value: daysText(shared.moveDate, shared.moveDateLast) ?? 'No date yet' },
              {
                name: 'Delivery',
                value: daysText(shared.deliveryDate, shared.deliveryDateLast) ?? 'As agreed with the carrier',
              },
              { name: 'Size', value: sizeText(shared) },
            ].filter(({ name, value }) => name !== 'Size' || value)}
          />
          <div className="mt-6 border-t border-gray-200 pt-3">
            <EstimateSheet
              estimate={estimate}
              paid={shared.paid}
              depositOpen={shared.depositOpen}
              hasItems={inventory.length > 0}
            />
          </div>
        </article>
        {inventory.length > 0 && <MoveItems items={inventory} className={CARD} />}
        <EstimateChanges estimate={estimate} />
        <Letterfoot brokerage={brokerage} />
      </div>
      <AnswerDialogs answer={answer} />
    </LegalLayout>
  );
}

function Letterfoot({ brokerage }: { brokerage: ClientEstimate['brokerage'] }) {
  return (
    <footer className="px-1 text-sm text-gray-600">
      <p>
        Would you like to change something? Call <CallLink phone={brokerage.phone} /> or write to{' '}
        <EmailLink email={brokerage.email} />.
      </p>
      <p className="mt-2">
        {brokerage.name}, {brokerage.address}. Property broker, USDOT {brokerage.usdot}, MC{' '}
        {brokerage.mc.replace(/^MC-?/i, '')}. We arrange the move; a licensed carrier does it.
      </p>
    </footer>
  );
}
