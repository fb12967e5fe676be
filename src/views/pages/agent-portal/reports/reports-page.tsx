import { useQuery } from '@apollo/client/react';
import { ChartBarIcon } from '@heroicons/react/24/outline';
import { useLocation, useSearch } from 'wouter';
import { ReportDocument, type ReportQuery } from '#src/generated/graphql/graphql.ts';
import { REPORT_PERIODS, USUAL_PERIOD } from '#src/machines/report/report-period.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { OwnPeriod } from '#src/views/report/own-period.tsx';
import { PERIOD_NAMES, readShown, type Shown, variablesOf } from '#src/views/report/report-period.ts';
import { ReasonTable, ReportTable } from '#src/views/report/report-table.tsx';
import { ReportTotal } from '#src/views/report/report-total.tsx';
import { useUser } from '#src/views/session/session-context.ts';
import { WithoutRight } from '#src/views/session/without-right.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { showFullDate } from '#src/views/ui/dates.ts';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { Tabs } from '#src/views/ui/tabs.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

/** What became of the leads that came in during a period: by month, agent, source, and lane, and why some were lost. */
export default function ReportsPage() {
  useTitle('Reports');
  const { rights } = useUser();
  const [, navigate] = useLocation();
  const shown = readShown(useSearch());
  const { data, previousData, error, refetch } = useQuery(ReportDocument, {
    variables: variablesOf(shown),
    fetchPolicy: 'cache-and-network',
  });
  const problem = error && problemOf(error);
  if (problem?.status === 403) return <WithoutRight problem={problem} />;
  const report = error ? undefined : (data ?? previousData)?.report;
  const days = 'period' in shown ? report : shown;
  const wrongDays = problem?.fields.from ?? problem?.fields.to ?? null;
  return (
    <>
      <PageHeader
        title="Reports"
        below={
          report
            ? `Leads that came in from ${showFullDate(report.from)} to ${showFullDate(report.to)}, and how they turned out so far.`
            : 'Leads that came in, and how they turned out so far.'
        }
        more={
          report && rights.includes('exports')
            ? [
                {
                  label: 'Export payments',
                  note: 'All payments in this period as CSV, for bookkeeping',
                  href: hrefs.agent.paymentsCsv(report),
                  isFile: true,
                },
              ]
            : []
        }
      />
      <Tabs
        label="Period"
        tabs={[
          ...REPORT_PERIODS.map((period) => ({
            label: PERIOD_NAMES[period],
            href: hrefs.agent.reports(period === USUAL_PERIOD ? {} : { period }),
            isCurrent: 'period' in shown && shown.period === period,
          })),
          ...(days
            ? [
                {
                  label: 'Custom',
                  href: hrefs.agent.reports({ from: days.from, to: days.to }),
                  isCurrent: 'from' in shown,
                },
              ]
            : []),
        ]}
      />
      <div className="mt-4 space-y-4">
        {'from' in shown && (
          <OwnPeriod
            key={`${shown.from} ${shown.to}`}
            {...shown}
            error={wrongDays}
            onChoose={(chosen) => navigate(hrefs.agent.reports(chosen))}
          />
        )}
        {error && !wrongDays && (
          <FailedState title="The report could not be loaded" onRetry={() => void refetch().catch(() => {})} />
        )}
        {!error && !report && (
          <Loading label="Counting…">
            <Bone className="rounded-lg" style={{ height: 420 }} />
          </Loading>
        )}
        {report?.total.leads === 0 && (
          <EmptyState icon={<ChartBarIcon />} title="No leads came in during this period">
            Choose a longer one.
          </EmptyState>
        )}
        {report && report.total.leads > 0 && <Tables report={report} shown={shown} />}
      </div>
    </>
  );
}

function Tables({ report, shown }: { report: ReportQuery['report']; shown: Shown }) {
  const csv = (table: string) => hrefs.agent.reportCsv({ table, ...shown });
  const { total } = report;
  return (
    <>
      <ReportTotal total={total} />
      <p className="text-gray-600">
        Signed leads count as won and archived ones as lost. In the bars, green is the signed part of the leads.
      </p>
      <ReportTable title="By month" of="Month" rows={report.months.map(named)} total={total} csv={csv('months')} />
      <ReportTable title="By agent" of="Agent" rows={report.agents} total={total} csv={csv('agents')} />
      <ReportTable title="By source" of="Source" rows={report.sources} total={total} csv={csv('sources')} />
      <ReportTable title="By lane" of="Lane" rows={report.lanes} total={total} csv={csv('lanes')} />
      <ReasonTable rows={report.reasons} lost={total.lost} csv={csv('reasons')} />
    </>
  );
}

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "November 2026". */
const named = <Row extends { label: string }>(row: Row): Row => ({
  ...row,
  label: month.format(new Date(`${row.label}-01T00:00:00Z`)),
});
