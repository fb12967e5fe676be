import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { isCompliantThrough } from '#src/api/carrier/compliance.repository.ts';
import { LEAD_WORK, QUOTE_ENDS_SOON_DAYS } from '#src/machines/agent-lead/agent-lead.work.ts';
import type { LeadWorkKind } from '#src/machines/agent-lead/agent-lead.work.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { waitsForAgreedDates } from './agreed-dates.ts';
import { lastDateSql } from './last-date.ts';

/** When one kind of work is waiting, as SQL over the alias `l` and the joins. */
interface Condition {
  join?: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** Since when it waits; null if it depends on a day. */
  since: RawBuilder<unknown>;
  /** The day that it is about. */
  due?: RawBuilder<unknown>;
}

/** Over `chat`: its client waits for a person, which is work of its own. */
export const waitsForPerson = sql`chat.owner = 'handing-over' and chat.stage <> 'closed'`;
const quote = sql`join estimate q on q.id = l.quoted_estimate_id`;
const contract = sql`join contract c on c.lead_id = l.id`;
const entered = sql`l.entered_state_at`;
const nothing = sql`null::timestamptz`;

const conditionsOn = (today: string): Record<LeadWorkKind, Condition> => ({
  question: {
    join: quote,
    where: sql`q.asked_at is not null
      and not exists (select from lead_note n where n.lead_id = l.id and n.created_at > q.asked_at)
      and not exists (select from history h where h.lifecycle = 'agent-lead' and h.record_id = l.id
                         and h.actor_role = 'agent' and h.at > q.asked_at)
      and not exists (select from chat join chat_message m on m.chat_id = chat.id
                       where chat.lead_id = l.id and m.author = 'agent' and m.at > q.asked_at)
      and not exists (select from chat where chat.lead_id = l.id and ${waitsForPerson})`,
    since: sql`q.asked_at`,
  },
  'dates-asked': {
    join: sql`join reschedule d on d.id = l.id`,
    where: sql`d.state = 'asked'`,
    since: sql`d.asked_at`,
    due: sql`d.first_day`,
  },
  'dates-accepted': {
    join: sql`join reschedule d on d.id = l.id`,
    where: waitsForAgreedDates,
    since: sql`d.answered_at`,
    due: sql`d.first_day`,
  },
  'quote-accepted': { join: quote, where: sql`true`, since: sql`coalesce(q.accepted_at, l.entered_state_at)` },
  'new-lead': { where: sql`true`, since: entered },
  'follow-up-due': {
    where: sql`l.follow_up_date <= ${today}::date`,
    since: nothing,
    due: sql`l.follow_up_date`,
  },
  'quote-ending': {
    join: quote,
    where: sql`q.valid_until between ${today}::date and ${addDays(today, QUOTE_ENDS_SOON_DAYS)}::date`,
    since: nothing,
    due: sql`q.valid_until`,
  },
  'contract-unsigned': {
    join: contract,
    where: sql`(c.follow_up_date is null or c.follow_up_date <= ${today}::date)`,
    since: entered,
  },
  'load-unposted': { where: sql`true`, since: entered },
  'bids-unseen': {
    join: sql`cross join lateral (
      select min(created_at) as first from bid where lead_id = l.id and bid.state = 'active' and seen_at is null) b`,
    where: sql`b.first is not null`,
    since: sql`b.first`,
  },
  'job-unsigned': { join: contract, where: sql`true`, since: sql`coalesce(c.awarded_at, l.entered_state_at)` },
  'papers-ending': {
    join: sql`${contract} join carrier r on r.id = c.awarded_carrier_id`,
    where: sql`not ${isCompliantThrough(sql`r`, today, lastDateSql(today))}`,
    since: nothing,
    due: lastDateSql(today),
  },
  'invoice-unsent': { where: sql`true`, since: entered },
  'invoice-overdue': {
    join: sql`join invoice i on i.lead_id = l.id`,
    where: sql`i.due_on < ${today}::date`,
    since: nothing,
    due: sql`i.due_on`,
  },
});

/** Leads with one kind of work waiting today: `columns` of them, over the alias `l`. */
function leadsWaiting(kind: LeadWorkKind, columns: RawBuilder<unknown>, { join, where }: Condition) {
  const places = LEAD_WORK[kind].places.map(({ state, stage }) =>
    stage === null ? sql`l.state = ${state}` : sql`(l.state = ${state} and l.stage = ${stage})`,
  );
  return sql`select ${columns} from agent_lead l ${join ?? sql``}
    where not l.is_archived and (${sql.join(places, sql` or `)}) and ${where}`;
}

/** The ids of leads with one kind of work waiting, as a list filter. */
export const idsWaitingFor = (kind: LeadWorkKind, today: string): RawBuilder<unknown> =>
  leadsWaiting(kind, sql`l.id`, conditionsOn(today)[kind]);

/** All work waiting with leads: kind, lead, its agent, since when, and the day that it is about. */
export function leadWork(today: string): RawBuilder<unknown> {
  const conditions = conditionsOn(today);
  const parts = Object.entries(conditions).map(([kind, condition]) => {
    const { since, due = sql`null::date` } = condition;
    const columns = sql`${kind}::text as kind, l.id as lead_id, null::uuid as chat_id, l.assigned_agent_id as agent_id,
      ${since} as since, ${due} as due_on`;
    return leadsWaiting(kind as LeadWorkKind, columns, condition);
  });
  return sql.join(parts, sql` union all `);
}
