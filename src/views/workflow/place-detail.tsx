import { useQuery } from '@apollo/client/react';
import { XMarkIcon } from '@heroicons/react/24/outline';
import { type ReactNode, useEffect, useRef } from 'react';
import { WorkflowPlaceDocument, type WorkflowQuery } from '#src/generated/graphql/graphql.ts';
import { showCount, showWhole } from '#src/machines/amount/amounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Button } from '#src/views/ui/button.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { showSeconds } from '#src/views/ui/numbers.ts';
import { PageLink } from '#src/views/ui/page-link.tsx';
import { eventName, shortName, usePlaceName } from './place-names.ts';
import { RefusalList } from './refusal-list.tsx';
import { useLiveRead } from './use-live-read.ts';
import { Waited } from './waited.tsx';

type Transition = WorkflowQuery['workflow']['transitions'][number];

interface DetailProps {
  id: string;
  place: string;
  days: number | null;
  numbers: WorkflowQuery['workflow'];
  /** It was opened by the person. */
  isFresh: boolean;
  onClose: () => void;
}

/** One state of the lifecycle: which leads wait there, what led in and out in the period, and what was refused. */
export function PlaceDetail({ id, place, days, numbers, isFresh, onClose }: DetailProps) {
  const nameOf = usePlaceName();
  const region = useRef<HTMLElement>(null);
  const {
    data: now,
    previousData,
    error,
    refetch,
  } = useQuery(WorkflowPlaceDocument, { variables: { place, days }, fetchPolicy: 'cache-and-network' });
  const before = previousData?.workflowPlace.place === place ? previousData : undefined;
  const detail = (now ?? before)?.workflowPlace;
  const again = async () => {
    await refetch();
    return 0;
  };
  useLiveRead('agent-lead', again);
  useLiveRead('agent-lead-refusal', again);
  // Scrolls to it if opened by the person; if opened by the URL, it stays below the diagram.
  useEffect(() => {
    if (isFresh) region.current?.scrollIntoView({ block: 'nearest' });
  }, [place, isFresh]);

  const facts = numbers.places.find((one) => one.place === place);
  const moves = numbers.transitions.filter(({ from, to }) => from !== to);
  const loops = numbers.transitions.filter(({ from, to }) => from === place && to === place);
  const longest = detail?.longest ?? [];
  const refusals = detail?.refusals ?? [];
  return (
    // Escape returns to the diagram from anywhere inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      id={id}
      aria-labelledby={`${id}-name`}
      className="border-t border-gray-200 bg-gray-50 p-4"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h3 id={`${id}-name`} className="font-semibold">
            {nameOf(place)}
          </h3>
          <p className="text-gray-600">
            {showCount(facts?.leads ?? 0, 'lead')} now · median wait {showSeconds(facts?.medianWait)} · left after{' '}
            {showSeconds(facts?.medianStay)} (median of {showCount(facts?.stays ?? 0, 'stay')})
          </p>
        </div>
        <Button size="sm" variant="ghost" aria-label="Close the detail" icon={<XMarkIcon />} onClick={onClose} />
      </div>
      <div className="mt-4 grid gap-4 lg:grid-cols-3">
        <Part title="Waiting longest">
          {error && !detail && (
            <FailedState title="The leads could not be loaded" onRetry={() => void refetch().catch(() => {})} />
          )}
          {!error && !detail && (
            <Loading label="Loading the leads…">
              <TextBones lines={4} />
            </Loading>
          )}
          {detail && longest.length === 0 && <p className="text-gray-600">No leads here.</p>}
          <ol className="divide-y divide-gray-100">
            {longest.map((lead) => (
              <li key={lead.id} className="flex items-baseline gap-3 py-1.5">
                <span className="min-w-0 flex-1 truncate">
                  <PageLink
                    className="font-medium text-primary-700 underline-offset-2 hover:underline"
                    href={hrefs.agent.lead(lead.id)}
                  >
                    {lead.clientName}
                  </PageLink>{' '}
                  <span className="text-gray-500">{lead.reference}</span>
                </span>
                <span className="text-gray-600">
                  <Waited since={lead.since} />
                </span>
              </li>
            ))}
          </ol>
        </Part>
        <Part title="In and out">
          <div>
            <Moves
              title="In"
              moves={moves.filter(({ to }) => to === place)}
              say={({ from, event }) => `${shortName(nameOf(from))} · ${eventName(event)}`}
            />
            <Moves
              title="Out"
              moves={moves.filter(({ from }) => from === place)}
              say={({ to, event }) => `${eventName(event)} → ${shortName(nameOf(to))}`}
            />
            {loops.length > 0 && (
              <Moves title="Steps that stay here" moves={loops} say={({ event }) => eventName(event)} />
            )}
          </div>
        </Part>
        <Part title="Refused here">
          {detail && refusals.length === 0 && <p className="text-gray-600">No refusals here in this period.</p>}
          <RefusalList groups={refusals} isHere />
        </Part>
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h4 className="pb-1 text-xs font-medium text-gray-500">{title}</h4>
      {children}
    </div>
  );
}

function Moves({
  title,
  moves,
  say,
}: {
  title: string;
  moves: readonly Transition[];
  say: (move: Transition) => string;
}) {
  return (
    <div>
      <p className="flex justify-between gap-3 py-1.5 font-medium">
        <span>{title}</span>
        <span className="tabular-nums">{showWhole(moves.reduce((sum, { count }) => sum + count, 0))}</span>
      </p>
      <ul>
        {moves
          .toSorted((a, b) => b.count - a.count)
          .map((move) => (
            <li
              key={`${move.event} ${move.from} ${move.to}`}
              className="flex justify-between gap-3 py-0.5 text-gray-600"
            >
              <span className="min-w-0 wrap-anywhere">{say(move)}</span>
              <span className="tabular-nums">{showWhole(move.count)}</span>
            </li>
          ))}
      </ul>
    </div>
  );
}
