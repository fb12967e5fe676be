import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { prepared } from '#src/api/database/prepared.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { LeadRow } from './agent-lead.query.ts';

interface Merged {
  id: string;
  reference: string;
  client_name: string;
  state: LeadRow['state'];
  is_archived: boolean;
  created_at: string;
}

/** Which lead this one was merged into, and which ones were merged into it. */
export async function mergesOf(db: Kysely<Tables>, leadId: string) {
  const { rows } = await sql<Merged & { is_into: boolean }>`${prepared}
    select id, reference, client_name, state, is_archived, created_at,
           id = (select merged_into from agent_lead where id = ${leadId}::uuid) as is_into
      from agent_lead
     where merged_into = ${leadId}::uuid or id = (select merged_into from agent_lead where id = ${leadId}::uuid)
     order by created_at, id limit 50`.execute(db);
  return {
    into: rows.filter(({ is_into: isInto }) => isInto),
    from: rows.filter(({ is_into: isInto }) => !isInto),
  };
}
