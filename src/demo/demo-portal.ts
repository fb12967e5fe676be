import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { newId } from '#src/api/database/ids.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { portalLinkOf } from '#src/api/link/portal-link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { askBrokerage, wishDates } from '#src/api/portal/portal.acts.ts';
import { portalMail } from '#src/api/portal/portal.mails.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { HOUR } from '#src/machines/calendar/durations.ts';
import type { DemoAccount } from './demo-accounts.ts';

/**
 * Client pages, with links in the demo's mailbox: one for a client with a carrier, and one for a client who has signed,
 * asks a question, and requests other dates.
 */
export async function openPagesInDemo(parts: ApiParts, agent: DemoAccount): Promise<void> {
  for (const [state, hoursAgo] of [
    ['open-contracts', 5],
    ['contracted', 3],
  ] as const) {
    const id = await leadIn(parts, agent, state);
    if (!id) continue;
    // Only the email with the link to the page goes to the mailbox; what the client does there is shown in the portal.
    const past: ApiParts = {
      ...parts,
      mail: { ...parts.mail, send: async () => newId() },
      now: () => new Date(parts.now().getTime() - hoursAgo * HOUR),
    };
    await inTransaction(parts.database, async (tx) => {
      const lead = await leadById(tx, id);
      const { url } = await portalLinkOf(tx, parts, id, agent.id);
      await parts.mail.send(tx, {
        to: lead.client_email!,
        kind: 'portal',
        leadId: id,
        ...portalMail({ brokerage: parts.brokerage, lead, url }),
      });
      if (state === 'contracted') {
        await askBrokerage(tx, past, lead, 'Our new building has a loading dock. Should we reserve it for the truck?');
        await wishDates(tx, past, lead, wishOf(lead));
      }
    });
  }
}

function wishOf(lead: LeadRow) {
  const first = addDays(lead.move_date!, 9);
  return { version: 1, first, last: addDays(first, 2), reason: 'The closing of our house moved by a week.' };
}

/** This agent's lead with the latest pick-up whose client has an email address. */
async function leadIn({ database }: ApiParts, agent: DemoAccount, state: AgentLeadTab): Promise<string | undefined> {
  const lead = await database.kysely
    .selectFrom('agent_lead')
    .innerJoin('contract', 'contract.lead_id', 'agent_lead.id')
    .select('agent_lead.id')
    .where('state', '=', state)
    .where('is_archived', '=', false)
    .where('assigned_agent_id', '=', agent.id)
    .where('client_email', 'is not', null)
    .where('move_date', 'is not', null)
    .where('signed_by', '=', 'client')
    .$if(state === 'open-contracts', (query) => query.where('stage', '=', 'in-progress'))
    .orderBy('move_date', state === 'contracted' ? 'desc' : 'asc')
    .orderBy('agent_lead.id')
    .limit(1)
    .executeTakeFirst();
  return lead?.id;
}
