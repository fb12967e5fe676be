import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SubscriptionEvent } from '#src/machines/subscription/subscription.lifecycle.ts';
import { newId } from '#src/api/database/ids.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { isUnanswered, paymentProblem } from '#src/api/payment/problems.ts';
import type { Principal } from '#src/api/http/principal.ts';
import { problem } from '#src/api/http/problem.ts';
import { answeredBefore, inTransaction, write } from '#src/api/database/write.ts';
import { askProvider } from './asks.ts';
import { fold } from './fold.ts';
import { customerOf, openPayments } from './provider.ts';
import { hold, subscriptionRecord } from './subscription.record.ts';
import type { Held } from './subscription.record.ts';
import { claimTrial } from './trial-claim.ts';

/** What somebody asked for and the provider is being asked for: kept until it is known what came of it. */
export interface Intention {
  /** The provider does it once under this key, however often it is asked. */
  key: string;
  event: SubscriptionEvent;
  actorId: string;
  /** What the call needs besides: our own words, and the provider's id of a card. */
  given: { coupon?: string; amount?: number; cardId?: string; providerCardId?: string; setupIntent?: string };
}

/** What the asking browser has to do next: let the bank ask, with this secret. */
export interface Outcome {
  client_secret: string | null;
}

/** Longer than the provider's library tries. */
const CLAIM_SECONDS = 90;

/**
 * Does what a mover asks of the subscription, in three steps: the lifecycle judges under a lock, and the intention is
 * written; the provider is asked, with no lock held; what came of it is written. A crash or a time-out in between is
 * mended by whoever comes next, under the same key: the mover again, or the job `subscription.mend`.
 *
 * @throws Problem 402 the bank refuses; 403, 409 the lifecycle does; 422 no such coupon; 503 no answer
 */
export async function change(
  parts: ApiParts,
  principal: Principal,
  businessId: string,
  asked: Pick<Intention, 'event' | 'given'> | ((held: Held) => Pick<Intention, 'event' | 'given'>),
): Promise<Outcome> {
  openPayments(parts);
  await mend(parts, businessId);
  const intention = await inTransaction(parts.database, async (tx) => {
    let held = await hold(tx, parts, businessId);
    if (held.row.intention)
      throw problem(409, 'Another change of the subscription is on its way. Try again in a moment.', {
        state: held.business.subscription,
        unmet: [],
      });
    const { event, given } = typeof asked === 'function' ? asked(held) : asked;
    if (event.type === 'trial.started') {
      await claimTrial(tx, businessId);
      held = await hold(tx, parts, businessId);
    }
    subscriptionRecord.mustAllow(held, event);
    const made: Intention = { key: newId(), event, actorId: principal.accountId, given };
    const until = new Date(parts.now().getTime() + CLAIM_SECONDS * 1000);
    await tx
      .updateTable('subscription')
      .set({ intention: JSON.stringify(made), intention_until: until.toISOString() })
      .where('id', '=', held.row.id)
      .execute();
    await parts.jobs.enqueue(tx, 'subscription.mend', { businessId }, { startAfter: CLAIM_SECONDS + 5 });
    return made;
  });
  return carryOut(parts, businessId, intention);
}

/** Ends an intention that somebody left behind. Does nothing where there is none, or somebody is at it. */
export async function mend(parts: ApiParts, businessId: string): Promise<void> {
  const left = await inTransaction(parts.database, async (tx) => {
    const { row, facts } = await hold(tx, parts, businessId);
    if (!row.intention || row.intention_until! > facts.now) return null;
    const until = new Date(parts.now().getTime() + CLAIM_SECONDS * 1000);
    await tx
      .updateTable('subscription')
      .set({ intention_until: until.toISOString() })
      .where('id', '=', row.id)
      .execute();
    return row.intention;
  });
  // What the provider refuses was refused to who asked for it; here only the doubt is to end.
  if (left)
    await carryOut(parts, businessId, left).catch((error: unknown) =>
      isUnanswered(error) ? Promise.reject(error) : undefined,
    );
}

async function carryOut(parts: ApiParts, businessId: string, intention: Intention): Promise<Outcome> {
  const { key, event, actorId } = intention;
  try {
    const customer = await customerOf(parts, businessId);
    const { refusal, payload, ...outcome } = await askProvider(parts, businessId, customer, intention);
    await fold(parts, businessId, { key, done: { event, actorId, payload: payload ?? {} } });
    if (refusal) throw refusal;
    return outcome;
  } catch (error) {
    await letGo(parts, businessId, key, isUnanswered(error));
    if (!isUnanswered(error)) await fold(parts, businessId).catch(() => {});
    throw paymentProblem(error);
  }
}

/** Nobody is at it any more. Unless it was refused it stays: nobody knows whether the provider has done it. */
async function letGo(parts: ApiParts, businessId: string, key: string, isInDoubt: boolean): Promise<void> {
  await inTransaction(parts.database, async (tx) => {
    const { row, facts } = await hold(tx, parts, businessId);
    if (row.intention?.key !== key) return;
    await tx
      .updateTable('subscription')
      .set(isInDoubt ? { intention_until: facts.now } : { intention: null, intention_until: null })
      .where('id', '=', row.id)
      .execute();
  });
}

/** One such write of the REST API: the same `Idempotency-Key` gets the first answer again, and asks nobody for anything. */
export async function changeOnce<T>(
  parts: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Principal,
  act: () => Promise<T>,
): Promise<T> {
  const earlier = await answeredBefore<T>(parts.database, request, reply, principal.accountId);
  if (earlier !== null) return earlier;
  const answer = await act();
  return write(parts.database, request, reply, principal.accountId, async () => answer);
}
