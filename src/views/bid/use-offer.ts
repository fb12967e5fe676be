import { useApolloClient } from '@apollo/client/react';
import { useActorRef, useSelector } from '@xstate/react';
import { fromPromise } from 'xstate';
import { type LoadBiddingFragment, PlaceBidDocument, WithdrawBidDocument } from '#src/generated/graphql/graphql.ts';
import {
  bidOfferMachine,
  type OfferAnswer,
  type OfferDraft,
  type OfferWrite,
} from '#src/machines/bid/bid-offer.machine.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { type SeenLoad, seenOf } from './load-changes.ts';

type Draft = OfferDraft<SeenLoad>;

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A refusal is a definite response; after anything else it is unknown whether it was written. */
function answerOf(error: unknown): OfferAnswer {
  const { status, detail, fields } = problemOf(error);
  if (status === null || status >= 500 || status === 429) throw error;
  return {
    is: 'refused',
    detail: detail ?? 'That wasn’t accepted.',
    fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [camel(name), text])),
  };
}

/** The initial form: the current bid, or the first day of the window. */
export function offerOf(load: LoadBiddingFragment): Draft {
  const { bid, moveDate } = load;
  if (bid?.state === 'active')
    return { amount: bid.amount, startDate: bid.startDate, note: bid.note ?? '', load: seenOf(load) };
  return { amount: null, startDate: moveDate, note: '', load: seenOf(load) };
}

/** What was typed for a load, kept until the bid is placed. */
export const useBidDraft = (loadId: string) => useDraft<Draft>(`bid:${loadId}`);

/** The flow of a carrier's bid on a load. The draft is kept until it is placed; `again` reloads the load. */
export function useOffer(load: LoadBiddingFragment, again: () => void) {
  const client = useApolloClient();
  const notify = useNotify();
  const [kept, keep] = useBidDraft(load.id);
  const isStanding = load.bid?.state === 'active';

  const write = async (work: () => Promise<unknown>, done: string): Promise<OfferAnswer> => {
    try {
      await work();
    } catch (error) {
      // Refused because the load has changed: load it again, and show it beside what was seen.
      if (problemOf(error).changed.length > 0) again();
      return answerOf(error);
    }
    keep(null);
    notify.done(done);
    return { is: 'done' };
  };
  const context = (key: string) => ({ headers: { 'idempotency-key': key } });
  const place = fromPromise<OfferAnswer, OfferWrite>(({ input: { draft, key } }) => {
    const amount = draft.amount!;
    const variables = {
      leadId: load.id,
      amount,
      startDate: draft.startDate!,
      note: draft.note.trim() || null,
      version: (draft as Draft).load?.version,
    };
    return write(
      () => client.mutate({ mutation: PlaceBidDocument, variables, context: context(key) }),
      `Your bid of ${showMoney(amount)} is placed`,
    );
  });
  const withdraw = fromPromise<OfferAnswer, { key: string }>(({ input: { key } }) =>
    write(
      () => client.mutate({ mutation: WithdrawBidDocument, variables: { leadId: load.id }, context: context(key) }),
      `Your bid on ${load.reference} is withdrawn`,
    ),
  );
  const actor = useActorRef(bidOfferMachine.provide({ actors: { place, withdraw } }), {
    input: { draft: { ...offerOf(load), ...kept }, isStanding: isStanding && !kept },
  });
  const snapshot = useSelector(actor, (now) => now);

  const draft = snapshot.context.draft as Draft;

  return {
    actor,
    snapshot,
    isStanding,
    draft,
    /** The load as it was when the bid was started, if it has changed since. */
    seenBefore: draft.load && load.version !== null && draft.load.version !== load.version ? draft.load : null,
    busy: snapshot.hasTag('busy'),
    change(part: Partial<Draft>) {
      actor.send({ type: 'draft.changed', part });
      keep({ ...draft, ...part });
    },
    discard() {
      keep(null);
      actor.send({ type: 'form.closed' });
    },
  };
}

export type Offer = ReturnType<typeof useOffer>;
