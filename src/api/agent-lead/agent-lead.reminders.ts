import { sql } from 'kysely';
import { isFirstRun } from '#src/api/configuration/first-run.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { leaveOf, wantsMails } from '#src/api/mailing/mail-switch.repository.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { followUpMail } from './agent-lead.mails.ts';
import { readLeads } from './agent-lead.query.ts';

export const REMIND_FOLLOW_UPS = 'follow-up.remind';

/** Each morning: mails every agent whose leads are due for follow-up, one mail for all of them, once a day. */
export async function remindFollowUps(parts: ApiParts): Promise<void> {
  const today = dateIn(parts.brokerage.zone, parts.now());
  const due = (agentId: unknown) =>
    sql`state = 'follow-up' and not is_archived and follow_up_date = ${today} and assigned_agent_id = ${agentId}`;
  const { rows: agents } = await sql<{ id: string; name: string; email: string }>`
    select id, name, email from account where disabled_at is null
       and exists (select from agent_lead where ${due(sql.ref('account.id'))}) order by id`.execute(
    parts.database.kysely,
  );
  for (const { id, name, email } of agents)
    await inTransaction(parts.database, async (tx) => {
      if (!(await isFirstRun(tx, REMIND_FOLLOW_UPS, `${id} ${today}`))) return;
      if (!(await wantsMails(tx, id, 'follow-up'))) return;
      const leads = await readLeads(
        tx,
        sql`select row_number() over (order by agent_lead.id) as position, agent_lead.* from agent_lead where ${due(id)}`,
      );
      if (leads.length === 0) return;
      const listUnsubscribe = leaveOf(parts, 'mail-follow-up', id, hrefs.noticeSettings());
      const mail = followUpMail({ leads, agentName: name, url: (path) => parts.publicUrl() + path });
      await parts.mail.send(tx, { to: email, kind: 'follow-up', listUnsubscribe, ...mail });
    });
}
