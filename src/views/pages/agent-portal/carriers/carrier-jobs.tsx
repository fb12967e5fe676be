import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Link } from 'wouter';
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
import { useNotify } from '#src/views/ui/notify-context.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { Count } from '#src/views/ui/tabs.tsx';

/** The jobs that the carrier was given, the newest award first, each a way to its lead. */
export function CarrierJobs({ carrierId, count }: { carrierId: string; count: number }) {
  const notify = useNotify();
  const { data, error, refetch, fetchMore } = useQuery(AgentCarrierJobsDocument, {
    variables: { id: carrierId },
    fetchPolicy: 'cache-and-network',
  });
  const [busy, setBusy] = useState(false);
  const again = () => void refetch().catch(() => {});
  useLive('agent-lead', again);
  const list = data?.agentCarrier.jobs;

  async function more(): Promise<void> {
    setBusy(true);
    try {
      await fetchMore({
        variables: { id: carrierId, after: list?.page.end },
        updateQuery: (before, { fetchMoreResult }) => {
          const { jobs } = fetchMoreResult.agentCarrier;
          return {
            ...before,
            agentCarrier: {
              ...before.agentCarrier,
              jobs: { ...jobs, jobs: [...before.agentCarrier.jobs.jobs, ...jobs.jobs] },
            },
          };
        },
      });
    } catch (failure) {
      notify.failed(failure, 'The other jobs could not be loaded. Try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card
      title={
        <>
          Jobs <Count value={count} />
        </>
      }
      flush
    >
      {error && !list && <FailedState title="The jobs could not be loaded" onRetry={again} />}
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
                <Link
                  className="font-medium text-primary-700 underline-offset-2 hover:underline"
                  href={hrefs.agent.lead(job.leadId)}
                >
                  {job.clientName}
                </Link>
                <span className="text-gray-500">{job.reference}</span>
              </p>
              <p className="text-gray-600 wrap-anywhere">
                {job.origin ?? '—'} → {job.destination ?? '—'}
              </p>
              <p className="text-gray-500">
                Awarded {showDay(job.awardedAt)}
                {job.startDate && ` · starts ${showDate(job.startDate)}`}
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
      {list?.page.hasNext && (
        <div className="border-t border-gray-100 p-2">
          <Button size="sm" variant="ghost" busy={busy} onClick={() => void more()}>
            Show more jobs
          </Button>
        </div>
      )}
    </Card>
  );
}
