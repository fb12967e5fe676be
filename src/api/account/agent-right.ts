import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { AgentRight } from '#src/machines/account/agent-rights.ts';
import { withoutRight } from '#src/api/http/principal.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';

const holds = (right: AgentRight) => sql<boolean>`${right} = any (rights)`;

/** Agents who can sign in, by name, and whether each has the right. */
export async function agentsAndRight(kysely: Kysely<Tables>, right: AgentRight) {
  const agents = await kysely
    .selectFrom('account')
    .select(['id', 'name', 'email', holds(right).as('may')])
    .where('role', '=', 'agent')
    .where('disabled_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return agents;
}

/**
 * Gives an agent the right, or takes it. Whoever has it is locked first, so that of two who take it from each other one
 * is told that it is gone, and somebody always keeps it. `by`: the agent who does it; null for the operator.
 *
 * @throws Problem 403 whoever does it has no longer the right; 404 no such agent; 409 it is the last one
 */
export async function setAgentRight(
  tx: Tx,
  right: AgentRight,
  change: { by: string | null; accountId: string; may: boolean },
): Promise<void> {
  const { by, accountId, may } = change;
  const holders = await tx
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'agent')
    .where('disabled_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .where(holds(right))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (by !== null && !holders.some(({ id }) => id === by)) throw withoutRight(right);
  const agent = await tx
    .selectFrom('account')
    .select(['id', 'name'])
    .where('id', '=', accountId)
    .where('role', '=', 'agent')
    .where('disabled_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!agent) throw notFound('agent');
  const has = holders.some(({ id }) => id === accountId);
  if (has === may) return;
  if (!may && holders.length === 1)
    throw problem(409, `${agent.name} is the only one who may see the workflow. Let somebody else in first.`);
  await tx
    .updateTable('account')
    .set({
      rights: may
        ? sql<AgentRight[]>`array_append(rights, ${right})`
        : sql<AgentRight[]>`array_remove(rights, ${right})`,
    })
    .where('id', '=', accountId)
    .execute();
}
