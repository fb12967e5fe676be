import { TruckIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { carrierColumns, carrierColumnsNear } from '#src/views/carrier/carrier-columns.tsx';
import { CarrierFilterBar } from '#src/views/carrier/carrier-filter-bar.tsx';
import {
  type CarrierFilters,
  carriersCsvHref,
  isFiltered,
  listOf,
  readCarrierFilters,
} from '#src/views/carrier/carrier-filters.ts';
import { useCarrierList } from '#src/views/carrier/use-carrier-list.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { useUser } from '#src/views/session/session-context.ts';
import { Button } from '#src/views/ui/button.tsx';
import { DataTable } from '#src/views/ui/data-table.tsx';
import { DataTableSkeleton } from '#src/views/ui/data-table-skeleton.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { exportCsv } from '#src/views/ui/export-csv.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { LinkField } from '#src/views/ui/link-field.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { useTitle } from '#src/views/ui/use-title.ts';

/** The carriers for agents to choose from: found by name, place, and equipment; compared by compliance and record. */
export default function CarriersPage() {
  useTitle('Carriers');
  const filters = readCarrierFilters(useSearch());
  const [, navigate] = useLocation();
  const [isInviting, setInviting] = useState(false);
  const { rights } = useUser();
  const change = (part: CarrierFilters) => navigate(hrefs.agent.carriers({ ...filters, ...part }), { replace: true });
  const clear = () =>
    navigate(hrefs.agent.carriers({ sort: filters.sort === 'distance' ? undefined : filters.sort }), { replace: true });

  const { rows, error, more, reload } = useCarrierList(listOf(filters));
  const zipError = (error && problemOf(error).fields.near) ?? null;
  const columns = filters.near ? carrierColumnsNear : carrierColumns;
  return (
    <>
      <PageHeader
        title="Carriers"
        below="Carriers who bid on your loads, and whether they’re compliant."
        more={[
          { label: 'Sign-up link for carriers', onSelect: () => setInviting(true) },
          ...(rights.includes('exports') ? [exportCsv(carriersCsvHref(filters), 'carriers')] : []),
        ]}
      />
      {isInviting && (
        <Dialog
          open
          size="sm"
          title="Invite carriers"
          onClose={() => setInviting(false)}
          footer={<Button onClick={() => setInviting(false)}>Done</Button>}
        >
          <p className="mb-4 text-gray-600">
            Carriers sign up themselves. They can bid once their documents are complete.
          </p>
          <SignUpLink />
        </Dialog>
      )}
      <CarrierFilterBar filters={filters} onChange={change} onClear={clear} zipError={zipError} />
      <div className="-mx-4 border-t border-gray-200 sm:-mx-6">
        {error &&
          (zipError ? (
            <EmptyState
              icon={<TruckIcon />}
              title="Carriers near this ZIP code cannot be listed"
              action={
                <Button onClick={() => change({ near: undefined, within: undefined, sort: undefined })}>
                  Clear the ZIP code
                </Button>
              }
            />
          ) : (
            <FailedState title="The carriers could not be loaded" onRetry={reload} />
          ))}
        {!error && !rows && <DataTableSkeleton columns={columns} />}
        {rows?.length === 0 && (
          <EmptyState
            icon={<TruckIcon />}
            title={isFiltered(filters) ? 'No matching carriers' : 'No carriers yet'}
            action={isFiltered(filters) ? <Button onClick={clear}>Clear filters</Button> : <SignUpLink />}
          >
            {!isFiltered(filters) && 'Carriers sign up themselves. Send them this link.'}
          </EmptyState>
        )}
        {rows && rows.length > 0 && (
          <DataTable
            label="Carriers"
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            rowName={({ legalName }) => legalName}
            href={({ id }) => hrefs.agent.carrier(id)}
            more={more}
          />
        )}
      </div>
    </>
  );
}

const SignUpLink = () => (
  <LinkField label="Sign-up link" url={`${window.location.origin}${hrefs.signUp['load-board']}`} />
);
