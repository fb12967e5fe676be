import type { Kysely } from 'kysely';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { problem } from '#src/api/http/problem.ts';
import { createLink, openLink, revokeLinks } from '#src/api/link/link.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { readCalendar } from './calendar.query.ts';
import type { CalendarRow } from './calendar.query.ts';
import type { SCOPES } from './calendar.schemas.ts';
import { icalOf } from './ical.ts';

type Scope = (typeof SCOPES)[number];

/** A calendar program uses the same link for years, until its owner replaces or revokes it. */
const LIFE_DAYS = 3650;
const DAYS_BACK = 31;
const DAYS_AHEAD = 366;

/** An agent's working link, without its secret, which is no longer known. */
export async function feedOf(db: Kysely<Tables>, accountId: string, now: Date) {
  const link = await db
    .selectFrom('link')
    .select(['created_at', 'data'])
    .where('purpose', '=', 'calendar')
    .where('subject_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return { feed: link ? { scope: (link.data as { scope: Scope }).scope, created_at: link.created_at } : null };
}

/**
 * Creates a new link and revokes the earlier one. Two concurrent requests run one after the other; the second link
 * stays.
 */
export async function makeFeed(tx: Tx, parts: ApiParts, accountId: string, scope: Scope) {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  const now = parts.now();
  await revokeLinks(tx, 'calendar', [accountId], now);
  const { token } = await createLink(tx, {
    purpose: 'calendar',
    subjectId: accountId,
    createdBy: accountId,
    now,
    expiresAt: new Date(now.getTime() + LIFE_DAYS * DAY),
    data: { scope },
  });
  return { url: parts.publicUrl() + hrefs.calendarFeed(token), scope, created_at: now.toISOString() };
}

/** @throws Problem as `openLink`; 410 if the agent has left */
export async function readFeed(parts: ApiParts, token: string): Promise<string> {
  const { kysely } = parts.database;
  const now = parts.now();
  const link = await openLink(kysely, token, 'calendar', now);
  const agent = await kysely
    .selectFrom('account')
    .select('id')
    .where('id', '=', link.subject_id)
    .where('role', '=', 'agent')
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!agent) throw problem(410, 'This calendar is no longer available.');
  const { scope } = link.data as { scope: Scope };
  const today = dateIn(parts.brokerage.zone, now);
  const { entries } = await readCalendar(kysely, {
    from: addDays(today, -DAYS_BACK),
    to: addDays(today, DAYS_AHEAD),
    agentId: scope === 'mine' ? agent.id : null,
  });
  const origin = parts.publicUrl();
  return icalOf(
    `${parts.brokerage.name}: ${scope === 'mine' ? 'my moves' : 'all moves'}`,
    entries.map((entry) => eventOf(entry, origin)),
  );
}

const ROLES: Record<CalendarRow['role'], string> = {
  'pick-up': 'Pick-up',
  'drop-off': 'Delivery',
  extra: 'Extra stop',
};

/** No phone numbers or addresses, since a calendar link can be shared with anyone. */
function eventOf(entry: CalendarRow, origin: string) {
  const { lead_id, first_day, last_day, carrier_name } = entry;
  return {
    uid: `${entry.id.replace(':', '-')}@${new URL(origin).hostname}`,
    sequence: entry.version,
    changedAt: entry.updated_at,
    firstDay: first_day,
    dayAfter: addDays(last_day, 1),
    summary: `${ROLES[entry.role]}: ${entry.client_name}`,
    location: `${entry.city}, ${entry.state}`,
    description: [entry.reference, `Carrier: ${carrier_name ?? 'none yet'}`].join('\n'),
    url: origin + hrefs.lead(lead_id),
  };
}
