import type { LoadBiddingFragment } from '#src/generated/graphql/graphql.ts';
import { exactTime } from '#src/views/ui/relative-time.tsx';

type Bid = NonNullable<LoadBiddingFragment['bid']>;

const ENDS: Record<Bid['state'], string> = { active: 'Revised', awarded: 'Won', lost: 'Lost', withdrawn: 'Withdrawn' };

/** The events of a bid, with their times: placed, seen by the broker, and the latest one. */
export function BidTimes({ bid }: { bid: Bid }) {
  const { state, placedAt, seenAt, updatedAt } = bid;
  const times: [string, string][] = [['Placed', placedAt]];
  if (seenAt) times.push(['Seen by the broker', seenAt]);
  if (state !== 'active' || updatedAt > placedAt) times.push([ENDS[state], updatedAt]);
  times.sort(([, a], [, b]) => a.localeCompare(b));
  return (
    <dl className="mt-2 space-y-0.5 text-xs text-gray-600">
      {times.map(([what, at]) => (
        <div key={what} className="flex gap-2">
          <dt>{what}</dt>
          <dd className="text-gray-500 tabular-nums">{exactTime(at)}</dd>
        </div>
      ))}
    </dl>
  );
}
