import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { showCount, showMoney } from '#src/machines/amount/amounts.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { cx } from '#src/views/ui/class-names.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { type LeadRow, stageOf, todayOf } from '../lead-lifecycle.ts';
import { AGREEMENT_NAMES, STAGE_NAMES } from '../lead-names.ts';
import { DueCell, moveDates, routeText } from '../list/lead-cells.tsx';
import { LeadMovesButton } from '../moves/lead-moves-button.tsx';
import type { AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { PageLink } from '#src/views/ui/page-link.tsx';

interface BoardCardProps {
  lead: LeadRow;
  tab: AgentLeadTab;
  isDue: boolean;
  onMove: (lead: LeadRow, move: AgentMove) => void;
}

const money = (cents: number | null | undefined) => (cents === null || cents === undefined ? null : showMoney(cents));

/** The one detail that shows a lead's state within its column. */
const standing: Record<AgentLeadTab, (lead: LeadRow) => ReactNode> = {
  new: (lead) => <RelativeTime instant={lead.enteredStateAt} />,
  'follow-up': (lead) => (
    <DueCell date={lead.followUp?.date ?? null} today={todayOf(lead)} word="due" second={lead.followUp?.reason} />
  ),
  'quote-sent': (lead) => money(lead.quote?.total),
  'contract-sent': ({ contract }) => contract.agreementState && AGREEMENT_NAMES[contract.agreementState],
  contracted: ({ quote }) => money(quote?.total),
  'award-carrier': ({ bidCount, unseenBidCount, lowestBid }) =>
    bidCount === 0
      ? 'No bids yet'
      : `${showCount(bidCount, 'bid')} from ${money(lowestBid)}${unseenBidCount ? `, ${unseenBidCount} new` : ''}`,
  'open-contracts': ({ stage, contract }) =>
    [stage && STAGE_NAMES[stageOf(stage)], contract.awardedCarrier?.legalName].filter(Boolean).join(', '),
  'completed-contracts': ({ stage }) => stage && STAGE_NAMES[stageOf(stage)],
};

/**
 * A lead on the board. It can be dragged; its menu does the same without a mouse. Memoized, because all columns
 * rerender when a card is picked up, enters another column, or is dropped.
 */
export const BoardCard = memo(function BoardCard({ lead, tab, isDue, onMove }: BoardCardProps) {
  const root = useRef<HTMLElement>(null);
  const [isDragged, setIsDragged] = useState(false);
  useEffect(() => {
    if (!root.current) return;
    return draggable({
      element: root.current,
      getInitialData: () => ({ lead }),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    });
  }, [lead]);
  return (
    <article
      ref={root}
      data-card
      className={cx(
        'group relative rounded-md border border-gray-200 bg-white px-2.5 py-2 hover:border-gray-300 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-primary-600',
        isDragged && 'opacity-40',
        isDue &&
          'before:absolute before:inset-y-1.5 before:left-0 before:w-0.75 before:rounded-full before:bg-amber-500',
      )}
    >
      <div className="flex items-start gap-1">
        {/* The browser would drag a link by itself, instead of its card. */}
        <PageLink
          href={hrefs.agent.lead(lead.id)}
          draggable={false}
          className="min-w-0 flex-1 truncate font-medium outline-none after:absolute after:inset-0"
        >
          {lead.client.name}
        </PageLink>
        <span className="relative z-1 -my-0.5 -mr-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          <LeadMovesButton lead={lead} onMove={onMove} />
        </span>
      </div>
      <p className="truncate text-xs text-gray-600">{routeText(lead)}</p>
      <div className="mt-1 flex items-end justify-between gap-2 text-xs">
        <div className="min-w-0 flex-1 text-gray-700">{standing[tab](lead)}</div>
        {/* A different date matters here. */}
        {tab !== 'follow-up' && <span className="shrink-0 text-gray-500">{moveDates(lead)}</span>}
      </div>
    </article>
  );
});
