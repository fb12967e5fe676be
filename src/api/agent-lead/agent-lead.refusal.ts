import type { FastifyInstance } from 'fastify';
import type { AgentLeadEvent } from '#src/machines/agent-lead/agent-lead.types.ts';
import { AGENT_LEAD_MODEL_VERSION } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import type { Role, Refusal } from '#src/machines/lifecycle.ts';
import { newId } from '#src/api/database/ids.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Problem } from '#src/api/http/problem.ts';
import type { ProblemExtras } from '#src/api/http/problem.ts';
import { unread } from '#src/api/database/prepared.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { sql } from 'kysely';
import { MINUTE } from '#src/machines/calendar/durations.ts';

/**
 * The record of a transition that the lifecycle refused: who tried what in which state, and the unmet requirements.
 * Contains no text from the caller.
 */
export interface RefusedAttempt {
  leadId: string;
  event: AgentLeadEvent['type'];
  role: Role;
  /** Null for a client, who has no account. */
  accountId: string | null;
  /** In the lifecycle's spelling. */
  place: string;
  because: Refusal['because'];
  /** The lifecycle's phrases. */
  unmet: readonly string[];
}

/** The lifecycle refused a transition. The caller gets it like any problem; it also carries the attempt. */
export class LeadRefused extends Problem {
  readonly attempt: RefusedAttempt;

  constructor(status: number, detail: string, extras: ProblemExtras, attempt: RefusedAttempt) {
    super(status, detail, extras);
    this.name = 'LeadRefused';
    this.attempt = attempt;
  }
}

const AGAIN_MILLISECONDS = MINUTE;

/**
 * Records every refused transition of the calls of `scope`, after the rollback of the transaction that refused it and
 * independently of the response: nobody waits for it, and a failure does not affect the caller.
 */
export function rememberRefusals(scope: FastifyInstance, parts: ApiParts): void {
  const writing = new Set<Promise<void>>();
  scope.addHook('onError', (_request, _reply, error, done) => {
    if (error instanceof LeadRefused) {
      const written = inTransaction(parts.database, (tx) => recordRefusal(tx, parts.now(), error.attempt))
        .catch((failure: unknown) => parts.log.warn({ err: failure }, 'a refused move could not be recorded'))
        .finally(() => writing.delete(written));
      writing.add(written);
    }
    done();
  });
  scope.addHook('onClose', async () => void (await Promise.all(writing)));
}

/** The same attempt within a minute of the first increments its count. */
export async function recordRefusal(tx: Tx, now: Date, attempt: RefusedAttempt): Promise<void> {
  const { leadId, event, role, accountId, place, because } = attempt;
  const unmet = [...attempt.unmet];
  const at = now.toISOString();
  // Serialized per lead, so that identical attempts find each other. The lead itself is not locked.
  await sql`${unread} select pg_advisory_xact_lock(hashtextextended(${`refusal:${leadId}`}, 0))`.execute(tx);
  const { numUpdatedRows } = await tx
    .updateTable('agent_lead_refusal')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), last_at: at }))
    .where('lead_id', '=', leadId)
    .where('at', '>', new Date(now.getTime() - AGAIN_MILLISECONDS).toISOString())
    .where('event', '=', event)
    .where('actor_role', '=', role)
    .where('account_id', 'is not distinct from', accountId)
    .where('place', '=', place)
    .where('because', '=', because)
    .where('unmet', '=', sql<string[]>`${unmet}::text[]`)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  await tx
    .insertInto('agent_lead_refusal')
    .values({
      id: newId(),
      lead_id: leadId,
      event,
      actor_role: role,
      account_id: accountId,
      place,
      because,
      unmet,
      at,
      last_at: at,
      model_version: AGENT_LEAD_MODEL_VERSION,
    })
    .execute();
  await publish(tx, { noun: 'agent-lead-refusal', id: leadId, audience: 'agents' });
}
