import { useQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { AwardCarrierDocument, AwardChoicesDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { bandText, rateText } from '#src/views/ui/band-text.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { MoveFrame } from './move-frame.tsx';
import { Margin, recordText } from './award-worth.tsx';
import { LOWEST_BID, type MoveFormProps, useMove } from './use-move.ts';
import { mutate } from '#src/views/ui/mutate.ts';

/** A bid as it was when selected: a carrier may revise it at any time. */
interface SeenBid {
  id: string;
  amount: number;
  startDate: string;
}
const seenOf = ({ id, amount, startDate }: SeenBid): SeenBid => ({ id, amount, startDate });
const termsOf = ({ amount, startDate }: SeenBid) => `${showMoney(amount)}, starting ${showDate(startDate)}`;

/** The bids side by side, lowest first; a bid of a carrier that is not compliant can be read but not selected. */
export default function AwardForm(props: MoveFormProps) {
  const { lead, bidId } = props;
  const { data, error, refetch } = useQuery(AwardChoicesDocument, {
    variables: { id: lead.id },
    fetchPolicy: 'network-only',
  });
  const bids = data?.agentLead.bids
    .filter(({ state }) => state === 'active')
    .toSorted((one, other) => one.amount - other.amount);
  /** Whether the bid has changed since it was selected. */
  const isOther = (seen: SeenBid | null): boolean => {
    const now = bids?.find(({ id }) => id === seen?.id);
    return seen !== null && (now?.amount !== seen.amount || now.startDate !== seen.startDate);
  };
  const form = useMove({
    ...props,
    draft: { bid: null as SeenBid | null },
    check: ({ bid }) => ({
      bid: (bid === null && 'Choose a bid.') || (isOther(bid) && 'Choose this bid again or pick another.'),
    }),
    save: async ({ draft, version, ...by }) => {
      const { id: bidId, amount, startDate } = draft.bid!;
      try {
        return await mutate(by, AwardCarrierDocument, {
          leadId: lead.id,
          version,
          input: { bidId, amount, startDate },
        });
      } catch (failure) {
        // Refused because the bid has changed: load it again, and show it beside the selected one.
        if (problemOf(failure).status === 409) await refetch();
        throw failure;
      }
    },
    done: `Carrier awarded for ${lead.client.name}`,
  });
  const chosen = form.draft.bid;
  // The requested bid is selected once, as it is when first loaded.
  const isAsked = useRef(bidId !== undefined);
  const asked = bids?.find(({ id, gaps }) => gaps.length === 0 && (id === bidId || bidId === LOWEST_BID));
  useEffect(() => {
    if (!isAsked.current || !bids) return;
    isAsked.current = false;
    if (asked) form.change({ bid: seenOf(asked) });
  }, [bids, asked, form]);
  const posted = data && rateText(data.agentLead.postedLow, data.agentLead.postedHigh);
  const now = bids?.find(({ id }) => id === chosen?.id);
  const hasChanged = chosen !== null && isOther(chosen);
  // A colleague may award the load, or take it off the board, while this dialog is open.
  const awarded = data?.agentLead.bids.find(({ state }) => state === 'awarded');
  const isClosed = data?.agentLead.bids.some(({ id, state }) => id === chosen?.id && state === 'lost');
  return (
    <MoveFrame
      form={form}
      title={`Award a carrier for ${lead.client.name}`}
      verb={chosen ? `Award for ${showMoney(chosen.amount)}` : 'Award carrier'}
      size="lg"
      blocked={!bids?.length || hasChanged}
    >
      {awarded && (
        <Callout
          color="amber"
          role="alert"
          title={`This load was awarded to ${awarded.carrier.legalName} for ${showMoney(awarded.amount)}`}
        />
      )}
      {hasChanged && !awarded && (
        <Callout
          color="amber"
          role="alert"
          title={
            now
              ? `The bid changed: was ${termsOf(chosen)}, now ${termsOf(now)}`
              : isClosed
                ? 'The load is no longer on the board'
                : 'The carrier withdrew this bid'
          }
          action={
            now &&
            now.gaps.length === 0 && (
              <Button size="sm" onClick={() => form.change({ bid: seenOf(now) })}>
                Choose it for {showMoney(now.amount)}
              </Button>
            )
          }
        />
      )}
      {error && !bids && <FailedState title="The bids could not be loaded" onRetry={() => void refetch()} />}
      {!error && !bids && (
        <Loading label="Loading the bids…">
          <TextBones lines={4} />
        </Loading>
      )}
      {bids?.length === 0 && !awarded && !isClosed && (
        <Callout color="blue" title="No bids yet. Use a special award to give the move to a carrier of your choice." />
      )}
      {bids && bids.length > 0 && (
        <fieldset>
          <legend className="mb-2 font-medium text-gray-700">
            Bids
            {lead.quote && (
              <span className="font-normal text-gray-500">, the client pays {showMoney(lead.quote.total)}</span>
            )}
          </legend>
          {posted && <p className="mb-2 text-gray-600">Posted at {posted}</p>}
          {data?.agentLead.lanePrice.band && (
            <p className="mb-2 text-gray-600">{bandText(data.agentLead.lanePrice.band)}</p>
          )}
          <div className="divide-y divide-gray-100 rounded-lg border border-gray-200">
            {bids.map((bid, index) => (
              <label
                key={bid.id}
                className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 px-3 py-2.5 has-checked:bg-primary-50"
              >
                <input
                  type="radio"
                  id={index === 0 ? 'move-bid' : undefined}
                  className="tick mt-0.5"
                  name="bid"
                  checked={bid.id === chosen?.id}
                  disabled={bid.gaps.length > 0}
                  onChange={() => form.change({ bid: seenOf(bid) })}
                />
                <span className="font-medium">{bid.carrier.legalName}</span>
                <span className="text-right font-medium">
                  <Money cents={bid.amount} />
                </span>
                <span className="col-start-2 max-sm:col-end-4">
                  <span className="block text-gray-500">
                    {bid.carrier.city}, {bid.carrier.state} · USDOT {bid.carrier.usdot} · starts{' '}
                    {showDate(bid.startDate)}
                  </span>
                  <span className="block text-gray-500">{recordText(bid.record)}</span>
                  {bid.isLoadChanged && <span className="block text-amber-700">The load changed after this bid</span>}
                  {bid.note && <span className="block text-gray-600">“{bid.note}”</span>}
                  {bid.gaps.length > 0 ? (
                    <span className="block text-red-600">Not compliant: {bid.gaps.join('; ')}</span>
                  ) : (
                    <StateDot tone="green">Compliant</StateDot>
                  )}
                </span>
                <span className="text-xs text-gray-500 max-sm:col-start-2 max-sm:col-end-4 sm:text-right">
                  {lead.quote && (
                    <span className="block">
                      <Margin total={lead.quote.total} pay={bid.amount} />
                    </span>
                  )}
                  {bid.sheetPrice !== null && (
                    <span className="block">
                      sheet <Money cents={bid.sheetPrice} />
                    </span>
                  )}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      <p className="text-gray-600">
        The carrier receives the job agreement to sign. The other bids are closed and their carriers are notified.
      </p>
    </MoveFrame>
  );
}
