import { showCount, showMoney, showWhole } from '#src/machines/amount/amounts.ts';
import { TRIAL_LEADS_PER_DAY } from '#src/machines/subscription/entitlement.ts';
import { LOST_NAMES, STATES, type StateLeadRecord } from '#src/views/state-lead/state-lead-names.ts';
import { useQuery } from '@apollo/client/react';
import { InboxIcon } from '@heroicons/react/24/outline';
import type { ReactNode } from 'react';
import { StateLeadDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { useUser } from '#src/views/session/session-context.ts';
import { ContactBar } from '#src/views/state-lead/contact-bar.tsx';
import { OFF_MARKET } from '#src/views/state-lead/state-lead-columns.tsx';
import { StateLeadMoves } from '#src/views/state-lead/state-lead-moves.tsx';
import { StateLeadPlan } from '#src/views/state-lead/state-lead-plan.tsx';
import { StateLeadNotes } from '#src/views/state-lead/state-lead-notes.tsx';
import { StateLeadHistory, StateLeadQuotes } from '#src/views/state-lead/state-lead-quotes.tsx';
import { StateDot } from '#src/views/ui/badge.tsx';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Contact } from '#src/views/ui/contact.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { Facts } from '#src/views/ui/facts.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { moveDateText, routeText, SIZE_NAMES } from '#src/views/ui/move-words.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Sheet } from '#src/views/ui/sheet.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { Bone, Loading, TextBones } from '#src/views/ui/skeleton.tsx';

const RouteMap = lazy(() => import('#src/views/ui/route-map.tsx'));

interface LeadSheetProps {
  id: string;
  onClose: () => void;
}

/** One lead beside the list: whom to call, notes and quotes, and what may be done now. */
export default function LeadSheet({ id, onClose }: LeadSheetProps) {
  const { data, error, refetch } = useQuery(StateLeadDocument, { variables: { id } });
  const again = () => void refetch().catch(() => {});
  useLive('state-lead', again, id);
  const isGone = error !== undefined && [400, 404, 422].includes(problemOf(error).status ?? 0);
  const lead = data && !isGone ? data.stateLead : undefined;
  return (
    <Sheet
      open
      hasAddress
      onClose={onClose}
      title={lead ? (lead.client?.name ?? routeText(lead)) : isGone ? 'Lead' : 'Loading…'}
    >
      {isGone && (
        <EmptyState
          icon={<InboxIcon />}
          title="Lead not found"
          action={<LinkButton href={hrefs.mover.leads()}>See your leads</LinkButton>}
        >
          It is not one of your company’s.
        </EmptyState>
      )}
      {error && !isGone && !lead && (
        <FailedState title="The lead could not be loaded" onRetry={again}>
          Check your connection, then try again.
        </FailedState>
      )}
      {!error && !lead && (
        <Loading label="Loading the lead…">
          <TextBones lines={12} />
        </Loading>
      )}
      {lead && <Lead lead={lead} onStale={again} />}
    </Sheet>
  );
}

function Lead({ lead, onStale }: { lead: StateLeadRecord; onStale: () => void }) {
  const user = useUser();
  const { quotes, history } = lead;
  return (
    <div className="space-y-5 pb-4">
      <div>
        <p className="text-base">{routeText(lead)}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-gray-600">
          <StateDot tone={STATES[lead.state].tone}>
            {lead.isArchived ? `Archived, ${STATES[lead.state].name.toLowerCase()}` : STATES[lead.state].name}
          </StateDot>
          <span>
            {lead.reference}, received <RelativeTime instant={lead.receivedAt} />
          </span>
          {lead.sentTo != null && (
            <span>{lead.sentTo === 1 ? 'Sent only to you' : `Sent to ${showCount(lead.sentTo, 'mover')}`}</span>
          )}
        </p>
        {lead.outcome && <Outcome outcome={lead.outcome} />}
      </div>
      {lead.offMarket && <Callout color="amber" title={OFF_MARKET[lead.offMarket]} />}
      {lead.lockedBy && lead.offMarket ? null : lead.lockedBy ? (
        <Locked by={lead.lockedBy} isMover={user.role === 'mover'} />
      ) : (
        <>
          <ContactBar lead={lead} sender={user.name} />
          <StateLeadMoves lead={lead} onStale={onStale} />
        </>
      )}
      {!lead.isLocked && (
        <Part title="Planning">
          <StateLeadPlan lead={lead} onStale={onStale} />
        </Part>
      )}
      {lead.client && (
        <Part title="Client">
          <Contact person={lead.client} />
          {lead.isSuspectedDuplicate && (
            <p className="mt-2 text-gray-500">The same person requested this move within the last two weeks.</p>
          )}
        </Part>
      )}
      <Part title="The move">
        <div className="mb-3">
          <LazyBoundary fallback={<Bone className="aspect-[8/5] w-full" />}>
            <RouteMap stops={[lead.origin, lead.destination]} />
          </LazyBoundary>
        </div>
        <Facts
          facts={[
            {
              name: 'From',
              value: [`${lead.origin.city}, ${lead.origin.state}`, lead.origin.zip].filter(Boolean).join(' '),
            },
            {
              name: 'To',
              value: [`${lead.destination.city}, ${lead.destination.state}`, lead.destination.zip]
                .filter(Boolean)
                .join(' '),
            },
            { name: 'Distance', value: `${showWhole(lead.miles)} miles` },
            { name: 'Date', value: moveDateText(lead) },
            { name: 'Size', value: `${SIZE_NAMES[lead.size]}, about ${showWhole(lead.weightLb)} lb` },
            ...(lead.comment
              ? [{ name: 'Remarks', value: <span className="whitespace-pre-line">{lead.comment}</span> }]
              : []),
          ]}
        />
      </Part>
      {quotes && quotes.length > 0 && (
        <Part title="Quotes">
          <StateLeadQuotes quotes={quotes} />
        </Part>
      )}
      {!lead.isLocked && (
        <Part title="Notes">
          <StateLeadNotes leadId={lead.id} reader={user.id} />
        </Part>
      )}
      {history && history.length > 0 && (
        <Part title="History">
          <StateLeadHistory history={history} />
        </Part>
      )}
    </div>
  );
}

/** The outcome reported by the business. */
function Outcome({ outcome: { value, reason, note } }: { outcome: NonNullable<StateLeadRecord['outcome']> }) {
  return (
    <p className="mt-1 wrap-anywhere text-gray-600">
      {value != null && `Won at ${showMoney(value)}`}
      {reason && `Lost: ${LOST_NAMES[reason].toLowerCase()}`}
      {note && `. ${note}`}
    </p>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Locked({ by, isMover }: { by: NonNullable<StateLeadRecord['lockedBy']>; isMover: boolean }) {
  const title =
    by === 'trial'
      ? `Your trial shows the contacts of ${TRIAL_LEADS_PER_DAY} leads a day; this is not one of them`
      : 'An active subscription shows name, phone, and email';
  return (
    <Callout color="amber" title={title}>
      {isMover ? (
        <LinkButton href={hrefs.mover.billing()} size="sm" className="mt-2">
          {by === 'trial' ? 'Subscribe to see all' : 'View subscription'}
        </LinkButton>
      ) : (
        'Ask the owner of your company’s account.'
      )}
    </Callout>
  );
}
