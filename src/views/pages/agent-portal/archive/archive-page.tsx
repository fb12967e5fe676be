import { ArchiveBoxIcon } from '@heroicons/react/24/outline';
import { hrefs } from '#src/views/hrefs.ts';
import { lifecycleOf, type LeadRow } from '#src/views/agent-lead/lead-lifecycle.ts';
import { placeName } from '#src/views/agent-lead/lead-names.ts';
import { Lines } from '#src/views/agent-lead/list/lead-cells.tsx';
import { client, route } from '#src/views/agent-lead/list/lead-columns.tsx';
import { useTrail } from '#src/views/agent-lead/list/lead-trail.ts';
import { useLeadList } from '#src/views/agent-lead/list/use-lead-list.ts';
import { useMoveDialogs } from '#src/views/agent-lead/moves/move-dialogs.tsx';
import { useUser } from '#src/views/session/session-context.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { DataTable } from '#src/views/ui/data-table.tsx';
import { DataTableSkeleton } from '#src/views/ui/data-table-skeleton.tsx';
import type { Column } from '#src/views/ui/data-table.types.ts';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { exportCsv } from '#src/views/ui/export-csv.ts';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

const wasIn = (lead: LeadRow) => placeName({ ...lifecycleOf(lead).place, isArchived: false });

const shared: readonly Column<LeadRow>[] = [
  client,
  route,
  { id: 'was', header: 'Was in', width: 'minmax(9rem, 1fr)', card: 'hidden', cell: wasIn },
  {
    id: 'reason',
    header: 'Reason',
    width: 'minmax(9rem, 1.2fr)',
    cell: (lead) => (
      <Lines first={lead.archiveReason ?? '—'} second={<span className="sm:hidden">was in {wasIn(lead)}</span>} />
    ),
  },
  {
    id: 'since',
    header: 'Archived',
    width: '6.5rem',
    card: 'hidden',
    cell: (lead) => <RelativeTime instant={lead.updatedAt} />,
  },
];

export default function ArchivePage() {
  useTitle('Archive');
  const { rights } = useUser();
  const { rows, after, failed, more, reload } = useLeadList({ archived: true });
  useTrail({ rows, after, wanted: { archived: true }, total: undefined });
  const { open, dialog } = useMoveDialogs(reload);
  const columns: readonly Column<LeadRow>[] = [
    ...shared,
    {
      id: 'restore',
      header: 'Restore',
      width: '6.5rem',
      align: 'end',
      card: 'end',
      cell: (lead) => (
        <Button size="sm" aria-label={`Restore ${lead.client.name}`} onClick={() => open(lead, 'lead.restored')}>
          Restore
        </Button>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Archive"
        below="Leads you set aside. Restoring one returns it to where it was."
        more={rights.includes('exports') ? [exportCsv(hrefs.agent.leadsCsv({ is_archived: true }), 'leads')] : []}
      />
      <div className="-mx-4 border-t border-gray-200 sm:-mx-6">
        {failed && <FailedState title="The archive could not be loaded" onRetry={reload} />}
        {!failed && !rows && <DataTableSkeleton columns={columns} />}
        {rows?.length === 0 && (
          <EmptyState
            icon={<ArchiveBoxIcon />}
            title="Nothing archived"
            action={<LinkButton href={hrefs.agent.leads('new')}>Go to leads</LinkButton>}
          >
            Archive a lead from its menu, with a reason.
          </EmptyState>
        )}
        {rows && rows.length > 0 && (
          <DataTable
            label="Archived leads"
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            href={({ id }) => hrefs.agent.lead(id)}
            more={more}
          />
        )}
      </div>
      {dialog}
    </>
  );
}
