import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { AgentRight } from '#src/machines/account/agent-rights.ts';
import type { Tables } from '#src/api/database/tables.ts';

/** Agents who can sign in and have the right, ordered by name. */
export async function agentsWithRight(kysely: Kysely<Tables>, right: AgentRight) {
  return await kysely
    .selectFrom('account')
    .select(['id', 'name', 'email'])
    .where('role', '=', 'agent')
    .where('disabled_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .where(sql<boolean>`${right} = any (rights)`)
    .orderBy('name')
    .orderBy('id')
    .execute();
}
