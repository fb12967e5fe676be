import { Link } from 'wouter';
import type { LoadBiddingFragment } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { Money } from '#src/views/ui/money.tsx';
import { BidForm } from './bid-form.tsx';
import { BidTimes } from './bid-times.tsx';
import { UnsentBid } from './unsent-bid.tsx';
import { type Offer, offerOf, useOffer } from './use-offer.ts';
import { sentence } from '#src/machines/phrases.ts';

/**
 * The carrier's own bid on a load: to place, revise, or withdraw, or why that is not possible. Never includes anyone
 * else's.
 */
export function OwnBid({ load, onStale }: { load: LoadBiddingFragment; onStale: () => void }) {
  const offer = useOffer(load, onStale);
  const { snapshot, actor, isStanding } = offer;
  const { bid, mayBid } = load;
  if (load.tab === null)
    return (
      <div className="space-y-4">
        {bid && <LeftBid bid={bid} />}
        <UnsentBid loadId={load.id} title="The load left the board. What you typed wasn’t sent" />
      </div>
    );
  const isAsking = snapshot.matches('confirming') || snapshot.matches('withdrawing');
  const showsBid = isStanding && (snapshot.matches('standing') || isAsking);
  return (
    <div className="space-y-4">
      {bid && !isStanding && <BidEnd bid={bid} />}
      {showsBid && <StandingBid load={load} offer={offer} />}
      {!mayBid && <WhyOff unmet={load.bidUnmet} isStanding={isStanding} />}
      {!mayBid && <UnsentBid loadId={load.id} title="What you typed wasn’t sent" />}
      {mayBid && !showsBid && <BidForm load={load} offer={offer} />}
      {showsBid && snapshot.matches('standing') && snapshot.context.problem && (
        <Callout color="red" title={snapshot.context.problem} />
      )}
      {bid && isAsking && (
        <ConfirmDialog
          open
          onClose={() => actor.send({ type: 'withdrawal.cancelled' })}
          title={`Withdraw your bid of ${showMoney(bid.amount)}?`}
          confirm="Withdraw bid"
          busy={offer.busy}
          onConfirm={() => actor.send({ type: 'withdrawal.confirmed' })}
        >
          The broker can no longer award you {load.reference} on this bid. You can bid again while the load is on the
          board.
          {snapshot.context.problem && <Callout color="red" title={snapshot.context.problem} className="mt-3" />}
        </ConfirmDialog>
      )}
    </div>
  );
}

function StandingBid({ load, offer }: { load: LoadBiddingFragment; offer: Offer }) {
  const { bid, mayBid } = load;
  if (!bid) return null;
  return (
    <div className="rounded-lg border border-gray-200 p-4">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="text-lg font-semibold">
          <Money cents={bid.amount} />
        </span>
        {bid.isSeen ? <Badge tone="blue">Seen by the broker</Badge> : <Badge>Not seen yet</Badge>}
      </p>
      <p className="mt-1 text-gray-600">Start {showDate(bid.startDate)}</p>
      {bid.note && <p className="mt-1 text-gray-600 wrap-anywhere">“{bid.note}”</p>}
      <BidTimes bid={bid} />
      {bid.counter && (
        <Callout
          color="blue"
          className="mt-3"
          title={`The broker asks if you would take it for ${showMoney(bid.counter.amount)}`}
          action={
            mayBid && (
              <Button size="sm" busy={offer.busy} onClick={() => accept(load, bid.counter!.amount, offer)}>
                Bid {showMoney(bid.counter.amount)}
              </Button>
            )
          }
        >
          {bid.counter.note && <p className="wrap-anywhere">“{bid.counter.note}”</p>}
          Your bid stays as it is until you revise it.
        </Callout>
      )}
      {bid.isLoadChanged && (
        <Callout
          color="amber"
          className="mt-3"
          title="This load changed after you bid. Review it, then revise or keep your bid."
          action={
            mayBid && (
              <Button size="sm" onClick={() => keep(load, offer)}>
                Keep bid
              </Button>
            )
          }
        />
      )}
      <div className="mt-3 flex gap-2">
        {mayBid && (
          <Button onClick={() => offer.actor.send({ type: 'form.opened', draft: offerOf(load) })}>Revise</Button>
        )}
        <Button variant="ghost" onClick={() => offer.actor.send({ type: 'withdrawal.asked' })}>
          Withdraw
        </Button>
      </div>
    </div>
  );
}

/** Confirms the same terms for the load as it is now; if its days no longer fit, the form shows that. */
function keep(load: LoadBiddingFragment, { actor }: Offer): void {
  actor.send({ type: 'form.opened', draft: offerOf(load) });
  actor.send({ type: 'offer.sent' });
}

/** Revises the bid to what the broker asks for. */
function accept(load: LoadBiddingFragment, amount: number, { actor }: Offer): void {
  actor.send({ type: 'form.opened', draft: { ...offerOf(load), amount } });
  actor.send({ type: 'offer.sent' });
}

type Bid = NonNullable<LoadBiddingFragment['bid']>;

/** How the last bid ended. */
function BidEnd({ bid }: { bid: Bid }) {
  if (bid.state === 'lost') {
    return (
      <Callout color="amber" title={`Your bid of ${showMoney(bid.amount)} is no longer active`}>
        {bid.lostReason && `${sentence(bid.lostReason)}.`}
        <BidTimes bid={bid} />
      </Callout>
    );
  }
  if (bid.state === 'withdrawn') {
    return (
      <div className="text-gray-600">
        <p>
          {bid.lostReason
            ? `You declined the job you won at ${showMoney(bid.amount)}.`
            : `You withdrew your bid of ${showMoney(bid.amount)}.`}
        </p>
        <BidTimes bid={bid} />
      </div>
    );
  }
  return <Callout color="green" title={`Your bid of ${showMoney(bid.amount)} won`} />;
}

/** The load has left the board: the carrier's bid, and its outcome. No action is possible here. */
function LeftBid({ bid }: { bid: Bid }) {
  if (bid.state !== 'active') return <BidEnd bid={bid} />;
  return (
    <Callout color="blue" title={`The load has left the board. You had offered ${showMoney(bid.amount)}`}>
      If it comes back, your bid is active again.
      <BidTimes bid={bid} />
    </Callout>
  );
}

function WhyOff({ unmet, isStanding }: { unmet: readonly string[]; isStanding: boolean }) {
  return (
    <Callout color="amber" title={isStanding ? 'Your bid cannot be revised now' : 'You cannot bid on this load now'}>
      {unmet.length > 0 && (
        <ul className="list-disc pl-4">
          {unmet.map((phrase) => (
            <li key={phrase}>{`${sentence(phrase)}.`}</li>
          ))}
        </ul>
      )}
      <Link href={hrefs.board.settings('general')} className="link">
        Open settings
      </Link>
    </Callout>
  );
}
