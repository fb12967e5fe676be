import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { LeadRescheduleDocument, type Payee } from '#src/generated/graphql/graphql.ts';
import { ClientCard } from '#src/views/agent-lead/lead/client-card.tsx';
import { HistoryCard } from '#src/views/agent-lead/lead/history-card.tsx';
import { InventoryCard } from '#src/views/agent-lead/lead/inventory-card.tsx';
import { InvoiceCard, JobCard } from '#src/views/agent-lead/lead/job-card.tsx';
import { LinksCard, PapersCard } from '#src/views/agent-lead/lead/papers-card.tsx';
import { entryName, type LedgerEntry, MoneyCard } from '#src/views/agent-lead/lead/money-card.tsx';
import { paymentActivity } from '#src/views/agent-lead/lead/payment-activity.ts';
import { rescheduleActivity } from '#src/views/agent-lead/lead/reschedule-activity.ts';
import { StopsCard } from '#src/views/agent-lead/lead/stops-card.tsx';
import { needsPriceOnly, PriceAndQuote } from '#src/views/agent-lead/moves/price-and-quote.tsx';
import { tabOf } from '#src/views/agent-lead/lead-lifecycle.ts';
import { endOfAward, firstEnd, movesOf, whyAgreed } from '#src/views/agent-lead/moves/lead-moves.ts';
import { BidList } from '#src/views/bid/bid-list.tsx';
import { EstimateList } from '#src/views/estimate/estimate-list.tsx';
import { useUser } from '#src/views/session/session-context.ts';
import { jobActivity } from '#src/views/job/job-activity.ts';
import { MessagesPanel } from '#src/views/job-message/messages-panel.tsx';
import { LeadJobCards } from '#src/views/job/lead-jobs.tsx';
import { MailStopNote } from '../mail-stop-note.tsx';
import type { LeadActions, PageLead } from './lead-page.tsx';
import { hasPassed } from './lead-steps.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const EmailClient = lazy(() => import('#src/views/agent-lead/mails/email-client.tsx'));
const CounterDialog = lazy(() => import('#src/views/bid/counter-dialog.tsx'));
const RescheduleCard = lazy(() => import('#src/views/agent-lead/lead/reschedule-card.tsx'));
const LeadMessages = lazy(() => import('#src/views/job-message/lead-messages.tsx'));
const StatementDialog = lazy(() => import('#src/views/agent-lead/lead/statement-dialog.tsx'));
const CorrectPaymentForm = lazy(async () => ({
  default: (await import('#src/views/agent-lead/moves/reason-forms.tsx')).CorrectPaymentForm,
}));
const RecordRefundForm = lazy(async () => ({
  default: (await import('#src/views/agent-lead/moves/payment-forms.tsx')).RecordRefundForm,
}));
const RecordPayoutForm = lazy(async () => ({
  default: (await import('#src/views/agent-lead/moves/payment-forms.tsx')).RecordPayoutForm,
}));

/**
 * Two columns on a laptop: facts and documents, then the client and activity; one on a phone, with the client first.
 */
export default function InfoView({ lead, actions }: { lead: PageLead; actions: LeadActions }) {
  const { id: readerId, rights } = useUser();
  const moves = movesOf(lead);
  // The card loads it and keeps it up to date.
  const dates = useQuery(LeadRescheduleDocument, { variables: { leadId: lead.id }, fetchPolicy: 'cache-only' });
  const may = (event: string) => moves.some((move) => move.event === event && move.isAllowed);
  const offBecause = may('lead.edited') ? null : 'The lead is archived. Restore it to change anything.';
  const end = endOfAward(moves);
  // What led to the award is then only for reference.
  const isAwarded = hasPassed(lead, 'award-carrier');
  const [payee, setPayee] = useState<Payee | null>(null);
  const [entry, setEntry] = useState<LedgerEntry | null>(null);
  const [isWriting, setWriting] = useState(false);
  const [isStating, setStating] = useState(false);
  const [isRefunding, setRefunding] = useState(false);
  const [counteredId, setCounteredId] = useState<string | null>(null);
  const countered = lead.bids.find(({ id }) => id === counteredId);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
      <div className="min-w-0 lg:col-start-2">
        <ClientCard lead={lead} emailNote={lead.client.email && <MailStopNote email={lead.client.email} />} />
      </div>
      <div className="min-w-0 space-y-4 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <LazyBoundary>
          <RescheduleCard
            lead={lead}
            onChange={
              may('contract.reopened')
                ? { label: 'Reopen the contract…', act: () => actions.open('contract.reopened') }
                : may('lead.edited') && !whyAgreed(lead)
                  ? {
                      label: 'Change the dates…',
                      act: (days) => actions.open('lead.edited', { detail: 'dates', days }),
                    }
                  : end
                    ? {
                        label: `${end.label}…`,
                        act: () => actions.open(end.event, { reason: 'Client changed the date', endedBy: 'plans' }),
                        note: `A carrier has the job. ${firstEnd(end)}`,
                      }
                    : null
            }
          />
        </LazyBoundary>
        <BidList
          lead={lead}
          isDone={isAwarded}
          onSeen={actions.seeBids}
          onCounter={lead.state === 'award_carrier' && !offBecause ? setCounteredId : null}
          onAward={may('carrier.awarded') ? (bidId) => actions.open('carrier.awarded', bidId ? { bidId } : {}) : null}
        />
        <JobCard lead={lead} onPay={offBecause ? null : setPayee} />
        <LeadJobCards
          lead={lead}
          onStale={actions.again}
          messages={(job) => (
            <MessagesPanel unread={job.unreadMessages} verb={job.isHeld ? 'Write to the carrier' : 'See the messages'}>
              <LeadMessages leadId={lead.id} jobId={job.id} />
            </MessagesPanel>
          )}
        />
        <MoneyCard
          lead={lead}
          onRecord={may('payment.recorded') ? () => actions.open('payment.recorded') : null}
          onReduce={may('price.reduced') ? () => actions.open('price.reduced') : null}
          onRefund={offBecause ? null : () => setRefunding(true)}
          onSendLink={
            may('payment.recorded') && lead.contract.signedAt && (lead.facts.balanceDue ?? 0) > 0
              ? () => void actions.sendPaymentLink()
              : null
          }
          onCorrect={offBecause ? null : setEntry}
          onStatement={() => setStating(true)}
        />
        <InvoiceCard lead={lead} />
        <EstimateList
          lead={lead}
          offBecause={offBecause}
          agreedBecause={whyAgreed(lead)}
          onSend={may('quote.sent') ? (estimateId) => actions.open('quote.sent', { estimateId }) : null}
          maySend={may('quote.sent') || needsPriceOnly(lead)}
          isDone={isAwarded}
          onReopen={
            may('contract.reopened')
              ? (after) => actions.open('contract.reopened', { reason: 'Price changed', after })
              : null
          }
          pricing={
            needsPriceOnly(lead) && (
              <PriceAndQuote
                lead={lead}
                onPriced={(priced, estimateId) => actions.open('quote.sent', { lead: priced, estimateId })}
              />
            )
          }
          onChanged={actions.again}
        />
        <PapersCard lead={lead} />
        <StopsCard lead={lead} />
        <InventoryCard
          lead={lead}
          isDone={isAwarded}
          onEdit={whyAgreed(lead) ? null : () => actions.open('lead.edited')}
        />
      </div>
      <div className="min-w-0 space-y-4 lg:col-start-2">
        <HistoryCard
          lead={lead}
          readerId={readerId}
          offBecause={offBecause}
          onLogCall={actions.logCall}
          onEmail={lead.client.email ? () => setWriting(true) : null}
          besides={[
            ...lead.jobs.flatMap(jobActivity),
            ...rescheduleActivity(dates.data?.leadReschedule),
            ...paymentActivity(lead),
          ]}
        />
        <LinksCard
          lead={lead}
          busy={actions.isSharing}
          offBecause={
            lead.isArchived && tabOf(lead.state) !== 'completed-contracts'
              ? 'The lead is archived, so its page is closed.'
              : null
          }
          onPage={(isMailed) => void actions.handOutPage(isMailed)}
          onShare={() => void actions.share()}
          onRevoke={actions.revoke}
        />
      </div>
      {isStating && (
        <LazyBoundary>
          <StatementDialog lead={lead} mayExport={rights.includes('exports')} onClose={() => setStating(false)} />
        </LazyBoundary>
      )}
      {isWriting && (
        <LazyBoundary>
          <EmailClient lead={lead} onClose={() => setWriting(false)} />
        </LazyBoundary>
      )}
      {entry && (
        <LazyBoundary>
          <CorrectPaymentForm
            lead={lead}
            entry={{ id: entry.id, name: entryName(entry) }}
            onClose={() => setEntry(null)}
            onDone={actions.again}
          />
        </LazyBoundary>
      )}
      {isRefunding && lead.money && (
        <LazyBoundary>
          <RecordRefundForm
            lead={lead}
            paid={lead.money.received - lead.money.refunded}
            overpaid={Math.max(0, -lead.money.due)}
            onClose={() => setRefunding(false)}
            onDone={actions.again}
          />
        </LazyBoundary>
      )}
      {countered && (
        <LazyBoundary>
          <CounterDialog lead={lead} bid={countered} onClose={() => setCounteredId(null)} onStale={actions.again} />
        </LazyBoundary>
      )}
      {payee && (
        <LazyBoundary>
          <RecordPayoutForm lead={lead} payee={payee} onClose={() => setPayee(null)} onDone={actions.again} />
        </LazyBoundary>
      )}
    </div>
  );
}
