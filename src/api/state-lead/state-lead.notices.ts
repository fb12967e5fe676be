import { hrefs } from '#src/api/link/hrefs.ts';
import { isFirstRun } from '#src/api/configuration/first-run.ts';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { businessOf } from './state-lead.work.ts';
import { newLeadsMail } from './state-lead.mails.ts';

/** Leads that arrive close together are sent in one mail. */
const GATHER_SECONDS = 60;
/** The most that a mail lists one by one. */
const LISTED = 20;

/** Records who in the businesses is to be mailed about a new lead, except those who switched it off. */
export async function noticeNewLead(
  tx: Tx,
  parts: Pick<ApiParts, 'jobs' | 'now'>,
  leadId: string,
  businessIds: string[],
): Promise<void> {
  const people = await tx
    .selectFrom('account')
    .select('id')
    .where('business_id', 'in', businessIds)
    .where('email_on_new_lead', '=', true)
    .where('disabled_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .execute();
  if (people.length === 0) return;
  const at = parts.now().toISOString();
  await tx
    .insertInto('state_lead_notice')
    .values(people.map(({ id }) => ({ account_id: id, lead_id: leadId, at })))
    .execute();
  for (const { id } of people)
    await parts.jobs.enqueue(
      tx,
      'state-lead.notify',
      { accountId: id },
      { singletonKey: id, startAfter: GATHER_SECONDS },
    );
}

/**
 * One mail about all leads that someone was not mailed about yet: with the facts of each, never with a client's
 * contact.
 */
export async function notifyOfNewLeads(
  parts: ApiParts,
  { accountId }: { accountId: string },
  jobId: string,
): Promise<void> {
  await inTransaction(parts.database, async (tx) => {
    if (!(await isFirstRun(tx, 'state-lead.notify', jobId))) return;
    const waiting = await tx
      .deleteFrom('state_lead_notice')
      .where('account_id', '=', accountId)
      .returning('lead_id')
      .execute();
    const account = await tx
      .selectFrom('account')
      .selectAll()
      .where('id', '=', accountId)
      .where('disabled_at', 'is', null)
      .where('email_on_new_lead', '=', true)
      .executeTakeFirst();
    // Leave out households that have hired someone meanwhile.
    const open =
      waiting.length === 0
        ? []
        : await tx
            .selectFrom('state_lead')
            .select('id')
            .where(
              'id',
              'in',
              waiting.map(({ lead_id }) => lead_id),
            )
            .where('off_market_confirmed_at', 'is', null)
            .execute();
    if (open.length === 0 || !account) return;
    const { hasSubscription, isTrial } = await businessOf(tx, accountId, parts);
    const leads = await tx
      .selectFrom('state_lead')
      .selectAll()
      .where(
        'id',
        'in',
        open.map(({ id }) => id),
      )
      .orderBy('received_at', 'desc')
      .limit(LISTED)
      .execute();
    const origin = parts.publicUrl();
    const url = origin + hrefs.stateLeads(leads.length === 1 ? leads[0]!.id : undefined);
    const token = createLeaveTokens(parts, 'email_on_new_lead').tokenOf(account.id);
    await parts.mail.send(tx, {
      to: account.email,
      kind: 'new-lead',
      listUnsubscribe: {
        post: origin + hrefs.oneClickSettings(token),
        page: origin + hrefs.settingsUnsubscribe('email_on_new_lead'),
      },
      ...newLeadsMail({
        name: account.name,
        leads,
        count: open.length,
        hasSubscription,
        isTrial,
        url,
      }),
    });
  });
}
