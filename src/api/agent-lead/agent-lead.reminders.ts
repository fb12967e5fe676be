import { isFirstRun } from '#src/api/configuration/first-run.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { leaveOf, wantsMails } from '#src/api/mailing/mail-switch.repository.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { followUpMail } from './agent-lead.mails.ts';
import { leadWithId, readLeads } from './agent-lead.query.ts';
import type { LeadRow } from './agent-lead.query.ts';

/** The hour of the brokerage's day at which agents are reminded of what is due. */
export const REMINDER_HOUR = 8;

async function assignedAgent(tx: Tx, lead: LeadRow) {
  if (!lead.assigned_agent_id) return undefined;
  return tx
    .selectFrom('account')
    .select(['id', 'name', 'email'])
    .where('id', '=', lead.assigned_agent_id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
}

/** On the day of a follow-up: a mail to the agent, unless the lead's state or follow-up date has changed since. */
export async function remindFollowUp(
  parts: ApiParts,
  job: { leadId: string; date: string },
  jobId: string,
): Promise<void> {
  await inTransaction(parts.database, async (tx) => {
    if (!(await isFirstRun(tx, 'follow-up.remind', jobId))) return;
    const [lead] = await readLeads(tx, leadWithId(job.leadId));
    if (!lead || lead.is_archived || lead.state !== 'follow-up' || lead.follow_up_date !== job.date) return;
    const agent = await assignedAgent(tx, lead);
    if (!agent || !(await wantsMails(tx, agent.id, 'follow-up'))) return;
    const listUnsubscribe = leaveOf(parts, 'mail-follow-up', agent.id, hrefs.noticeSettings());
    const mail = followUpMail({ lead, agentName: agent.name, url: parts.publicUrl() + hrefs.lead(lead.id) });
    await parts.mail.send(tx, { to: agent.email, kind: 'follow-up', listUnsubscribe, ...mail });
  });
}
