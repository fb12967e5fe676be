import { useApolloClient } from '@apollo/client/react';
import { useActorRef, useSelector } from '@xstate/react';
import { fromPromise } from 'xstate';
import { type LoadBiddingFragment, PlaceBidDocument, WithdrawBidDocument } from '#src/generated/graphql/graphql.ts';
import { bidOfferMachine, type OfferAnswer, type OfferDraft, type OfferWrite } from '#src/machines/bid/bid-offer.machine.ts';
import { showMoney } from '#src/views/ui/money.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { useDraft } from '#src/views/ui/use-draft.ts';

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A refusal is an answer; after anything else nobody knows whether it was written. */
function answerOf(error: unknown): OfferAnswer {
  const { status, detail, fields } = problemOf(error);
  if (status === null || status >= 500 || status === 429) throw error;
  return { is: 'refused', detail: detail ?? 'It was not accepted.', fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [camel(name), text])) };
}

/** What a form starts with: the bid that stands, or the first day of the window. */
export function offerOf({ bid, moveDate }: LoadBiddingFragment): OfferDraft {
  if (bid?.state === 'active') return { amount: bid.amount, startDate: bid.startDate, note: bid.note ?? '' };
  return { amount: null, startDate: moveDate, note: '' };
}

/** The flow of one carrier's offer for one load. What was typed is kept until it is placed. */
export function useOffer(load: LoadBiddingFragment) {
  const client = useApolloClient();
  const notify = useNotify();
  const [kept, keep] = useDraft<OfferDraft>(`bid:${load.id}`);
  const isStanding = load.bid?.state === 'active';

  const write = async (work: () => Promise<unknown>, done: string): Promise<OfferAnswer> => {
    try {
      await work();
    } catch (error) {
      return answerOf(error);
    }
    keep(null);
    notify.done(done);
    return { is: 'done' };
  };
  const context = (key: string) => ({ headers: { 'idempotency-key': key } });
  const place = fromPromise<OfferAnswer, OfferWrite>(({ input: { draft, key } }) => {
    const amount = draft.amount!;
    const variables = { leadId: load.id, amount, startDate: draft.startDate!, note: draft.note.trim() || null };
    return write(() => client.mutate({ mutation: PlaceBidDocument, variables, context: context(key) }), `Your bid of ${showMoney(amount)} stands`);
  });
  const withdraw = fromPromise<OfferAnswer, { key: string }>(({ input: { key } }) =>
    write(() => client.mutate({ mutation: WithdrawBidDocument, variables: { leadId: load.id }, context: context(key) }), `Your bid on ${load.reference} is withdrawn`),
  );
  const actor = useActorRef(bidOfferMachine.provide({ actors: { place, withdraw } }), { input: { draft: kept ?? offerOf(load), isStanding: isStanding && !kept } });
  const snapshot = useSelector(actor, (now) => now);

  return {
    actor,
    snapshot,
    isStanding,
    draft: snapshot.context.draft,
    busy: snapshot.hasTag('busy'),
    change(part: Partial<OfferDraft>) {
      actor.send({ type: 'draft.changed', part });
      keep({ ...snapshot.context.draft, ...part });
    },
    discard() {
      keep(null);
      actor.send({ type: 'form.closed' });
    },
  };
}

export type Offer = ReturnType<typeof useOffer>;
