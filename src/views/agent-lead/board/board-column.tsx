import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { cx } from '#src/views/ui/class-names.ts';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { Count } from '#src/views/ui/tabs.tsx';
import { graphqlTab, type LeadRow } from '../lead-lifecycle.ts';
import { TAB_NAMES } from '../lead-names.ts';
import { needsAttention } from '../list/needs-attention.ts';
import { filterOf, type LeadFilters } from '../list/lead-filters.ts';
import { useLeadList } from '../list/use-lead-list.ts';
import type { AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { BoardCard } from './board-card.tsx';
import { waysTo } from './board-ways.ts';

/** A column shows what is due first; the rest is in its list. */
const CARDS = 20;

interface BoardColumnProps {
  tab: AgentLeadTab;
  filters: LeadFilters;
  count: number | undefined;
  allHref: string;
  /** The card being dragged, anywhere on the board. */
  dragged: LeadRow | null;
  onMove: (lead: LeadRow, move: AgentMove) => void;
}

export function BoardColumn({ tab, filters, count, allHref, dragged, onMove }: BoardColumnProps) {
  const { rows, failed, more, reload } = useLeadList({
    tab: graphqlTab(tab),
    filter: filterOf(filters, tab),
    sort: 'due',
    limit: CARDS,
  });
  const root = useRef<HTMLElement>(null);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!root.current) return;
    return dropTargetForElements({
      element: root.current,
      getData: () => ({ tab }),
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: () => setIsOver(false),
    });
  }, [tab]);
  const ways = useMemo(() => dragged && waysTo(dragged, tab), [dragged, tab]);
  const isTarget = ways?.isElsewhere && ways.moves.length > 0;
  const isClosed = ways?.isElsewhere && ways.moves.length === 0;

  return (
    <section
      ref={root}
      aria-label={TAB_NAMES[tab]}
      className={cx(
        'relative flex w-66 shrink-0 snap-start flex-col rounded-lg bg-gray-50 p-2 outline-2 -outline-offset-2 outline-transparent',
        isTarget && 'bg-primary-50 outline-primary-200!',
        isTarget && isOver && 'outline-primary-600!',
        // A veil: opacity would make the browser paint each card again.
        isClosed &&
          'after:pointer-events-none after:absolute after:inset-0 after:z-2 after:rounded-lg after:bg-gray-50/50',
      )}
    >
      <h2 className="flex items-center gap-1.5 px-1.5 pt-0.5 pb-2 font-medium">
        <span className="min-w-0 truncate">{TAB_NAMES[tab]}</span>
        {count !== undefined && <Count value={count} />}
      </h2>
      {(isTarget || (isClosed && isOver)) && (
        // Above the first card: the cards must not move while one is held over them.
        <p className="pointer-events-none absolute inset-x-2 top-8 z-3 rounded-md bg-white px-2.5 py-1.5 text-xs text-gray-700 shadow-float">
          {isTarget ? ways.moves.map(({ label }) => label).join(' or ') : `${ways.whyNot}.`}
        </p>
      )}
      {failed && (
        <p className="px-1.5 py-2 text-gray-600">
          Couldn’t be loaded.{' '}
          <button type="button" className="link" onClick={reload}>
            Try again
          </button>
        </p>
      )}
      {!failed && !rows && (
        <Loading label={`Loading ${TAB_NAMES[tab]}…`}>
          <div className="space-y-2">
            <Bone className="h-22 rounded-md!" />
            <Bone className="h-22 rounded-md!" />
          </div>
        </Loading>
      )}
      <ul className="space-y-2">
        {rows?.map((lead) => (
          <li key={lead.id}>
            <BoardCard lead={lead} tab={tab} isDue={needsAttention[tab](lead)} onMove={onMove} />
          </li>
        ))}
      </ul>
      {rows?.length === 0 && <p className="px-1.5 py-2 text-gray-500">None</p>}
      {more && (
        <Link
          href={allHref}
          className="mt-2 rounded-md px-1.5 py-1.5 text-gray-600 hover:bg-gray-100 hover:text-gray-900"
        >
          View all in list
        </Link>
      )}
    </section>
  );
}
