import { MagnifyingGlassIcon, TruckIcon } from '@heroicons/react/16/solid';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { carrierColumns } from '#src/views/carrier/carrier-columns.tsx';
import { useCarrierList } from '#src/views/carrier/use-carrier-list.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Button } from '#src/views/ui/button.tsx';
import { DataTable } from '#src/views/ui/data-table.tsx';
import { DataTableSkeleton } from '#src/views/ui/data-table-skeleton.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { FilterChip } from '#src/views/ui/filter-chip.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { useTitle } from '#src/views/ui/use-title.ts';

const PAUSE_MS = 250;

export default function CarriersPage() {
  useTitle('Carriers');
  const params = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const query = params.get('query') ?? '';
  const compliant = params.get('compliant') === '1';
  const named = params.get('state');
  const state = named !== null && named in US_STATES ? named : null;
  const [text, setText] = useState(query);
  const change = (part: Record<string, string | null>) =>
    navigate(hrefs.agent.carriers({ query, compliant: compliant ? '1' : null, state, ...part }), { replace: true });
  useEffect(() => {
    if (text.trim() === query) return;
    const timer = setTimeout(() => change({ query: text.trim() }), PAUSE_MS);
    return () => clearTimeout(timer);
  });

  const { rows, failed, more, reload } = useCarrierList({ filter: { query: query || undefined, compliantOnly: compliant || undefined, state: state ?? undefined } });
  const isFiltered = query !== '' || compliant || state !== null;
  return (
    <>
      <PageHeader title="Carriers" below="Who bids on your loads, and whether they may." />
      <div className="flex flex-wrap items-center gap-1.5 pb-3">
        <Input
          type="search"
          aria-label="Search carriers"
          placeholder="Name or USDOT"
          maxLength={100}
          before={<MagnifyingGlassIcon className="size-4" />}
          className="mr-1.5 h-8! max-w-60"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FilterChip
          name="Compliance"
          value={compliant ? 'compliant only' : null}
          options={[{ label: 'Compliant only', onSelect: () => change({ compliant: '1' }) }]}
          onClear={() => change({ compliant: null })}
        />
        <FilterChip
          name="State"
          value={state ? US_STATES[state]! : null}
          options={Object.entries(US_STATES).map(([code, label]) => ({ label, onSelect: () => change({ state: code }) }))}
          onClear={() => change({ state: null })}
        />
      </div>
      <div className="-mx-4 border-t border-gray-200 sm:-mx-6">
        {failed && <FailedState title="The carriers could not be loaded" onRetry={reload} />}
        {!failed && !rows && <DataTableSkeleton columns={carrierColumns} />}
        {rows?.length === 0 && (
          <EmptyState
            icon={<TruckIcon />}
            title={isFiltered ? 'No carrier matches' : 'No carrier has signed up yet'}
            action={
              isFiltered ? (
                <Button
                  onClick={() => {
                    setText('');
                    navigate(hrefs.agent.carriers(), { replace: true });
                  }}
                >
                  Clear the filters
                </Button>
              ) : undefined
            }
          />
        )}
        {rows && rows.length > 0 && <DataTable label="Carriers" columns={carrierColumns} rows={rows} rowId={({ id }) => id} rowName={({ legalName }) => legalName} more={more} />}
      </div>
    </>
  );
}
