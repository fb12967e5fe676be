import { newId } from '#src/api/database/ids.ts';
import type { Tx } from '#src/api/database/write.ts';
import { HOUR } from '#src/machines/calendar/durations.ts';

/** What agents wrote to clients; `{{name}}` is the client's. */
const LETTERS = [
  {
    subject: 'Your quote, and what happens next',
    text: 'Hello {{name}},\n\nthe quote is in your mailbox. If the dates still move, tell me; the price stays the same for two weeks.',
  },
  {
    subject: 'Two questions about your move',
    text: 'Hello {{name}},\n\nis there an elevator at the new place, and can a truck park in front of it?',
  },
  {
    subject: 'I tried to call you',
    text: 'Hello {{name}},\n\nI couldn’t reach you today. When is a good time to talk about your move?',
  },
];
const BOUNCE = '550 5.1.1 The mailbox does not exist';

/** Emails that agents sent recently; the last one bounced. */
export async function mailClients(tx: Tx, now: Date): Promise<void> {
  const leads = await tx
    .selectFrom('agent_lead')
    .select(['id', 'client_name', 'client_email', 'assigned_agent_id'])
    .where('state', 'in', ['follow-up', 'quote-sent'])
    .where('is_archived', '=', false)
    .where('client_email', 'is not', null)
    .where('assigned_agent_id', 'is not', null)
    .orderBy('reference')
    .limit(7)
    .execute();
  for (const [index, lead] of leads.entries()) {
    const at = new Date(now.getTime() - (index + 1) * 9 * HOUR).toISOString();
    const isBounced = index === leads.length - 1;
    const { subject, text } = LETTERS[index % LETTERS.length]!;
    const id = newId();
    await tx
      .insertInto('mail')
      .values({
        id,
        kind: 'lead-mail',
        recipient: lead.client_email!,
        subject,
        body: '{}',
        message_id: `<${id}@demo.invalid>`,
        lead_id: lead.id,
        attempts: 1,
        created_at: at,
        delivered_at: at,
        bounced_at: isBounced ? at : null,
      })
      .execute();
    const [name] = lead.client_name.split(' ');
    await tx
      .insertInto('lead_mail')
      .values({ mail_id: id, text: text.replace('{{name}}', name!), written_by: lead.assigned_agent_id! })
      .execute();
    if (isBounced)
      await tx
        .insertInto('mail_stop')
        .values({ email: lead.client_email!.toLowerCase(), type: 'bounce', detail: BOUNCE, at })
        .onConflict((same) => same.doNothing())
        .execute();
  }
}
