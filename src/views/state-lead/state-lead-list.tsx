import { useApolloClient } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { ShelveStateLeadsDocument } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { DataTable } from '#src/views/ui/data-table.tsx';
import { DataTableSkeleton } from '#src/views/ui/data-table-skeleton.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { routeText } from '#src/views/ui/move-words.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { useSelection } from '#src/views/ui/use-selection.ts';
import { stateLeadColumns } from './state-lead-columns.tsx';
import type { StateLeadRow } from './state-lead-names.ts';
import type { useStateLeads } from './use-state-leads.ts';

const AssignDialog = lazy(() => import('./assign-dialog.tsx'));

interface StateLeadListProps {
  list: ReturnType<typeof useStateLeads>;
  isArchive: boolean;
  href: (lead: StateLeadRow) => string;
  empty: ReactNode;
  /** On a phone, tapping selects rows. */
  isSelecting: boolean;
  /** Called with the id of the row under the pointer. */
  onPoint?: ((id: string | null) => void) | undefined;
  onSelected: () => void;
}

const MOST_AT_ONCE = 100;

/** The leads of a business: its inbox, or its archive. */
export function StateLeadList({ list, isArchive, href, empty, isSelecting, onPoint, onSelected }: StateLeadListProps) {
  const { rows, more, failed, failure, isLocked, reload } = list;
  const client = useApolloClient();
  const notify = useNotify();
  const selection = useSelection();
  const { busy: name, write } = useWrite();
  const busy = name !== null;
  const [isAssigning, setAssigning] = useState(false);

  const shelve = (ids: readonly string[], isArchived: boolean, canUndo: boolean): Promise<boolean> =>
    write({
      send: () => client.mutate({ mutation: ShelveStateLeadsDocument, variables: { ids: [...ids], isArchived } }),
      done({ data }) {
        const results = data!.shelveStateLeads;
        const done = results.filter((one) => one.done).map(({ id }) => id);
        const refused = results.filter((one) => !one.done);
        selection.clear();
        onSelected();
        reload();
        const verb = isArchived ? 'archived' : 'restored';
        const undo = () => void shelve(done, !isArchived, false);
        if (done.length > 0) notify.done(`${showCount(done.length, 'lead')} ${verb}`, canUndo ? { undo } : {});
        if (refused.length > 0)
          notify.failed(
            null,
            `${refused.length} ${refused.length === 1 ? 'lead was' : 'leads were'} not ${verb}: ${refused[0]!.detail ?? 'try again'}`,
          );
      },
      failed: 'Nothing was changed. Try again.',
    });

  if (failed) {
    return (
      <FailedState title="The leads could not be loaded" onRetry={reload}>
        {failure}
      </FailedState>
    );
  }
  if (!rows) return <DataTableSkeleton columns={stateLeadColumns} />;
  if (rows.length === 0 && !more) return empty;
  return (
    <>
      <DataTable
        label={isArchive ? 'Archived leads' : 'Leads'}
        columns={stateLeadColumns}
        rows={rows}
        rowId={({ id }) => id}
        href={href}
        onPoint={onPoint}
        selection={isLocked ? undefined : selection}
        rowName={(lead) => lead.client?.name ?? routeText(lead)}
        bulkActions={
          <>
            {!isArchive && (
              <Button disabled={busy || selection.ids.size > MOST_AT_ONCE} onClick={() => setAssigning(true)}>
                Assign
              </Button>
            )}
            <Button
              busy={busy}
              disabled={selection.ids.size > MOST_AT_ONCE}
              onClick={() => void shelve([...selection.ids], !isArchive, true)}
            >
              {isArchive ? 'Restore' : 'Archive'}
            </Button>
          </>
        }
        isSelecting={isSelecting}
        needsAttention={({ state, isArchived, isDue }) => isDue || (state === 'accepted' && !isArchived)}
        more={more}
      />
      {isAssigning && (
        <LazyBoundary>
          <AssignDialog
            ids={[...selection.ids]}
            onClose={(isDone) => {
              setAssigning(false);
              if (!isDone) return;
              selection.clear();
              onSelected();
              reload();
            }}
          />
        </LazyBoundary>
      )}
    </>
  );
}
