import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { AGENT_LEAD_TABS, type AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { useShortcut } from '#src/views/ui/shortcuts.ts';
import { useFullWidth } from '#src/views/ui/use-full-width.ts';
import type { LeadRow } from '../lead-lifecycle.ts';
import { TAB_NAMES } from '../lead-names.ts';
import type { LeadFilters } from '../list/lead-filters.ts';
import { openFocusedMoves } from '../moves/focused-moves.ts';
import { useMoveDialogs } from '../moves/move-dialogs.tsx';
import { BoardColumn } from './board-column.tsx';
import { waysTo } from './board-ways.ts';
import { MoveChoice } from './move-choice.tsx';

export interface LeadBoardProps {
  filters: LeadFilters;
  counts: (tab: AgentLeadTab) => number | undefined;
  /** The list of a tab, for what its column does not show. */
  allHref: (tab: AgentLeadTab) => string;
}

/** All tabs side by side. Dropping a card on a column offers exactly the transitions that lead there. */
export default function LeadBoard({ filters, counts, allHref }: LeadBoardProps) {
  useFullWidth();
  const { open, dialog } = useMoveDialogs();
  const [dragged, setDragged] = useState<LeadRow | null>(null);
  const [choice, setChoice] = useState<{ lead: LeadRow; to: AgentLeadTab } | null>(null);
  useShortcut('m', 'Move the card to…', () => void openFocusedMoves());

  const drop = useEffectEvent((lead: LeadRow, to: AgentLeadTab) => {
    const { moves } = waysTo(lead, to);
    if (moves.length === 1) open(lead, moves[0]!.event);
    else setChoice({ lead, to });
  });
  useEffect(
    () =>
      monitorForElements({
        // All columns change with it, and the card itself already looks picked up.
        onDragStart: ({ source }) => startTransition(() => setDragged(source.data.lead as LeadRow)),
        onDrop({ source, location }) {
          startTransition(() => setDragged(null));
          const to = location.current.dropTargets[0]?.data.tab as AgentLeadTab | undefined;
          const lead = source.data.lead as LeadRow;
          if (to && waysTo(lead, to).isElsewhere) drop(lead, to);
        },
      }),
    [],
  );

  return (
    <>
      <div
        role="region"
        aria-label="Board"
        // Anything that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="-mx-4 flex snap-x scroll-px-4 items-start gap-3 overflow-x-auto px-4 pb-4 [scrollbar-width:thin] sm:-mx-6 sm:scroll-px-6 sm:px-6"
      >
        {AGENT_LEAD_TABS.map((tab) => (
          <BoardColumn
            key={tab}
            tab={tab}
            filters={filters}
            count={counts(tab)}
            allHref={allHref(tab)}
            dragged={dragged}
            onMove={open}
          />
        ))}
      </div>
      {choice && (
        <MoveChoice
          title={`Move ${choice.lead.client.name} to “${TAB_NAMES[choice.to]}”`}
          ways={waysTo(choice.lead, choice.to)}
          onChoose={(move) => {
            setChoice(null);
            open(choice.lead, move);
          }}
          onClose={() => setChoice(null)}
        />
      )}
      {dialog}
    </>
  );
}
