import type { Kysely } from 'kysely';
import { isFirstRun } from '#src/api/configuration/first-run.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { problem } from '#src/api/http/problem.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { leaveOf, wantsMails } from '#src/api/mailing/mail-switch.repository.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { instantAt } from '#src/machines/calendar/days.ts';
import { followUpMail } from './state-lead.mails.ts';
import type { Known } from './state-lead.moves.ts';
import { businessById, moveStateLead } from './state-lead.work.ts';
import type { Worked } from './state-lead.work.ts';

/** The hour, in the brokerage's time zone, at which movers are reminded of what is due. */
const REMINDER_HOUR = 8;

/** Sets or clears the day on which the lead is due for follow-up. @throws Problem as `moveStateLead` */
export const planFollowUp = (tx: Tx, parts: ApiParts, known: Known, date: string | null): Promise<Worked> =>
  moveStateLead(tx, parts, {
    ...known,
    event: () =>
      date === null
        ? { type: 'follow-up.cleared', by: known.actor.role }
        : { type: 'follow-up.set', by: known.actor.role, date },
    apply: async () => {
      if (date === null) return { set: { follow_up_date: null, follow_up_by: null } };
      const { businessId, leadId, actor } = known;
      await parts.jobs.enqueue(
        tx,
        'state-lead.follow-up',
        { businessId, leadId, date },
        // Setting the same day twice still sends one mail.
        {
          singletonKey: `${businessId} ${leadId} ${date}`,
          startAfter: instantAt(parts.brokerage.zone, date, REMINDER_HOUR),
        },
      );
      return { set: { follow_up_date: date, follow_up_by: actor.id }, payload: { date } };
    },
  });

/** Sets the assignee; null for none. @throws Problem 422 for someone from another business; as `moveStateLead` */
export const assign = (tx: Tx, parts: ApiParts, known: Known, assigneeId: string | null): Promise<Worked> =>
  moveStateLead(tx, parts, {
    ...known,
    event: () => ({ type: 'lead.assigned', by: known.actor.role, assigneeId }),
    apply: async () => {
      const assignee =
        assigneeId === null
          ? null
          : await peopleOf(tx, known.businessId).where('account.id', '=', assigneeId).executeTakeFirst();
      if (assignee === undefined)
        throw problem(422, 'Choose someone of your company.', {
          errors: [{ field: 'assignee_id', message: 'Choose someone of your company.' }],
        });
      return { set: { assignee_id: assigneeId }, payload: { assigneeId, assignee: assignee?.name ?? null } };
    },
  });

/** Who can be assigned a lead: everyone who currently works for the business. */
export const peopleOf = (db: Kysely<Tables>, businessId: string) =>
  db
    .selectFrom('account')
    .select(['account.id', 'account.name', 'account.email'])
    .where('account.business_id', '=', businessId)
    .where('account.role', 'in', ['mover', 'assistant'])
    .where('account.disabled_at', 'is', null)
    .where('account.email_verified_at', 'is not', null)
    .orderBy('account.name')
    .orderBy('account.id');

/** On the morning of a follow-up, mails the assignee, unless the day was changed or cleared meanwhile. */
export async function remindOfFollowUp(
  parts: ApiParts,
  { businessId, leadId, date }: { businessId: string; leadId: string; date: string },
  jobId: string,
): Promise<void> {
  await inTransaction(parts.database, async (tx) => {
    if (!(await isFirstRun(tx, 'state-lead.follow-up', jobId))) return;
    const work = await tx
      .selectFrom('state_lead_work')
      .selectAll()
      .where('business_id', '=', businessId)
      .where('lead_id', '=', leadId)
      .where('follow_up_date', '=', date)
      .where('is_archived', '=', false)
      .executeTakeFirst();
    if (!work || !(await businessById(tx, businessId, parts)).hasSubscription) return;
    const people = await peopleOf(tx, businessId).execute();
    const recipient =
      people.find(({ id }) => id === work.assignee_id) ?? people.find(({ id }) => id === work.follow_up_by);
    if (!recipient || !(await wantsMails(tx, recipient.id, 'state-lead-follow-up'))) return;
    const listUnsubscribe = leaveOf(parts, 'mail-state-lead-follow-up', recipient.id, hrefs.moverAccount());
    const lead = await tx.selectFrom('state_lead').selectAll().where('id', '=', leadId).executeTakeFirstOrThrow();
    const mail = followUpMail({ name: recipient.name, lead, url: parts.publicUrl() + hrefs.stateLeads(lead.id) });
    await parts.mail.send(tx, { to: recipient.email, kind: 'state-lead-follow-up', listUnsubscribe, ...mail });
  });
}
