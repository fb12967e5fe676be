import type { Kysely } from 'kysely';
import { isFirstRun } from '#src/api/configuration/first-run.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { problem } from '#src/api/http/problem.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { leaveOf, wantsMails } from '#src/api/mailing/mail-switch.repository.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { followUpMail } from './state-lead.mails.ts';
import type { Known } from './state-lead.moves.ts';
import { businessById, moveStateLead } from './state-lead.work.ts';
import type { Worked } from './state-lead.work.ts';

export const REMIND_FOLLOW_UPS = 'state-lead.follow-up';

/** Sets or clears the day on which the lead is due for follow-up. @throws Problem as `moveStateLead` */
export const planFollowUp = (tx: Tx, parts: ApiParts, known: Known, date: string | null): Promise<Worked> =>
  moveStateLead(tx, parts, {
    ...known,
    event: () =>
      date === null
        ? { type: 'follow-up.cleared', by: known.actor.role }
        : { type: 'follow-up.set', by: known.actor.role, date },
    apply: async () =>
      date === null
        ? { set: { follow_up_date: null, follow_up_by: null } }
        : { set: { follow_up_date: date, follow_up_by: known.actor.id }, payload: { date } },
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

/** Work with a follow-up on this day. */
const dueOn = (db: Kysely<Tables>, date: string) =>
  db
    .selectFrom('state_lead_work as work')
    .where('work.follow_up_date', '=', date)
    .where('work.is_archived', '=', false);

/** Each morning: mails everyone who has leads to follow up, one mail for all of them, once a day. */
export async function remindOfFollowUps(parts: ApiParts): Promise<void> {
  const today = dateIn(parts.brokerage.zone, parts.now());
  const businesses = await dueOn(parts.database.kysely, today)
    .select('work.business_id as id')
    .distinct()
    .orderBy('id')
    .execute();
  for (const { id } of businesses) await inTransaction(parts.database, (tx) => remindBusiness(tx, parts, id, today));
}

async function remindBusiness(tx: Tx, parts: ApiParts, businessId: string, today: string): Promise<void> {
  if (!(await businessById(tx, businessId, parts)).hasSubscription) return;
  const people = await peopleOf(tx, businessId).execute();
  const leads = await dueOn(tx, today)
    .innerJoin('state_lead', 'state_lead.id', 'work.lead_id')
    .where('work.business_id', '=', businessId)
    .select(['work.assignee_id', 'work.follow_up_by'])
    .selectAll('state_lead')
    .orderBy('state_lead.id')
    .execute();
  // The assignee, or whoever set the day, if they still work here.
  const recipientOf = ({ assignee_id, follow_up_by }: (typeof leads)[number]) =>
    people.find(({ id }) => id === assignee_id) ?? people.find(({ id }) => id === follow_up_by);
  for (const person of people) {
    const own = leads.filter((lead) => recipientOf(lead) === person);
    if (own.length === 0 || !(await isFirstRun(tx, REMIND_FOLLOW_UPS, `${person.id} ${today}`))) continue;
    if (!(await wantsMails(tx, person.id, 'state-lead-follow-up'))) continue;
    const listUnsubscribe = leaveOf(parts, 'mail-state-lead-follow-up', person.id, hrefs.moverAccount());
    const mail = followUpMail({ name: person.name, leads: own, url: (path) => parts.publicUrl() + path });
    await parts.mail.send(tx, { to: person.email, kind: 'state-lead-follow-up', listUnsubscribe, ...mail });
  }
}
