import { AgentCarrierJobsDocument } from '#src/generated/graphql/graphql.ts';
import { stageOf, tabOf } from '#src/views/agent-lead/lead-lifecycle.ts';
import { placeName, TAB_TONES } from '#src/views/agent-lead/lead-names.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { showDate, showDay } from '#src/views/ui/dates.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { Money } from '#src/views/ui/money.tsx';
import { PageLink } from '#src/views/ui/page-link.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { Count } from '#src/views/ui/tabs.tsx';
import { usePages } from '#src/views/ui/use-pages.ts';

/** When the carrier reported the pick-up, otherwise the agreed day. */
function startText({
  pickedUpAt,
  startDate,
  closedAt,
}: { [Name in 'pickedUpAt' | 'startDate' | 'closedAt']: string | null }) {
  if (pickedUpAt) return ` · picked up ${showDay(pickedUpAt)}`;
  return startDate && ` · ${closedAt ? 'planned for' : 'starts'} ${showDate(startDate)}`;
}

/** The carrier's jobs, newest award first, each linking to its lead. */
export function CarrierJobs({ carrierId, count }: { carrierId: string; count: number }) {
  const { data, error, more, reload } = usePages({
    document: AgentCarrierJobsDocument,
    variables: { id: carrierId },
    fetchPolicy: 'cache-and-network',
    rowsOf: ({ agentCarrier }) => agentCarrier.jobs.jobs,
    nextOf: ({ agentCarrier: { jobs } }) => (jobs.page.hasNext ? jobs.page.end : null),
    withRows: ({ agentCarrier, ...answer }, jobs) => ({
      ...answer,
      agentCarrier: { ...agentCarrier, jobs: { ...agentCarrier.jobs, jobs } },
    }),
  });
  useLive('agent-lead', reload);
  const list = data?.agentCarrier.jobs;

  return (
    <Card
      title={
        <>
          Jobs <Count value={count} />
        </>
      }
      flush
    >
      {error && !list && <FailedState title="The jobs could not be loaded" onRetry={reload} />}
      {!error && !list && (
        <div className="p-4">
          <Loading label="Loading the jobs…">
            <TextBones lines={5} />
          </Loading>
        </div>
      )}
      {list?.jobs.length === 0 && <p className="p-4 text-gray-600">No jobs awarded yet.</p>}
      <ul className="divide-y divide-gray-100">
        {list?.jobs.map((job) => (
          <li key={job.leadId} className="gap-3 px-4 py-2.5 sm:flex sm:items-start">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2">
                <PageLink
                  className="font-medium text-primary-700 underline-offset-2 hover:underline"
                  href={hrefs.agent.lead(job.leadId)}
                >
                  {job.clientName}
                </PageLink>
                <span className="text-gray-500">{job.reference}</span>
              </p>
              <p className="text-gray-600 wrap-anywhere">
                {job.origin ?? '—'} → {job.destination ?? '—'}
              </p>
              <p className="text-gray-500">
                Awarded {showDay(job.awardedAt)}
                {startText(job)}
                {job.closedAt && ` · closed ${showDay(job.closedAt)}`}
              </p>
            </div>
            <div className="flex shrink-0 flex-wrap items-center justify-between gap-x-3 sm:block sm:text-right">
              <p className="tabular-nums">
                <Money cents={job.amount} />
              </p>
              <StateDot tone={job.isArchived ? 'gray' : TAB_TONES[tabOf(job.state)]}>
                {placeName({
                  state: tabOf(job.state),
                  stage: job.stage && stageOf(job.stage),
                  isArchived: job.isArchived,
                })}
              </StateDot>
            </div>
          </li>
        ))}
      </ul>
      {more && (
        <div className="border-t border-gray-100 p-2">
          <Button size="sm" variant="ghost" busy={more.busy} onClick={more.load}>
            {more.failed ? 'Couldn’t load more jobs. Try again' : 'Show more jobs'}
          </Button>
        </div>
      )}
    </Card>
  );
}
