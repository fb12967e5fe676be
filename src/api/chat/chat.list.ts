import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Static } from 'typebox';
import { decodeCursor, encodeCursor } from '#src/api/database/cursor.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { valuesOf } from './chat.repository.ts';
import type { ListQuery } from './chat.schemas.ts';

const LIMIT = 30;
const EXCERPT = 200;

/**
 * The chat of an archived lead is closed to its client, who would read no answer: until the lead is restored, it is
 * listed with the closed ones.
 */
const isLeadArchived = sql<boolean>`exists (
  select from agent_lead where agent_lead.id = chat.lead_id and agent_lead.is_archived)`;
const isOver = sql<boolean>`(chat.stage = 'closed' or ${isLeadArchived})`;

/**
 * Conversations: first those whose client waits for a person, then by most recent message; with how many are waiting
 * and how many are unread.
 */
export async function listChats(db: Kysely<Tables>, { lead_id, state, after, limit: asked }: Static<typeof ListQuery>) {
  const limit = Number(asked ?? LIMIT);
  const activity = sql<string>`coalesce(chat.last_message_at, chat.created_at)`;
  const waits = sql<number>`(case when chat.owner = 'handing-over' and not ${isOver} then 1 else 0 end)`;
  let query = db
    .selectFrom('chat')
    .leftJoin('account', 'account.id', 'chat.agent_id')
    .selectAll('chat')
    .select([
      'account.name as agent_name',
      activity.as('activity'),
      waits.as('waits'),
      isLeadArchived.as('is_lead_archived'),
    ])
    .select((eb) => [
      eb
        .selectFrom('chat_message')
        .select(({ fn }) => fn.countAll<number>().as('unread'))
        .whereRef('chat_id', '=', 'chat.id')
        .where('author', '=', 'client')
        .whereRef('sequence', '>', 'chat.agents_seen')
        .as('unread'),
      eb
        .selectFrom('chat_message')
        .select('text')
        .whereRef('chat_id', '=', 'chat.id')
        .whereRef('sequence', '=', 'chat.messages')
        .as('last_text'),
    ])
    .orderBy(waits, 'desc')
    .orderBy(activity, 'desc')
    .orderBy('chat.id', 'desc')
    .limit(limit + 1);
  if (lead_id) query = query.where('lead_id', '=', lead_id);
  if (state) query = query.where(isOver, '=', state === 'closed');
  if (after) {
    const [sort, id] = decodeCursor(after);
    const [waiting, at = null] = String(sort).split(' ');
    query = query.where(
      sql<boolean>`(${waits}, ${activity}, chat.id) < (${waiting === '1' ? 1 : 0}::int, ${at}::timestamptz, ${id}::uuid)`,
    );
  }
  const rows = await query.execute();
  const last = rows.length > limit ? rows[limit - 1]! : null;
  return {
    items: rows.slice(0, limit).map((row) => {
      const { name, email, phone, origin, destination } = valuesOf(row.details);
      return {
        id: row.id,
        lead_id: row.lead_id,
        is_lead_archived: row.is_lead_archived,
        client_name: name ?? email ?? phone ?? null,
        route:
          origin || destination
            ? [origin, destination].map((place) => (place ? `${place.city}, ${place.state}` : '…')).join(' → ')
            : null,
        stage: row.stage,
        owner: row.owner,
        agent_name: row.agent_name,
        unread: Number(row.unread ?? 0),
        last_text: row.last_text?.slice(0, EXCERPT) ?? null,
        last_message_at: row.last_message_at,
        created_at: row.created_at,
      };
    }),
    next: last ? encodeCursor([`${last.waits} ${last.activity}`, last.id]) : null,
    ...(await countsOfChats(db)),
  };
}

/** Of open conversations: how many have unread messages of the client, and in how many the client waits for a person. */
export async function countsOfChats(db: Kysely<Tables>) {
  const { unread, waiting } = await db
    .selectFrom('chat')
    .where(isOver, '=', false)
    .select(({ fn, exists, selectFrom }) => [
      fn
        .countAll<number>()
        .filterWhere(
          exists(
            selectFrom('chat_message')
              .select('id')
              .whereRef('chat_id', '=', 'chat.id')
              .where('author', '=', 'client')
              .whereRef('sequence', '>', 'chat.agents_seen'),
          ),
        )
        .as('unread'),
      fn.countAll<number>().filterWhere('owner', '=', 'handing-over').as('waiting'),
    ])
    .executeTakeFirstOrThrow();
  return { unread: Number(unread), waiting: Number(waiting) };
}
