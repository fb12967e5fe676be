import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { InviteToBidDocument, NearestCarriersDocument, type NearestTo } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useSelection } from '#src/views/ui/use-selection.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { type NearCarrier, NearestCarrierRow } from './nearest-carrier-row.tsx';

/** Buttons that select this many of the nearest carriers that can be invited. */
const NEAREST = [5, 10] as const;

interface NearestCarriersProps {
  lead: { id: string; version: number };
  isOnBoard: boolean;
  /** Posts the load; null if that is not possible now. */
  onPost: (() => void) | null;
  /** Awards to a carrier, by its bid if there is one; null if it cannot be awarded. */
  awardOf: (carrier: NearCarrier) => (() => void) | null;
}

/**
 * Carriers around the pick-up or the drop-off: distance, compliance, price, jobs with us; with actions to invite, call,
 * and award.
 */
export function NearestCarriers({ lead, isOnBoard, onPost, awardOf }: NearestCarriersProps) {
  const [to, setTo] = useState<NearestTo>('pick_up');
  const { data, error, refetch } = useQuery(NearestCarriersDocument, {
    variables: { id: lead.id, to },
    fetchPolicy: 'cache-and-network',
  });
  const again = () => void refetch().catch(() => {});
  useLive('agent-lead', again, lead.id);
  useLive('carrier', again);
  const { invite, isInviting } = useInvite(lead, again);
  const { ids, has, toggle, toggleAll, clear } = useSelection();
  const carriers = data?.agentLead.nearestCarriers;
  const askable = (carriers ?? []).filter(({ mayInvite }) => mayInvite).map(({ carrier }) => carrier.id);
  const chosen = askable.filter((id) => ids.has(id));
  return (
    <Card title="Nearest carriers" flush>
      <div className="flex flex-wrap items-end justify-between gap-3 border-b border-gray-100 px-4 py-3">
        <RadioGroup
          legend="Distance from"
          inline
          value={to}
          onChange={setTo}
          choices={[
            { value: 'pick_up', label: 'Pick-up' },
            { value: 'drop_off', label: 'Drop-off' },
          ]}
        />
        {askable.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {NEAREST.filter((count) => count < askable.length).map((count) => (
              <Button key={count} onClick={() => toggleAll(askable.slice(0, count))}>
                Select nearest {count}
              </Button>
            ))}
            <Button
              variant="primary"
              busy={isInviting}
              disabled={chosen.length === 0}
              onClick={() => void invite(chosen).then((isDone) => isDone && clear())}
            >
              {chosen.length === 0 ? 'Invite to bid' : `Invite ${showCount(chosen.length, 'carrier')} to bid`}
            </Button>
          </div>
        )}
      </div>
      {!isOnBoard && onPost && (
        <div className="px-4 pt-3">
          <Callout
            color="blue"
            title="Post this load to invite carriers to bid"
            action={
              <Button size="sm" onClick={onPost}>
                Post load
              </Button>
            }
          />
        </div>
      )}
      {error && !carriers && (
        <FailedState title={problemOf(error).detail ?? 'The carriers could not be loaded'} onRetry={again} />
      )}
      {!error && !carriers && (
        <div className="p-4">
          <Loading label="Finding carriers…">
            <TextBones lines={8} />
          </Loading>
        </div>
      )}
      {carriers?.length === 0 && <EmptyState title="No carriers yet" />}
      <ul className="divide-y divide-gray-100">
        {carriers?.map((one) => (
          <NearestCarrierRow
            key={one.carrier.id}
            near={one}
            isChosen={has(one.carrier.id)}
            onChoose={one.mayInvite ? () => toggle(one.carrier.id) : null}
            hasChoices={askable.length > 0}
            onInvite={one.mayInvite ? () => void invite([one.carrier.id]) : null}
            onAward={awardOf(one)}
          />
        ))}
      </ul>
    </Card>
  );
}

function useInvite({ id: leadId, version }: NearestCarriersProps['lead'], onDone: () => void) {
  const client = useApolloClient();
  const notify = useNotify();
  const { busy, write } = useWrite();
  /** @returns whether it succeeded; otherwise the selection stays */
  async function invite(carrierIds: string[]): Promise<boolean> {
    const isDone = await write({
      send: () => client.mutate({ mutation: InviteToBidDocument, variables: { leadId, carrierIds, version } }),
      done: ({ data }) => notify.done(`${showCount(data!.inviteToBid.invited.length, 'carrier')} invited to bid`),
      failed: 'The carriers could not be invited.',
    });
    onDone();
    return isDone;
  }
  return { invite, isInviting: busy !== null };
}
