import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { WorkflowRefusalsDocument } from '#src/generated/graphql/graphql.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { Count } from '#src/views/ui/tabs.tsx';
import { RefusalList } from './refusal-list.tsx';
import { useLiveRead } from './use-live-read.ts';

const PAGE = 8;
const REASONS = { state: 'wrong state', role: 'wrong person', requirements: 'something missing' } as const;

/** Transitions that the lifecycle refused in the period, by event and reason. */
export function Refusals({ days }: { days: number | null }) {
  const [shown, setShown] = useState(PAGE);
  const {
    data: now,
    previousData,
    error,
    refetch,
  } = useQuery(WorkflowRefusalsDocument, { variables: { days }, fetchPolicy: 'cache-and-network' });
  const data = now ?? previousData;
  useLiveRead('agent-lead-refusal', async () => {
    await refetch();
    return 0;
  });
  const told = data?.workflowRefusals;
  const groups = told?.groups ?? [];
  const of = (because: keyof typeof REASONS) =>
    groups.filter((group) => group.because === because).reduce((sum, { attempts }) => sum + attempts, 0);
  return (
    <Card title={<>Refused attempts {told && <Count value={told.attempts} />}</>} flush>
      {error && !told && (
        <FailedState title="The refused attempts could not be loaded" onRetry={() => void refetch().catch(() => {})} />
      )}
      {!error && !told && (
        <div className="p-4">
          <Loading label="Loading the refused attempts…">
            <TextBones lines={5} />
          </Loading>
        </div>
      )}
      {told && groups.length === 0 && <p className="p-4 text-gray-600">No refusals in this period.</p>}
      {groups.length > 0 && (
        <>
          <p className="border-b border-gray-100 px-4 py-2.5 text-gray-600">
            {(Object.keys(REASONS) as (keyof typeof REASONS)[])
              .map((because) => `${showWhole(of(because))} ${REASONS[because]}`)
              .join(' · ')}
          </p>
          <RefusalList groups={groups.slice(0, shown)} />
        </>
      )}
      {groups.length > shown && (
        <div className="border-t border-gray-100 p-2">
          <Button size="sm" variant="ghost" onClick={() => setShown(shown + PAGE * 2)}>
            Show more refusals
          </Button>
        </div>
      )}
    </Card>
  );
}
