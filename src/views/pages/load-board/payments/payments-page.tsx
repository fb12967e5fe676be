import { BanknotesIcon, ChatBubbleLeftRightIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { CarrierPayDocument, type CarrierPayState } from '#src/generated/graphql/graphql.ts';
import {
  PERIODS,
  PERIOD_NAMES,
  daysOf,
  payQuery,
  readPayFilters,
  variablesOf,
} from '#src/views/carrier-pay/pay-filters.ts';
import type { PayFilters } from '#src/views/carrier-pay/pay-filters.ts';
import { payColumns } from '#src/views/carrier-pay/pay-columns.tsx';
import { type PayRow } from '#src/views/carrier-pay/pay-names.ts';
import { PAY_NAMES } from '#src/views/ui/pay-words.ts';
import { PayTotals } from '#src/views/carrier-pay/pay-totals.tsx';
import { hrefs } from '#src/views/hrefs.ts';
import { Button, IconButton } from '#src/views/ui/button.tsx';
import { DataTable } from '#src/views/ui/data-table.tsx';
import { DataTableSkeleton } from '#src/views/ui/data-table-skeleton.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { exportCsv } from '#src/views/ui/export-csv.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { FilterChip } from '#src/views/ui/filter-chip.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { Bone } from '#src/views/ui/skeleton.tsx';
import { usePages } from '#src/views/ui/use-pages.ts';
import { useTitle } from '#src/views/ui/use-title.ts';

const AskDialog = lazy(() => import('#src/views/carrier-pay/ask-dialog.tsx'));
const PAGE = 50;
const STATES = Object.keys(PAY_NAMES) as CarrierPayState[];

/** What the carrier is owed for delivered jobs, when it is due, and what was paid. */
export default function PaymentsPage() {
  useTitle('Payments');
  const filters = readPayFilters(useSearch());
  const [, navigate] = useLocation();
  const [asked, setAsked] = useState<PayRow | null>(null);
  const { data, error, more, reload } = usePages({
    document: CarrierPayDocument,
    variables: { ...variablesOf(filters), limit: PAGE },
    fetchPolicy: 'cache-and-network',
    rowsOf: ({ carrierPay }) => carrierPay.jobs,
    nextOf: ({ carrierPay: { page } }) => (page.hasNext ? page.end : null),
    withRows: (answer, jobs) => ({ ...answer, carrierPay: { ...answer.carrierPay, jobs } }),
  });
  useLive('load', reload);
  const pay = data?.carrierPay;
  const isFiltered = Object.keys(filters).length > 0;
  const change = (part: { [F in keyof PayFilters]?: PayFilters[F] | undefined }) =>
    navigate(hrefs.board.payments(payQuery({ ...filters, ...part } as PayFilters)), { replace: true });
  return (
    <>
      <PageHeader
        title="Payments"
        below={
          pay
            ? `New jobs are paid within ${pay.payDays} ${pay.payDays === 1 ? 'day' : 'days'} of the signed delivery receipt and the completion-of-work statement.`
            : 'What you’re owed for your delivered jobs, and what was paid.'
        }
        more={[
          exportCsv(
            hrefs.board.paymentsCsv({
              state: payQuery(filters).state,
              ...(filters.delivered && daysOf(filters.delivered)),
            }),
            'jobs',
          ),
        ]}
      />
      {pay ? <PayTotals totals={pay.totals} /> : !error && <Bone className="rounded-lg" style={{ height: 92 }} />}
      <div role="group" aria-label="Filters" className="flex flex-wrap gap-2 py-3">
        <FilterChip
          name="Status"
          value={filters.state ? PAY_NAMES[filters.state].word : null}
          options={STATES.map((state) => ({ label: PAY_NAMES[state].word, onSelect: () => change({ state }) }))}
          onClear={() => change({ state: undefined })}
        />
        <FilterChip
          name="Delivered"
          value={filters.delivered ? PERIOD_NAMES[filters.delivered] : null}
          options={PERIODS.map((delivered) => ({
            label: PERIOD_NAMES[delivered],
            onSelect: () => change({ delivered }),
          }))}
          onClear={() => change({ delivered: undefined })}
        />
      </div>
      <div className="-mx-4 border-t border-gray-200 sm:-mx-6">
        {error && !pay && <FailedState title="Your payments could not be loaded" onRetry={reload} />}
        {!error && !pay && <DataTableSkeleton columns={payColumns('')} />}
        {pay?.jobs.length === 0 &&
          (isFiltered ? (
            <EmptyState
              icon={<BanknotesIcon />}
              title="No matches"
              action={
                <Button onClick={() => navigate(hrefs.board.payments(), { replace: true })}>Clear filters</Button>
              }
            >
              Other jobs may.
            </EmptyState>
          ) : (
            <EmptyState icon={<BanknotesIcon />} title="No delivered jobs yet">
              Once you mark a job delivered, its pay and due date appear here.
            </EmptyState>
          ))}
        {pay && pay.jobs.length > 0 && (
          <DataTable
            label="Payments"
            columns={payColumns(pay.today)}
            rows={pay.jobs}
            rowId={({ leadId }) => leadId}
            href={({ leadId, isClosed }) => hrefs.board.leads(isClosed ? 'completed' : 'open', { load: leadId })}
            needsAttention={({ state }) => state === 'overdue'}
            rowActions={(job) => (
              <IconButton
                size="sm"
                label={`Ask about the payment for ${job.reference}`}
                icon={<ChatBubbleLeftRightIcon />}
                onClick={() => setAsked(job)}
              />
            )}
            more={more}
          />
        )}
      </div>
      {asked && (
        <LazyBoundary>
          <AskDialog job={asked} onClose={() => setAsked(null)} onSent={reload} />
        </LazyBoundary>
      )}
    </>
  );
}
