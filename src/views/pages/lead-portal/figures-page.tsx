import { useQuery } from '@apollo/client/react';
import { ChartBarIcon } from '@heroicons/react/24/outline';
import { useSearch } from 'wouter';
import { type ReportPeriod, StateLeadReportDocument } from '#src/generated/graphql/graphql.ts';
import { REPORT_PERIODS, USUAL_PERIOD } from '#src/machines/report/report-period.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { PERIOD_NAMES } from '#src/views/report/report-period.ts';
import { StateLeadFigures } from '#src/views/state-lead/state-lead-figures.tsx';
import { showFullDate } from '#src/views/ui/dates.ts';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { Tabs } from '#src/views/ui/tabs.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

/** How a moving business performs: how fast it calls, and what it wins. */
export default function FiguresPage() {
  useTitle('Figures');
  const named = new URLSearchParams(useSearch()).get('period');
  const period = REPORT_PERIODS.find((one) => one === named) ?? USUAL_PERIOD;
  const { data, previousData, error, refetch } = useQuery(StateLeadReportDocument, {
    variables: { period: period.replaceAll('-', '_') as ReportPeriod },
    fetchPolicy: 'cache-and-network',
  });
  const report = error ? undefined : (data ?? previousData)?.stateLeadReport;
  return (
    <>
      <PageHeader
        title="Figures"
        below={
          report
            ? `Leads you received from ${showFullDate(report.from)} to ${showFullDate(report.to)}, and how they turned out so far.`
            : 'Leads you received, and how they turned out so far.'
        }
      />
      <Tabs
        label="Period"
        tabs={REPORT_PERIODS.map((one) => ({
          label: PERIOD_NAMES[one],
          href: hrefs.mover.figures(one === USUAL_PERIOD ? {} : { period: one }),
          isCurrent: one === period,
        }))}
      />
      <div className="mt-4 space-y-4">
        {error && (
          <FailedState title="The figures could not be loaded" onRetry={() => void refetch().catch(() => {})} />
        )}
        {!error && !report && (
          <Loading label="Counting…">
            <Bone className="rounded-lg" style={{ height: 320 }} />
          </Loading>
        )}
        {report?.total.leads === 0 && (
          <EmptyState icon={<ChartBarIcon />} title="No leads during this period">
            Choose a longer one.
          </EmptyState>
        )}
        {report && report.total.leads > 0 && <StateLeadFigures report={report} />}
      </div>
    </>
  );
}
