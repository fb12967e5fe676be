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

/** What someone requested and the provider is being asked for: stored until the result is known. */
export interface Intention {
  /** The idempotency key: the provider carries it out once, however often it is sent. */
  key: string;
  event: SubscriptionEvent;
  actorId: string;
  /** What else the call needs: our own data, and the provider's id of a card. */
  given: { coupon?: string; amount?: number; cardId?: string; providerCardId?: string; setupIntent?: string };
}

/** What the browser has to do next: let the bank ask for confirmation, with this secret. */
export interface Outcome {
  client_secret: string | null;
}

/** Longer than the provider's library keeps trying. */
const CLAIM_SECONDS = 90;

/**
 * Carries out a mover's request about the subscription in three steps: the lifecycle decides under a lock, and the
 * intention is stored; the provider is asked, without a lock; the result is stored. After a crash or a timeout in
 * between, whoever comes next completes it with the same key: the mover, or the job `subscription.mend`.
 *
 * @throws Problem 402 if the bank refuses; 403, 409 if the lifecycle does; 422 no such coupon; 503 no answer
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

/** Completes an intention that was left behind. Does nothing if there is none, or if it is in progress. */
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
  // A refusal by the provider concerned whoever made the request; here only the uncertainty has to end.
  if (left)
    await carryOut(parts, businessId, left).catch((error: unknown) =>
      isUnanswered(error) ? Promise.reject(error) : undefined,
    );
}

async function carryOut(parts: ApiParts, businessId: string, intention: Intention): Promise<Outcome> {
  const { key, event, actorId } = intention;
  try {
    const customer = await customerOf(parts, businessId);
    const { refusal, payload, isPending, client_secret } = await askProvider(parts, businessId, customer, intention);
    await fold(parts, businessId, { key, ...(!isPending && { done: { event, actorId, payload: payload ?? {} } }) });
    if (refusal) throw refusal;
    return { client_secret };
  } catch (error) {
    await letGo(parts, businessId, key, isUnanswered(error));
    if (!isUnanswered(error)) await fold(parts, businessId).catch(() => {});
    throw paymentProblem(error);
  }
}

/**
 * Releases the claim. Unless it was refused, the intention stays: it is unknown whether the provider carried it out.
 */
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

/**
 * One such write of the REST API: the same `Idempotency-Key` gets the first response again, without another request to
 * the provider.
 */
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
