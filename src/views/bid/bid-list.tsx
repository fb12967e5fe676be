import { Link } from 'wouter';
import type { BidState, LeadBidsFragment } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Badge, StateDot, type Tone } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { Money } from '#src/views/ui/money.tsx';
import { PhoneLink } from '#src/views/ui/phone-link.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { sentence } from '#src/machines/phrases.ts';

const STATES: Record<BidState, [string, Tone]> = {
  active: ['Active', 'blue'],
  awarded: ['Awarded', 'green'],
  lost: ['Lost', 'gray'],
  withdrawn: ['Withdrawn', 'gray'],
};

export type Bid = LeadBidsFragment['bids'][number];

/** The carriers' bids, beside the prices from their own sheets and what each carrier lacks. */
export function BidList({
  lead,
  isDone,
  onAward,
  onCounter,
  onSeen,
}: {
  lead: LeadBidsFragment;
  /** A carrier has the load. */
  isDone: boolean;
  /** Awards this bid, or one that is still to be selected. */
  onAward: ((bidId?: string) => void) | null;
  /** Asks its carrier for another amount; null if the load takes no bids. */
  onCounter: ((bidId: string) => void) | null;
  onSeen: () => void;
}) {
  if (lead.bids.length === 0) return null;
  return (
    <Card
      title={`Bids${lead.unseenBidCount > 0 ? ` (${lead.unseenBidCount} new)` : ''}`}
      flush
      isDone={isDone}
      actions={
        <>
          {lead.unseenBidCount > 0 && (
            <Button size="sm" variant="ghost" onClick={onSeen}>
              Mark as seen
            </Button>
          )}
          {onAward && (
            <Button size="sm" onClick={() => onAward()}>
              Award…
            </Button>
          )}
        </>
      }
    >
      <ul className="divide-y divide-gray-100">
        {lead.bids.map((bid) => (
          <BidRow key={bid.id} bid={bid} onAward={onAward} onCounter={onCounter} />
        ))}
      </ul>
    </Card>
  );
}

interface BidRowProps {
  bid: Bid;
  onAward: ((bidId: string) => void) | null;
  onCounter: ((bidId: string) => void) | null;
}

function BidRow({ bid, onAward, onCounter }: BidRowProps) {
  const { legalName } = bid.carrier;
  const [name, tone] = STATES[bid.state];
  const difference = bid.sheetPrice === null ? null : bid.amount - bid.sheetPrice;
  return (
    <li className="flex gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <Link href={hrefs.agent.carrier(bid.carrier.id)} className="rounded-sm font-medium hover:underline">
            {legalName}
          </Link>
          <StateDot tone={tone}>{name}</StateDot>
          {bid.state === 'active' && !bid.seenAt && <Badge tone="blue">New</Badge>}
        </p>
        <p className="text-gray-500">
          {bid.carrier.city}, {bid.carrier.state} · starts {showDate(bid.startDate)} ·{' '}
          <RelativeTime instant={bid.updatedAt} />
        </p>
        {bid.carrier.phone && <PhoneLink phone={bid.carrier.phone} name={legalName} />}
        {bid.isLoadChanged && <p className="text-amber-700">The load changed after this bid</p>}
        {bid.note && <p className="text-gray-600 wrap-anywhere">“{bid.note}”</p>}
        {bid.counter && (
          <p className="text-gray-600 wrap-anywhere">
            You asked for {showMoney(bid.counter.amount)} <RelativeTime instant={bid.counter.at} />
            {bid.counter.note && `: “${bid.counter.note}”`}
          </p>
        )}
        {bid.lostReason && <p className="text-gray-600 wrap-anywhere">{sentence(bid.lostReason)}.</p>}
        {bid.gaps.length > 0 && <p className="text-red-600">Not compliant: {bid.gaps.join('; ')}</p>}
      </div>
      <div className="shrink-0 text-right">
        <p className="font-semibold">
          <Money cents={bid.amount} />
        </p>
        {difference !== null && (
          <p className="text-xs text-gray-500" title={`Price from the carrier’s sheet: ${showMoney(bid.sheetPrice!)}`}>
            {difference === 0
              ? 'matches sheet'
              : `${showMoney(Math.abs(difference))} ${difference > 0 ? 'above' : 'below'} sheet`}
          </p>
        )}
        {bid.state === 'active' && bid.gaps.length === 0 && (
          <div className="mt-1 flex justify-end gap-1 max-sm:flex-col max-sm:items-end">
            {onAward && (
              <Button size="sm" aria-label={`Award to ${legalName}`} onClick={() => onAward(bid.id)}>
                Award
              </Button>
            )}
            {onCounter && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Counter the bid of ${legalName}`}
                onClick={() => onCounter(bid.id)}
              >
                Counter…
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  );
}
