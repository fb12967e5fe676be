import type { ReactNode } from 'react';
import type { TodayQuery } from '#src/generated/graphql/graphql.ts';
import { showCount, showMoney } from '#src/machines/amount/amounts.ts';
import { LEAD_WORK, type LeadWorkKind } from '#src/machines/agent-lead/agent-lead.work.ts';
import type { AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import type { LeadRow } from '#src/views/agent-lead/lead-lifecycle.ts';
import { AGREEMENT_NAMES, whyOff } from '#src/views/agent-lead/lead-names.ts';
import { sentence } from '#src/machines/phrases.ts';
import { moveDates, routeText } from '#src/views/agent-lead/list/lead-cells.tsx';
import { LOWEST_BID, type MoveSubject } from '#src/views/agent-lead/moves/use-move.ts';
import { needsPriceOnly, PriceAndQuote } from '#src/views/agent-lead/moves/price-and-quote.tsx';
import { remedyOf } from '#src/views/agent-lead/moves/remedy.ts';
import { movesOf } from '#src/views/agent-lead/moves/lead-moves.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { PhoneLink } from '#src/views/ui/phone-link.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { DAY } from '#src/machines/calendar/durations.ts';
import { PageLink } from '#src/views/ui/page-link.tsx';

export type WorkLead = TodayQuery['today']['leads'][number];
export type WorkItem = TodayQuery['today']['groups'][number]['items'][number];

const joined = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ');

/** What each kind of work is about; a new kind without words does not compile. */
const abouts: Record<LeadWorkKind, (lead: WorkLead, item: WorkItem) => string> = {
  question: (_, { about }) => (about ? `“${about}”` : 'Asked about the quote'),
  'dates-asked': (_, { dueOn, about }) => joined(dueOn && `From ${showDate(dueOn)}`, about && `“${about}”`),
  'dates-accepted': ({ moveDate }, { dueOn }) =>
    joined(
      dueOn && `Agreed from ${showDate(dueOn)}`,
      moveDate ? `lead still says ${showDate(moveDate)}` : 'lead has no date',
    ),
  'quote-accepted': ({ quote }) => joined(quote && `Accepted ${showMoney(quote.total)}`, 'contract not sent'),
  'new-lead': (lead) => joined(routeText(lead), moveDates(lead), lead.source),
  'follow-up-due': ({ followUp }) => followUp?.reason ?? '',
  'quote-ending': (lead) => joined(lead.quote && showMoney(lead.quote.total), routeText(lead)),
  'contract-unsigned': ({ contract, quote }) =>
    joined(contract.agreementState && AGREEMENT_NAMES[contract.agreementState], quote && showMoney(quote.total)),
  'load-unposted': (lead) => joined(routeText(lead), moveDates(lead)),
  'bids-unseen': ({ unseenBidCount, bidCount, lowestBid }) =>
    joined(
      `${unseenBidCount} new of ${showCount(bidCount, 'bid')}`,
      lowestBid !== null && `from ${showMoney(lowestBid)}`,
    ),
  'job-unsigned': ({ contract }) =>
    joined(
      contract.awardedCarrier?.legalName,
      contract.awardAmount !== null && showMoney(contract.awardAmount),
      contract.jobAgreementState && AGREEMENT_NAMES[contract.jobAgreementState],
    ),
  'papers-ending': ({ contract }, { about }) => joined(contract.awardedCarrier?.legalName, about && sentence(about)),
  'invoice-unsent': (lead) => joined(lead.quote && showMoney(lead.quote.total), routeText(lead)),
  'invoice-overdue': ({ invoice, money }) =>
    joined(invoice && `Invoice ${invoice.number}`, money && `${showMoney(money.due)} due`),
};

/** "3 days overdue", "ends tomorrow", "2h ago". */
function When({ kind, item, today }: { kind: LeadWorkKind; item: WorkItem; today: string }): ReactNode {
  const { since, dueOn } = item;
  if (since) return <RelativeTime instant={since} />;
  if (!dueOn) return null;
  const late = Math.round((Date.parse(today) - Date.parse(dueOn)) / DAY);
  if (kind === 'papers-ending') return `Move ends ${showDate(dueOn, today)}`;
  if (kind === 'quote-ending')
    return late === 0 ? 'Ends today' : late === -1 ? 'Ends tomorrow' : `Ends ${showDate(dueOn, today)}`;
  if (late === 0) return 'Due today';
  return <span className="font-medium text-red-600">{showCount(late, 'day')} overdue</span>;
}

interface WorkRowProps {
  kind: LeadWorkKind;
  lead: WorkLead;
  item: WorkItem;
  today: string;
  onMove: (lead: LeadRow, move: AgentMove, subject?: MoveSubject) => void;
  onCall: (lead: WorkLead) => void;
  onDates: (lead: WorkLead) => void;
}

/** One lead and the step to complete, if the lifecycle allows it now. */
export function WorkRow({ kind, lead, item, today, onMove, onCall, onDates }: WorkRowProps) {
  const { client, contract } = lead;
  const step = stepOf({ lead, kind, onMove, onCall, onDates });
  const carrier = kind === 'job-unsigned' ? contract.awardedCarrier : null;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere">
          <PageLink className="rounded-sm font-medium hover:underline" href={hrefs.agent.lead(lead.id)}>
            {client.name}
          </PageLink>{' '}
          <span className="text-gray-500">{lead.reference}</span>
        </p>
        <p className="text-gray-600 wrap-anywhere">{abouts[kind](lead, item)}</p>
        {step.note && <p className="text-gray-500">{step.note}</p>}
      </div>
      <span className="text-gray-500">
        <When kind={kind} item={item} today={today} />
      </span>
      {/* On a phone a line of its own, so that the buttons of all rows align. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full">
        {carrier?.phone ? (
          <PhoneLink phone={carrier.phone} name={carrier.legalName} />
        ) : (
          client.phone && <PhoneLink phone={client.phone} name={client.name} />
        )}
        <span className="ml-auto">{step.button}</span>
      </div>
    </li>
  );
}

type Asked = Pick<WorkRowProps, 'lead' | 'kind' | 'onMove' | 'onCall' | 'onDates'>;

function stepOf({ lead, kind, onMove, onCall, onDates }: Asked): { button: ReactNode; note?: string } {
  const { next } = LEAD_WORK[kind];
  const { name } = lead.client;
  const button = (label: string, act: () => void) => (
    <Button size="sm" aria-label={`${label}: ${name}`} onClick={act}>
      {label}
    </Button>
  );
  const link = (label: string, href: string) => (
    <LinkButton size="sm" aria-label={`${label}: ${name}`} href={href}>
      {label}
    </LinkButton>
  );
  const open = link('Open lead', hrefs.agent.lead(lead.id));
  if (next === 'call') return { button: button('Log call', () => onCall(lead)) };
  if (next === 'open-lead') return { button: open };
  if (next === 'answer-dates') return { button: button('Answer', () => onDates(lead)) };
  if (next === 'open-carrier') {
    const id = lead.contract.awardedCarrier?.id;
    return { button: id ? link('Open carrier', hrefs.agent.carrier(id)) : open };
  }
  if (next === 'quote.sent' && needsPriceOnly(lead)) {
    const send = (priced: LeadRow, estimateId: string) => onMove(priced, next, { estimateId });
    return { button: <PriceAndQuote lead={lead} onPriced={send} /> };
  }
  const move = movesOf(lead).find(({ event }) => event === next);
  if (!move?.isAllowed) {
    const remedy = move && remedyOf(lead, move.unmet);
    return {
      button: remedy ? button(remedy.label, () => onMove(lead, remedy.move, { detail: remedy.detail })) : open,
      note: move && `${move.label}: ${whyOff(move.unmet).toLowerCase()}`,
    };
  }
  const subject = kind === 'bids-unseen' ? { bidId: LOWEST_BID } : {};
  return { button: button(move.label, () => onMove(lead, move.event, subject)) };
}
