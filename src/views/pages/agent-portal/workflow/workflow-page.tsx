import { useQuery } from '@apollo/client/react';
import { ShareIcon } from '@heroicons/react/24/outline';
import { useId, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { WorkflowDocument } from '#src/generated/graphql/graphql.ts';
import type { AgentLeadStage, AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { AGENT_LEAD_GRAPH } from '#src/machines/agent-lead/agent-lead.workflow.ts';
import { STAGE_NAMES, TAB_NAMES } from '#src/views/agent-lead/lead-names.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { useUser } from '#src/views/session/session-context.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { NoAccess } from '#src/views/ui/no-access.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { Tabs } from '#src/views/ui/tabs.tsx';
import { useFullWidth } from '#src/views/ui/use-full-width.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { PathList } from '#src/views/workflow/path-list.tsx';
import { PlaceDetail } from '#src/views/workflow/place-detail.tsx';
import { PlaceNames } from '#src/views/workflow/place-names.ts';
import { Refusals } from '#src/views/workflow/refusals.tsx';
import { TransitionTable } from '#src/views/workflow/transition-table.tsx';
import { useLiveRead } from '#src/views/workflow/use-live-read.ts';
import { WaitTable } from '#src/views/workflow/wait-table.tsx';
import { WorkflowDiagram } from '#src/views/workflow/workflow-diagram.tsx';
import { WorkflowPeople } from '#src/views/workflow/workflow-people.tsx';
import { daysOf, PERIODS, periodQuery, readPeriod } from './periods.ts';

/** As in the lists and on the lead's page: "Booked · In progress". A state that no lifecycle has is shown as is. */
function nameOf(place: string): string {
  const [top, tab, stage] = place.split('.') as [string, AgentLeadTab?, AgentLeadStage?];
  if (!tab) return top === 'archived' ? 'Archived' : place;
  return [TAB_NAMES[tab] ?? tab, stage && (STAGE_NAMES[stage] ?? stage)].filter(Boolean).join(' · ');
}

/** How leads move through the lifecycle: the lifecycle with today's numbers, paths, waits, and refusals. */
export default function WorkflowPage() {
  useFullWidth();
  useTitle('Workflow');
  const user = useUser();
  const detailId = useId();
  const diagram = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const period = readPeriod(search);
  const asked = search.get('state');
  const chosen = AGENT_LEAD_GRAPH.nodes.find(({ id }) => id === asked)?.id ?? null;
  const days = daysOf(period);
  const {
    data: now,
    previousData,
    error,
    refetch,
  } = useQuery(WorkflowDocument, { variables: { days }, fetchPolicy: 'cache-and-network' });
  useLiveRead('agent-lead', async () => (await refetch()).data?.workflow.ageMs ?? 0);
  const numbers = (now ?? previousData)?.workflow;

  const [isFresh, setFresh] = useState(false);
  function choose(state: string | null): void {
    setFresh(true);
    navigate(hrefs.agent.workflow({ days: periodQuery(period), state: state ?? undefined }), { replace: true });
  }
  function close(): void {
    diagram.current?.querySelector<HTMLElement>(`[data-place="${chosen}"]`)?.focus();
    choose(null);
  }

  const problem = error && problemOf(error);
  if (problem?.status === 403) {
    return (
      <NoAccess action={<LinkButton href={hrefs.agent.leads('new')}>Go to leads</LinkButton>}>
        {problem.detail}
      </NoAccess>
    );
  }
  return (
    <PlaceNames value={nameOf}>
      <PageHeader title="Workflow" below="How leads move from first contact to paid invoice, and where they wait." />
      <Tabs
        label="Period"
        tabs={PERIODS.map(({ key, name }) => ({
          label: name,
          href: hrefs.agent.workflow({ days: periodQuery(key), state: chosen ?? undefined }),
          isCurrent: key === period,
        }))}
      />
      <div className="mt-4 space-y-4">
        {error && !numbers && (
          <FailedState title="The workflow could not be loaded" onRetry={() => void refetch().catch(() => {})} />
        )}
        {!error && !numbers && (
          <Loading label="Counting…">
            <Bone className="rounded-lg" style={{ height: 420 }} />
          </Loading>
        )}
        {numbers?.leads === 0 && (
          <EmptyState
            icon={<ShareIcon />}
            title="There are no leads yet"
            action={<LinkButton href={hrefs.agent.leads('new')}>Go to leads</LinkButton>}
          >
            This page fills in once leads start moving.
          </EmptyState>
        )}
        {numbers && numbers.leads > 0 && (
          <>
            <Card title="Paths" flush>
              <div ref={diagram}>
                <WorkflowDiagram numbers={numbers} chosen={chosen} onChoose={choose} detailId={detailId} />
              </div>
              {chosen && (
                <PlaceDetail
                  id={detailId}
                  place={chosen}
                  days={days}
                  numbers={numbers}
                  isFresh={isFresh}
                  onClose={close}
                />
              )}
            </Card>
            <WaitTable places={numbers.places} />
            <PathList key={`paths ${period}`} days={days} />
            <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <Refusals key={`refusals ${period}`} days={days} />
              <WorkflowPeople user={user} />
            </div>
            <TransitionTable transitions={numbers.transitions} />
          </>
        )}
        {numbers?.leads === 0 && <WorkflowPeople user={user} />}
      </div>
    </PlaceNames>
  );
}
