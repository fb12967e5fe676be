import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { AgentRight } from '#src/machines/account/agent-rights.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { mailState } from '#src/api/mail/mail-state.ts';
import type { MailState } from '#src/api/mail/mail-state.ts';

export type MemberState = 'invited' | 'expired' | 'active' | 'disabled';

/** A member of the team, or an open invitation. */
export interface Member {
  id: string;
  name: string;
  email: string;
  state: MemberState;
  rights: AgentRight[];
  last_signed_in_at: string | null;
  /** Only for open invitations. */
  invited_by: string | null;
  sent_at: string | null;
  expires_at: string | null;
  /** What became of the mail with the link; the reason if it was not sent. */
  mail_state: MailState | null;
  mail_problem: string | null;
  /** What depends on this agent: leads that are not archived, and chats they answer. */
  leads: number;
  chats: number;
  version: number;
}

interface Read extends Omit<Member, 'state'> {
  state: 'invited' | 'active' | 'disabled';
}

/** Agents and open invitations, by name. Agents are found by their accounts, which may be older than their records. */
async function readMembers(db: Kysely<Tables>, now: Date, id: string | null): Promise<Member[]> {
  const { rows } = await sql<Read>`
    select account.id, account.name, account.email, case when account.disabled_at is null then 'active' else 'disabled' end as state,
           account.rights, account.last_signed_in_at, null as invited_by, null as sent_at, null as expires_at,
           null as mail_state, null as mail_problem,
           (select count(*)::int from agent_lead where assigned_agent_id = account.id and not is_archived) as leads,
           (select count(*)::int from chat where agent_id = account.id and owner = 'agent' and stage <> 'closed') as chats,
           coalesce(member.version, case when account.disabled_at is null then 1 else 2 end) as version
      from account left join team_member member on member.id = account.id
     where account.role = 'agent' and (${id}::uuid is null or account.id = ${id})
    union all
    select member.id, member.name, member.email, member.state, member.rights, null, inviter.name, member.sent_at, member.expires_at,
           case when m.id is not null then ${mailState} end, m.last_error, 0, 0, member.version
      from team_member member left join account inviter on inviter.id = member.invited_by
           left join mail m on m.id = member.mail_id
     where member.state = 'invited' and (${id}::uuid is null or member.id = ${id})
     order by 2, 1`.execute(db);
  return rows.map((row) => ({
    ...row,
    state: row.state === 'invited' && row.expires_at! <= now.toISOString() ? 'expired' : row.state,
  }));
}

export const listMembers = (db: Kysely<Tables>, now: Date): Promise<Member[]> => readMembers(db, now, null);

/** One of them; null if there is none. */
export const presentMember = async (db: Kysely<Tables>, id: string, now: Date): Promise<Member | null> =>
  (await readMembers(db, now, id))[0] ?? null;

export const ENTRIES = 200;

/** The changes of the team, newest first. */
export async function readTeamHistory(db: Kysely<Tables>) {
  const { rows } = await sql<{
    id: string;
    member_id: string;
    member: string;
    event: string;
    actor: string | null;
    payload: object;
    at: string;
  }>`
    select history.record_id || '.' || history.sequence as id, history.record_id as member_id,
           coalesce(account.name, member.name) as member, history.event, history.actor_name as actor, history.payload, history.at
      from history join team_member member on member.id = history.record_id
      left join account on account.id = member.id
     where history.lifecycle = 'team-member' and history.event <> 'agent.registered'
     order by history.at desc, history.record_id, history.sequence desc
     limit ${ENTRIES}`.execute(db);
  return rows;
}
