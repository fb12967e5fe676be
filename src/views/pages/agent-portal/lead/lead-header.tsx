import { ChatBubbleOvalLeftIcon, PhoneIcon } from '@heroicons/react/24/outline';
import { useMemo } from 'react';
import { LeadDraftNote } from '#src/views/agent-lead/form/lead-draft-note.tsx';
import { lifecycleOf, tabOf, todayOf } from '#src/views/agent-lead/lead-lifecycle.ts';
import { TAB_NAMES, TAB_TONES, placeName } from '#src/views/agent-lead/lead-names.ts';
import { routeText } from '#src/views/agent-lead/list/lead-cells.tsx';
import { showMoney } from '#src/machines/amount/amounts.ts';
import type { LeadView } from '#src/machines/session/routes.ts';
import type { AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { movesOf } from '#src/views/agent-lead/moves/lead-moves.ts';
import { moveMenu } from '#src/views/agent-lead/moves/lead-moves.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { showDate, showDateRange } from '#src/views/ui/dates.ts';
import type { MenuEntry } from '#src/views/ui/menu.tsx';
import { PhoneLink } from '#src/views/ui/phone-link.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { useCommands, useShortcut } from '#src/views/ui/shortcuts.ts';
import { Stepper } from '#src/views/ui/stepper.tsx';
import { LeadPager } from './lead-pager.tsx';
import type { PageLead } from './lead-page.tsx';
import { stepsOf } from './lead-steps.ts';

interface LeadHeaderProps {
  lead: PageLead;
  view: LeadView;
  onMove: (move: AgentMove) => void;
  /** On a phone the next step sticks to the bottom, unless something else belongs there. */
  hasBar?: boolean;
  /** The client was called from here, but the call's outcome is not logged yet. */
  hasCalled: boolean;
  onLogCall: () => void;
  /** Merges this lead with another one; null if that is still to be chosen. */
  onMerge: (otherId: string | null) => void;
}

/** Client, route, dates, state, and the next step; the other steps are in the menu. */
export function LeadHeader({ lead, view, onMove, hasBar = true, hasCalled, onLogCall, onMerge }: LeadHeaderProps) {
  const { place } = lifecycleOf(lead);
  const { primary, items: moves } = moveMenu(lead, onMove);
  const mayEdit = movesOf(lead).some(({ event, isAllowed }) => event === 'lead.edited' && isAllowed);
  const items = moves.toSpliced(-1, 0, {
    label: 'Merge with another lead…',
    offBecause: mayEdit ? null : 'The lead is archived. Restore it to change anything.',
    onSelect: () => onMerge(null),
  });
  const isNext = (item: MenuEntry) => item !== 'separator' && item.label === primary?.label;
  useCommands(`${lead.client.name}, ${lead.reference}`, [
    ...items.filter(isNext),
    ...items.filter((item) => !isNext(item)),
  ]);
  useShortcut('m', 'Move the lead to…', () =>
    document.querySelector<HTMLElement>('#content button[aria-label="More actions"]')?.click(),
  );
  // On the board without a bid to award, what is left is to invite carriers.
  const needsBids = movesOf(lead).some(({ unmet }) => unmet.includes('a carrier has an active bid'));
  const primaryButton = primary ? (
    // In the chat, answering is the primary action.
    <Button variant={view === 'chat' ? 'secondary' : 'primary'} onClick={() => onMove(primary.event)}>
      {primary.label}
    </Button>
  ) : (
    needsBids &&
    view !== 'nearest-carriers' && (
      <LinkButton variant="primary" href={hrefs.agent.lead(lead.id, 'nearest-carriers')}>
        Invite carriers
      </LinkButton>
    )
  );
  const { name, phone } = lead.client;
  const logCall = (
    <Button variant="primary" onClick={onLogCall}>
      Log call
    </Button>
  );
  const first = hasCalled ? logCall : primaryButton;
  const steps = useMemo(() => stepsOf(lead), [lead]);
  const days = lead.moveDate ? showDateRange(lead.moveDate, lead.moveDateLast ?? lead.moveDate) : 'no date yet';
  return (
    <>
      <PageHeader
        breadcrumb={[
          lead.isArchived
            ? { label: 'Archive', href: hrefs.agent.archive() }
            : { label: 'Leads', href: hrefs.agent.leads(place.state) },
        ]}
        along={<LeadPager id={lead.id} />}
        title={lead.client.name}
        beside={
          <>
            <span className="text-gray-500">{lead.reference}</span>
            <StateDot tone={lead.isArchived ? 'gray' : TAB_TONES[place.state]}>{placeName(place)}</StateDot>
          </>
        }
        below={
          <>
            <p className="text-gray-600 wrap-anywhere">
              {routeText(lead)} · <span className="whitespace-nowrap">{days}</span>
            </p>
            {phone && (
              <p>
                <PhoneLink phone={phone} name={name} />
              </p>
            )}
          </>
        }
        primary={<span className={hasBar ? 'max-sm:hidden' : undefined}>{primaryButton}</span>}
        more={items}
      />
      <LeadDraftNote key={lead.id} leadId={lead.id} onOpen={() => onMove('lead.edited')} />
      {hasCalled && (
        <Callout
          color="blue"
          className="mb-4"
          title={`How did the call with ${name} go?`}
          action={<span className="max-sm:hidden">{logCall}</span>}
        />
      )}
      <Notices lead={lead} onMerge={onMerge} />
      <div className="mb-4">
        <Stepper label="Status of this lead" steps={steps} />
      </div>
      {(first || phone) && hasBar && (
        <div className="fixed inset-x-0 bottom-0 z-20 flex gap-2 border-t border-gray-200 bg-white p-3 sm:hidden">
          {first && <div className="min-w-0 flex-1 [&>*]:w-full">{first}</div>}
          {phone && (
            <>
              <a className={first ? 'btn btn-icon' : 'btn flex-1'} href={`tel:${phone}`} aria-label={`Call ${name}`}>
                <PhoneIcon />
                {!first && 'Call'}
              </a>
              <a className={first ? 'btn btn-icon' : 'btn flex-1'} href={`sms:${phone}`} aria-label={`Text ${name}`}>
                <ChatBubbleOvalLeftIcon />
                {!first && 'Text'}
              </a>
            </>
          )}
        </div>
      )}
    </>
  );
}

/** What the person should know first. */
function Notices({ lead, onMerge }: Pick<LeadHeaderProps, 'lead' | 'onMerge'>) {
  const isOverdue = lead.followUp && lead.followUp.date < todayOf(lead);
  return (
    <div className="mb-4 space-y-2 empty:hidden">
      {lead.isArchived && (
        <Callout color="amber" title="This lead is archived">
          {lead.merges.into.length > 0 ? (
            <>
              Merged into <LeadLinks leads={lead.merges.into} />
            </>
          ) : (
            lead.archiveReason
          )}
        </Callout>
      )}
      {lead.stage === 'accepted' && !lead.isArchived && <AcceptedNotice lead={lead} />}
      {lead.followUp && (
        <Callout
          color={isOverdue ? 'amber' : 'blue'}
          title={`${isOverdue ? 'Follow-up is overdue since' : 'Follow up on'} ${showDate(lead.followUp.date)}`}
        >
          {lead.followUp.reason}
        </Callout>
      )}
      {lead.duplicates.length > 0 && <DuplicatesNotice lead={lead} onMerge={onMerge} />}
      {lead.merges.from.length > 0 && (
        <p className="text-gray-600">
          Merged into this lead: <LeadLinks leads={lead.merges.from} />
        </p>
      )}
    </div>
  );
}

/** Possible duplicates of this lead, each with a button to merge. */
function DuplicatesNotice({ lead, onMerge }: Pick<LeadHeaderProps, 'lead' | 'onMerge'>) {
  return (
    <Callout color="amber" title="Possible duplicate">
      <ul className="space-y-1">
        {lead.duplicates.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center gap-2">
            <span>
              <LeadLinks leads={[other]} /> ({other.isArchived ? 'archived' : TAB_NAMES[tabOf(other.state)]})
            </span>
            {!lead.isArchived && !other.isArchived && (
              <Button size="sm" aria-label={`Merge with ${other.reference}`} onClick={() => onMerge(other.id)}>
                Merge
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

const LeadLinks = ({ leads }: { leads: readonly { id: string; reference: string; clientName: string }[] }) =>
  leads.map((other, index) => (
    <span key={other.id}>
      {index > 0 && ', '}
      <a className="underline" href={hrefs.agent.lead(other.id)}>
        {other.reference} {other.clientName}
      </a>
    </span>
  ));

/** The client has accepted, but the agreement could not be sent automatically. */
function AcceptedNotice({ lead }: { lead: PageLead }) {
  const unmet = movesOf(lead).find(({ event }) => event === 'contract.sent')?.unmet ?? [];
  return (
    <Callout
      color="amber"
      title={`${lead.client.name} accepted ${lead.quote ? showMoney(lead.quote.total) : 'the quote'}`}
    >
      {unmet.length > 0
        ? `The contract can go out once ${unmet.join(' and ')}.`
        : 'Everything is there now: send the contract.'}
    </Callout>
  );
}
