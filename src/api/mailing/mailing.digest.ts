import { sql } from 'kysely';
import { forSale } from '#src/api/marketplace/for-sale.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import { MAIL_HOUR } from '#src/machines/mailing/frequency.ts';
import { addDays, dateIn, hourIn } from '#src/machines/calendar/days.ts';
import { newLeadsMail } from './mailing.mails.ts';
import type { LeadForSale } from './mailing.mails.ts';
import { lockMember } from './mailing.record.ts';
import type { MailingRow } from './mailing.record.ts';
import { MOST_CITIES } from '#src/machines/marketplace/shop-filters.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

/** A lead counts only once its intake has surely been committed, so that none is skipped. */
const SETTLED_SECONDS = 60;
/** The minimum time between two mails to one mailbox; leads that arrive meanwhile are sent together. */
const APART_MINUTES = 60;
/** The most that a mail lists one by one. */
const LISTED = 20;
const BATCH = 500;

type Parts = Pick<ApiParts, 'database' | 'marketplace' | 'brokerage' | 'now' | 'mail' | 'publicUrl' | 'sessionSecret'>;

/**
 * Mails every mailbox on the list the new leads of its states that are currently for sale. It gets as many mails a day
 * as the marketplace allows, an hour apart; leads that were not included wait for the next one. Runs often: if nothing
 * is new, it costs one query.
 */
export async function mailNewLeads(parts: Parts): Promise<void> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const due = await dueMembers(parts, last);
    for (const id of due) await inTransaction(parts.database, (tx) => mailMember(tx, parts, id));
    if (due.length < BATCH) return;
    last = due.at(-1)!;
  }
}

const settledAt = ({ now }: Parts) => new Date(now().getTime() - SETTLED_SECONDS * 1000).toISOString();
const today = ({ brokerage, now }: Parts) => dateIn(brokerage.zone, now());

const hourNow = ({ brokerage, now }: Parts): number => hourIn(brokerage.zone, now());

function mayBeMailed(
  member: Pick<MailingRow, 'state' | 'frequency' | 'told_at' | 'told_day' | 'told_that_day'>,
  parts: Parts,
): boolean {
  const isApart =
    member.told_at === null || parts.now().getTime() >= Date.parse(member.told_at) + APART_MINUTES * MINUTE;
  if (member.frequency !== 'at-once') {
    const rest = member.frequency === 'daily' ? 1 : 7;
    return (
      member.state === 'subscribed' &&
      hourNow(parts) >= MAIL_HOUR &&
      (member.told_day === null || member.told_day <= addDays(today(parts), -rest))
    );
  }
  return (
    member.state === 'subscribed' &&
    isApart &&
    (member.told_day !== today(parts) || member.told_that_day < parts.marketplace.mailsPerDay)
  );
}

async function dueMembers(parts: Parts, last: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with newest as materialized (
      select lead.origin_state as state, max(lead.received_at) as at from state_lead as lead
       where lead.received_at <= ${settledAt(parts)}::timestamptz and ${forSale(parts).isForSale} group by 1)
    select id from mailing_member as member
     where state = 'subscribed' and id > ${last}::uuid
       and (frequency = 'at-once'
            or ${hourNow(parts) >= MAIL_HOUR}::boolean and (told_day is null or told_day <= ${today(parts)}::date - case frequency when 'daily' then 1 else 7 end))
       and (told_at is null or told_at <= ${new Date(parts.now().getTime() - APART_MINUTES * MINUTE).toISOString()}::timestamptz)
       and (told_day is distinct from ${today(parts)}::date or told_that_day < ${parts.marketplace.mailsPerDay}::int)
       and exists (select 1 from newest where newest.state = any(member.states) and newest.at > member.told_until)
     order by id limit ${BATCH}`.execute(parts.database.kysely);
  return rows.map(({ id }) => id);
}

async function mailMember(tx: Tx, parts: Parts, id: string): Promise<void> {
  const member = await lockMember(tx, { id });
  // Since it was found, it may have unsubscribed, or been mailed by another node.
  if (!member || !mayBeMailed(member, parts)) return;
  const until = settledAt(parts);
  const { leads, count } = await newLeadsFor(tx, parts, member, until);
  if (count === 0) return;
  const origin = parts.publicUrl();
  const token = createLeaveTokens(parts, 'mailing-leave').tokenOf(member.id);
  const choiceToken = createLeaveTokens(parts, 'mailing-choice').tokenOf(member.id);
  const states = member.states.filter((state) => leads.some(({ origin_state }) => origin_state === state));
  const cities = member.cities.filter((city) => states.includes(city.slice(0, 2)));
  // The shop's URL accepts no more cities; a partial list would hide leads that the mail is about.
  const url = origin + hrefs.leadsForSale(states, cities.length > MOST_CITIES ? [] : cities);
  await parts.mail.send(tx, {
    to: member.email,
    kind: 'market-leads',
    listUnsubscribe: {
      post: origin + hrefs.oneClickUnsubscribe(token),
      page: origin + hrefs.unsubscribe(member.email, token),
    },
    ...newLeadsMail({ leads, count, choice: member, url, choiceUrl: origin + hrefs.chooseMails(choiceToken) }),
  });
  const day = today(parts);
  await tx
    .updateTable('mailing_member')
    .set({
      told_until: until,
      told_at: parts.now().toISOString(),
      told_day: day,
      told_that_day: member.told_day === day ? member.told_that_day + 1 : 1,
    })
    .where('id', '=', member.id)
    .execute();
}

/**
 * New leads of the member's states that it was not mailed about, with the newest listed. Columns are named one by one,
 * so that nothing reveals who a household is.
 */
async function newLeadsFor(
  tx: Tx,
  parts: Parts,
  member: MailingRow,
  until: string,
): Promise<{ leads: LeadForSale[]; count: number }> {
  const { isForSale, price, taken } = forSale(parts);
  const { rows } = await sql<LeadForSale & { count: number }>`
    select lead.origin_city, lead.origin_state, lead.destination_city, lead.destination_state, lead.move_date, lead.is_flexible, lead.size,
           ${price} as price, ${parts.marketplace.shares}::int - ${taken} as shares_left, ${parts.marketplace.shares}::int as shares, count(*) over ()::int as count
      from state_lead as lead
     where lead.origin_state = any(${member.states}::text[])
       and (lead.origin_state || ':' || lead.origin_city = any(${member.cities}::text[])
            or not exists (select from unnest(${member.cities}::text[]) as city where left(city, 2) = lead.origin_state))
       and lead.received_at > ${member.told_until}::timestamptz and lead.received_at <= ${until}::timestamptz and ${isForSale}
     order by lead.received_at desc, lead.id desc limit ${LISTED}`.execute(tx);
  return { leads: rows, count: rows[0]?.count ?? 0 };
}
