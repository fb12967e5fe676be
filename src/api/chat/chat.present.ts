import type { Static } from 'typebox';
import type { AgentChat, ClientChat } from './chat.schemas.ts';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { instant } from '#src/api/database/database-types.ts';
import { prepared } from '#src/api/database/prepared.ts';
import { notFound } from '#src/api/http/problem.ts';
import { chatDetails } from '#src/machines/chat/chat-details.ts';
import { missingDetails } from '#src/machines/chat/chat-details.ts';
import type { ChatDetails, ChatPlace } from '#src/machines/chat/chat-details.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { versionOf } from '#src/api/http/seen.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { chatActions, chatFacts, valuesOf } from './chat.repository.ts';
import type { ChatActor, ChatRow, MessageRow } from './chat.repository.ts';
import { PAGE } from './chat.schemas.ts';
import { suggestionsFor } from './scripted/suggestions.ts';
import { presentBrokerage } from '#src/api/settings/logo.ts';

/** Which messages: the newest, those that came after a version, or those before a sequence number. */
export type Which = { after?: string; before?: string };

/** Where a viewer's photos are served: a client is authorized by the link alone. */
const photoBase = (viewer: ChatActor['role'], chat: ChatRow, token: string) =>
  viewer === 'client' ? `/files/ai-chat/client/${token}/photos` : `/files/ai-chat/${chat.id}/photos`;

async function common(
  db: Kysely<Tables>,
  parts: ApiParts,
  chat: ChatRow,
  viewer: ChatActor['role'],
  token: string,
  which: Which,
) {
  const known = chat.details;
  const facts = await chatFacts(db, parts, chat);
  const values = valuesOf(known);
  const agent =
    chat.agent_id === null
      ? null
      : await db.selectFrom('account').select('name').where('id', '=', chat.agent_id).executeTakeFirst();
  const { messages, has_earlier } = await presentMessages(db, chat, photoBase(viewer, chat, token), which);
  return {
    facts,
    view: {
      version: chat.version,
      stage: chat.stage,
      owner: chat.owner,
      agent_name: agent?.name ?? null,
      details: presentDetails(values),
      missing: missingDetails(values),
      sources: chatDetails.flatMap((detail) =>
        known[detail]
          ? [{ detail, by: known[detail].by, message: known[detail].message, version: versionOf(known[detail].value) }]
          : [],
      ),
      actions: chatActions(chat, facts, viewer),
      messages,
      has_earlier,
      writing: chat.writing,
    },
  };
}

/** Null for what is unknown. Of a place only its name: coordinates are for pricing. */
function presentDetails(known: Partial<ChatDetails>): Static<typeof ClientChat>['details'] {
  const place = (given: ChatPlace | null | undefined) =>
    given ? { city: given.city, state: given.state, zip: given.zip } : null;
  return {
    origin: place(known.origin),
    destination: place(known.destination),
    origin_access: known.origin_access ?? null,
    destination_access: known.destination_access ?? null,
    move_date: known.move_date ?? null,
    size: known.size ?? null,
    inventory: known.inventory ?? null,
    packing: known.packing ?? null,
    storage_days: known.storage_days ?? null,
    special_items: known.special_items ?? null,
    name: known.name ?? null,
    email: known.email ?? null,
    phone: known.phone ?? null,
  };
}

/**
 * A page of messages before a sequence number, for agents, without the rest of the conversation. @throws Problem 404
 */
export async function earlierMessages(db: Kysely<Tables>, id: string, before: string | undefined) {
  const { rows } = await sql<{ messages: (MessageRow & { photos: { id: string; name: string }[] })[] }>`${prepared}
    select (
      select coalesce(json_agg(page order by page.sequence), '[]')
        from (
          select id, sequence, author, author_name, text, fills, at::text as at,
              (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id), '[]') from chat_photo p where p.message_id = m.id) as photos
            from chat_message m where chat_id = chat.id and sequence < ${Number(before ?? 1e10)}::bigint order by sequence desc limit ${sql.lit(PAGE)}) as page
      ) as messages
      from chat where id = ${id}::uuid`.execute(db);
  const [found] = rows;
  if (!found) throw notFound('chat');
  const base = `/files/ai-chat/${id}/photos`;
  const messages = found.messages.map(({ at, photos, ...message }) => ({
    ...message,
    at: instant(at),
    photos: photos.map((photo) => presentPhoto(photo, base)),
  }));
  return { messages, has_earlier: (messages[0]?.sequence ?? 1) > 1 };
}

const presentPhoto = ({ id, name }: { id: string; name: string }, base: string) => ({
  id,
  name,
  url: `${base}/${id}`,
  preview_url: `${base}/${id}?preview=true`,
});

async function presentMessages(db: Kysely<Tables>, chat: ChatRow, photos: string, { after, before }: Which) {
  const rows = await db
    .selectFrom('chat_message')
    .selectAll()
    .where('chat_id', '=', chat.id)
    .$if(after !== undefined, (query) => query.where('revision', '>', Number(after)).limit(1000))
    .$if(before !== undefined, (query) => query.where('sequence', '<', Number(before)))
    .$if(after === undefined, (query) => query.limit(PAGE))
    .orderBy('sequence', 'desc')
    .execute();
  const pictures =
    rows.length === 0
      ? []
      : await db
          .selectFrom('chat_photo')
          .select(['id', 'message_id', 'name'])
          .where(
            'message_id',
            'in',
            rows.map(({ id }) => id),
          )
          .orderBy('id')
          .execute();
  const present = ({ id, sequence, author, author_name, text, fills, at }: MessageRow) => ({
    id,
    sequence,
    author,
    author_name,
    text,
    fills,
    at,
    photos: pictures.filter(({ message_id }) => message_id === id).map((photo) => presentPhoto(photo, photos)),
  });
  return {
    messages: rows.toReversed().map(present),
    has_earlier: after === undefined && (rows.at(-1)?.sequence ?? 1) > 1,
  };
}

const nameAndPhone = ({ name, phone, logo }: ReturnType<typeof presentBrokerage>) => ({ name, phone, logo });

export async function presentForClient(
  db: Kysely<Tables>,
  parts: ApiParts,
  chat: ChatRow,
  token: string,
  which: Which = {},
): Promise<Static<typeof ClientChat>> {
  const { view, facts } = await common(db, parts, chat, 'client', token, which);
  return {
    ...view,
    messages_left: facts.messagesLeft,
    zone: chat.client_zone,
    // A model words its own questions, so which topic it asked about is unknown.
    suggestions:
      parts.ai || chat.owner !== 'assistant' || chat.stage === 'closed'
        ? []
        : suggestionsFor(chat.script.asked, chat.script.unclear),
    brokerage: nameAndPhone(presentBrokerage(parts)),
  };
}

export async function presentForAgent(
  db: Kysely<Tables>,
  parts: ApiParts,
  chat: ChatRow,
  which: Which = {},
): Promise<Static<typeof AgentChat>> {
  const { view } = await common(db, parts, chat, 'agent', '', which);
  return {
    ...view,
    id: chat.id,
    lead_id: chat.lead_id,
    summary: chat.summary,
    summary_by: chat.summary_by,
    unread: await unreadOf(db, chat),
    last_sequence: chat.messages,
    has_link: chat.link_id !== null,
    created_at: chat.created_at,
    confirmed_at: chat.confirmed_at,
    applied_at: chat.applied_at,
  };
}

/** The client's messages that no agent has read. */
async function unreadOf(db: Kysely<Tables>, chat: ChatRow): Promise<number> {
  const { count } = await db
    .selectFrom('chat_message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('chat_id', '=', chat.id)
    .where('author', '=', 'client')
    .where('sequence', '>', chat.agents_seen)
    .executeTakeFirstOrThrow();
  return Number(count);
}
