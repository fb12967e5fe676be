import { useQuery } from '@apollo/client/react';
import { CheckIcon } from '@heroicons/react/24/outline';
import { type ReactNode, useState } from 'react';
import { useSearch } from 'wouter';
import { TodayDocument, type TodayQuery } from '#src/generated/graphql/graphql.ts';
import { LEAD_WORK, type LeadWorkKind } from '#src/machines/agent-lead/agent-lead.work.ts';
import { workOf } from '#src/views/agent-lead/lead-lifecycle.ts';
import { WORK_NAMES } from '#src/views/agent-lead/lead-names.ts';
import { useMoveDialogs } from '#src/views/agent-lead/moves/move-dialogs.tsx';
import { hrefs } from '#src/views/hrefs.ts';
import { useUser } from '#src/views/session/session-context.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { PillLink, Pills } from '#src/views/ui/pills.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { Count } from '#src/views/ui/tabs.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { type WorkItem, type WorkLead, WorkRow } from './work-row.tsx';

const AnswerDates = lazy(() => import('#src/views/agent-lead/lead/answer-dates.tsx'));
const LogCallForm = lazy(() => import('#src/views/agent-lead/notes/log-call-form.tsx'));

type Day = TodayQuery['today'];
type Group = Day['groups'][number];

/** Whose work the URL selects; one's own by default. */
function shownOf(search: string): { agent?: string; everybody?: '1' } {
  const params = new URLSearchParams(search);
  const agent = params.get('agent');
  if (agent && /^[\da-f-]{36}$/.test(agent)) return { agent };
  return params.get('everybody') === '1' ? { everybody: '1' } : {};
}

/** What waits for an agent today, most urgent first, each with its one next step. */
export default function TodayPage() {
  useTitle('Today');
  const shown = shownOf(useSearch());
  const { data, previousData, error, refetch } = useQuery(TodayDocument, {
    variables: { mine: !shown.agent && !shown.everybody, agent: shown.agent ?? null },
    fetchPolicy: 'cache-and-network',
  });
  const again = () => void refetch().catch(() => {});
  useLive('agent-lead', again);
  useLive('chat', again);
  useLive('carrier', again);
  useLive('reported-lead', again);
  const { open, dialog } = useMoveDialogs(again);
  const [called, setCalled] = useState<WorkLead | null>(null);
  const [dated, setDated] = useState<WorkLead | null>(null);
  const day = data?.today;
  const counted = day ?? previousData?.today;
  return (
    <>
      <PageHeader title="Today" below={counted && showDate(counted.today)} />
      {counted && <WhoseWork day={counted} shown={shown} />}
      {!day && error && <FailedState title="Today’s work could not be loaded" onRetry={again} />}
      {!day && !error && (
        <Loading label="Loading today’s work…">
          <div className="space-y-4">
            {[4, 3, 3].map((lines, index) => (
              <div key={index} className="rounded-lg border border-gray-200 p-4">
                <TextBones lines={lines} />
              </div>
            ))}
          </div>
        </Loading>
      )}
      {day?.groups.length === 0 && (
        <EmptyState
          icon={<CheckIcon />}
          title="You’re all caught up."
          action={<LinkButton href={hrefs.agent.leads('new')}>Go to leads</LinkButton>}
        >
          Nothing is waiting {shown.agent ? 'for this agent' : shown.everybody ? 'for anyone' : 'for you'} right now.
        </EmptyState>
      )}
      {day && (
        <div className="space-y-4">
          {day.groups.map((group) =>
            group.kind === 'chat_waiting' ? (
              <ChatGroup key={group.kind} group={group} />
            ) : group.kind === 'report_waiting' ? (
              <ReportGroup key={group.kind} group={group} />
            ) : (
              <Card
                key={group.kind}
                flush
                title={<Title name={WORK_NAMES[workOf(group.kind)]} total={group.total} />}
                actions={<All group={group} href={listOf(workOf(group.kind), shown)} />}
              >
                <ul className="divide-y divide-gray-100">
                  {group.items.map((item) => {
                    const lead = day.leads.find(({ id }) => id === item.leadId);
                    return (
                      lead && (
                        <WorkRow
                          key={lead.id}
                          kind={workOf(group.kind as Exclude<Group['kind'], 'chat_waiting' | 'report_waiting'>)}
                          lead={lead}
                          item={item}
                          today={day.today}
                          onMove={open}
                          onCall={setCalled}
                          onDates={setDated}
                        />
                      )
                    );
                  })}
                </ul>
              </Card>
            ),
          )}
        </div>
      )}
      {dialog}
      {dated && (
        <LazyBoundary>
          <AnswerDates lead={dated} onClose={() => setDated(null)} onDone={again} />
        </LazyBoundary>
      )}
      {called && (
        <LazyBoundary>
          <LogCallForm lead={called} onClose={() => setCalled(null)} onDone={again} />
        </LazyBoundary>
      )}
    </>
  );
}

/** The list that contains just this kind of work; the board if it spans several tabs. */
function listOf(kind: LeadWorkKind, { agent, everybody }: ReturnType<typeof shownOf>): string {
  const [tab, ...others] = new Set(LEAD_WORK[kind].places.map(({ state }) => state));
  return hrefs.agent.leads(tab!, {
    work: kind,
    view: others.length > 0 ? 'board' : undefined,
    ...(agent ? { agent } : everybody ? {} : { mine: '1' }),
  });
}

function Title({ name, total }: { name: string; total: number }) {
  return (
    <>
      {name} <Count value={total} />
    </>
  );
}

const All = ({ group: { total, items }, href }: { group: Group; href: string }) =>
  total > items.length && (
    <LinkButton size="sm" variant="ghost" href={href}>
      Show all {total}
    </LinkButton>
  );

/** Clients who asked for a person in a chat, which is where they are answered. */
function ChatGroup({ group }: { group: Group }) {
  const nameOf = ({ clientName }: WorkItem) => clientName ?? 'A client';
  return (
    <PlainGroup name="Clients waiting in chat" group={group} all={hrefs.agent.chats()}>
      {(item) => (
        <PlainRow
          key={item.chatId}
          name={nameOf(item)}
          about={item.about ? `“${item.about}”` : 'Asked for a person'}
          since={item.since}
        >
          <LinkButton size="sm" aria-label={`Open chat: ${nameOf(item)}`} href={hrefs.agent.chat(item.chatId!)}>
            Open chat
          </LinkButton>
        </PlainRow>
      )}
    </PlainGroup>
  );
}

/** Sold leads that their buyers reported, which agents with the right to it decide on. */
function ReportGroup({ group }: { group: Group }) {
  const list = hrefs.agent.brokerage('marketplace');
  return (
    <PlainGroup name="Reported leads" group={group} all={list}>
      {({ clientName, about, since }, index) => (
        <PlainRow key={index} name={clientName ?? ''} about={about ?? ''} since={since}>
          <LinkButton size="sm" aria-label={`Decide: ${clientName}`} href={list}>
            Decide
          </LinkButton>
        </PlainRow>
      )}
    </PlainGroup>
  );
}

interface PlainGroupProps {
  name: string;
  group: Group;
  /** Where all of them are. */
  all: string;
  children: (item: WorkItem, index: number) => ReactNode;
}

/** Work that is not with a lead. */
function PlainGroup({ name, group, all, children }: PlainGroupProps) {
  return (
    <Card flush title={<Title name={name} total={group.total} />} actions={<All group={group} href={all} />}>
      <ul className="divide-y divide-gray-100">{group.items.map(children)}</ul>
    </Card>
  );
}

interface PlainRowProps {
  name: string;
  about: string;
  since: string | null;
  /** The next step. */
  children: ReactNode;
}

function PlainRow({ name, about, since, children }: PlainRowProps) {
  return (
    <li className="flex items-center gap-4 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-gray-600">{about}</p>
      </div>
      <span className="text-gray-500">{since && <RelativeTime instant={since} />}</span>
      {children}
    </li>
  );
}

/** One's own work, everybody's, or, with the right `team`, that of a certain agent. */
function WhoseWork({ day, shown }: { day: Day; shown: ReturnType<typeof shownOf> }) {
  const { id } = useUser();
  const choice = (label: string, count: number, href: string, isCurrent: boolean) => (
    <PillLink key={href} href={href} label={label} count={count} isCurrent={isCurrent} />
  );
  const { agent, everybody } = shown;
  return (
    <nav aria-label="Whose work" className="flex flex-wrap items-center gap-1.5 pb-4">
      <Pills>
        {choice('Mine', day.mine, hrefs.agent.today(), !agent && !everybody)}
        {choice('Everyone', day.everybody, hrefs.agent.today({ everybody: '1' }), everybody === '1')}
      </Pills>
      {day.agents.length > 0 && (
        <Pills>
          {day.agents.flatMap(({ id: of, name, total }) =>
            of && of !== id ? choice(name ?? '', total, hrefs.agent.today({ agent: of }), agent === of) : [],
          )}
        </Pills>
      )}
    </nav>
  );
}
