import { useApolloClient, useQuery } from '@apollo/client/react';
import { Fragment } from 'react';
import { WorkflowPathsDocument, type WorkflowPathsQuery } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { StateDot, type Tone } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { Count } from '#src/views/ui/tabs.tsx';
import { useLoad } from '#src/views/ui/use-load.ts';
import { showSeconds, showShare } from '#src/views/ui/numbers.ts';
import { shortName, usePlaceName } from './place-names.ts';
import { useLiveRead } from './use-live-read.ts';

type Paths = WorkflowPathsQuery['workflowPaths'];
type Path = Paths['paths'][number];

const PAGE = 10;
const MOST = 100;
const ENDS: Record<Path['ended'], { tone: Tone; word: string }> = {
  done: { tone: 'green', word: 'Done' },
  set_aside: { tone: 'gray', word: 'Set aside' },
  under_way: { tone: 'blue', word: 'Under way' },
};

/** The paths that leads took, most frequent first. */
export function PathList({ days }: { days: number | null }) {
  const client = useApolloClient();
  const variables = { days, limit: PAGE };
  const {
    data: now,
    previousData,
    error,
    refetch,
    fetchMore,
  } = useQuery(WorkflowPathsDocument, { variables, fetchPolicy: 'cache-and-network' });
  const told = (now ?? previousData)?.workflowPaths;

  // Reloads as many as are shown, so that nothing jumps.
  useLiveRead('agent-lead', async () => {
    const limit = Math.min(MOST, Math.max(PAGE, told?.paths.length ?? 0));
    const { data } = await client.query({
      query: WorkflowPathsDocument,
      variables: { days, limit },
      fetchPolicy: 'no-cache',
    });
    client.writeQuery({ query: WorkflowPathsDocument, variables, data: data! });
    return data!.workflowPaths.ageMs;
  });

  const { busy, failed, load } = useLoad(async () => {
    await fetchMore({
      variables: { ...variables, after: told?.page.end },
      updateQuery: (before, { fetchMoreResult: { workflowPaths: next } }) => {
        // New ones may have appeared in between: show each only once.
        const shown = new Set(before.workflowPaths.paths.map(({ key }) => key));
        return {
          ...before,
          workflowPaths: {
            ...next,
            paths: [...before.workflowPaths.paths, ...next.paths.filter(({ key }) => !shown.has(key))],
          },
        };
      },
    });
  });

  return (
    <Card title={<>Paths taken {told && <Count value={told.count} />}</>} flush>
      {error && !told && (
        <FailedState title="The paths could not be loaded" onRetry={() => void refetch().catch(() => {})} />
      )}
      {!error && !told && (
        <div className="p-4">
          <Loading label="Loading the paths…">
            <TextBones lines={6} />
          </Loading>
        </div>
      )}
      {told?.paths.length === 0 && <p className="p-4 text-gray-600">No leads moved in this period.</p>}
      <ol className="divide-y divide-gray-100">
        {told?.paths.map((path) => (
          <PathRow key={path.key} path={path} all={told.leads} />
        ))}
      </ol>
      {told?.page.hasNext && (
        <div className="border-t border-gray-100 p-2">
          <Button size="sm" variant="ghost" busy={busy} onClick={load}>
            {failed ? 'Couldn’t load more paths. Try again' : 'Show more paths'}
          </Button>
        </div>
      )}
    </Card>
  );
}

function PathRow({ path, all }: { path: Path; all: number }) {
  const nameOf = usePlaceName();
  const { tone, word } = ENDS[path.ended];
  return (
    <li className="gap-4 px-4 py-2.5 sm:flex sm:items-start">
      <p className="min-w-0 flex-1 wrap-anywhere">
        {path.places.map((place, index) => (
          // A lead can reach a state more than once.
          // oxlint-disable-next-line no-array-index-key
          <Fragment key={index}>
            {index > 0 && <span className="text-gray-500"> → </span>}
            <span className={index === path.places.length - 1 ? 'font-medium' : 'text-gray-600'}>
              {shortName(nameOf(place))}
            </span>
          </Fragment>
        ))}
      </p>
      <div className="shrink-0 sm:text-right">
        <p className="tabular-nums">
          <span className="font-medium">{showCount(path.leads, 'lead')}</span>
          <span className="text-gray-600"> · {showShare(path.leads, all)}</span>
        </p>
        <p className="text-gray-600">
          {path.places.length > 1 && `${showSeconds(path.medianDuration)} to get there · `}
          <StateDot tone={tone}>{word}</StateDot>
        </p>
      </div>
    </li>
  );
}
