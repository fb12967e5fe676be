import { useQuery } from '@apollo/client/react';
import { ListColumnsDocument } from '#src/generated/graphql/graphql.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { Column } from '#src/views/ui/data-table.types.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { type LeadRow, tabOf } from '../lead-lifecycle.ts';
import { client, leadColumns } from './lead-columns.tsx';
import { type LeadFilters, SORTS } from './lead-filters.ts';

type LeadColumn = Column<LeadRow>;

// Columns that no tab shows by default are not needed for the first list.
const MoreCell = lazy(() => import('./more-cells.tsx'));
const more = (id: string, header: string, width: string, align?: 'end'): LeadColumn => ({
  id,
  header,
  width,
  ...(align && { align }),
  cell: (lead) => (
    <LazyBoundary>
      <MoreCell id={id} lead={lead} />
    </LazyBoundary>
  ),
});

const all: readonly LeadColumn[] = [
  ...Object.values(leadColumns).flat(),
  more('email', 'Email', 'minmax(8rem, 1fr)'),
  more('margin', 'Margin', '6.5rem', 'end'),
  more('balance', 'Balance due', '6.5rem', 'end'),
  more('kind', 'Kind', 'minmax(6rem, 0.7fr)'),
  more('size', 'Size', 'minmax(6rem, 0.7fr)'),
  more('distance', 'Distance', '5.5rem', 'end'),
  more('reference', 'Lead', '5rem'),
];

/** A column as a tab defines it, or else as other tabs do. */
export const columnOf = (tab: AgentLeadTab, id: string): LeadColumn | undefined =>
  [...leadColumns[tab], ...all].find((column) => column.id === id);

/** The columns chosen for a tab: null until it is known whether any were. */
export function useChosenColumns(tab: AgentLeadTab, { columns }: LeadFilters): readonly string[] | null | undefined {
  const { data, error } = useQuery(ListColumnsDocument);
  if (columns) return columns.split(',');
  if (!data) return error ? undefined : null;
  return data.listColumns.find((list) => tabOf(list.tab) === tab)?.columns;
}

/** Chosen columns also appear in cards, each with its name; in rows they are narrower, so that more of them fit. */
export function columnsOf(tab: AgentLeadTab, chosen: readonly string[] | null | undefined): LeadColumn[] {
  const columns = chosen
    ? [client, ...chosen.flatMap((id) => columnOf(tab, id) ?? [])].map((column) => ({
        ...column,
        width: column.width.replace(/minmax\(([\d.]+)/, (_, least) => `minmax(${Number(least) * 0.65}`),
        ...(column.card === 'hidden' && { card: 'line' as const, cardLabel: column.header }),
      }))
    : leadColumns[tab];
  return columns.map((column) => ({ ...column, sortable: column.id in SORTS }));
}
