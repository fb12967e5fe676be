import type { ApiParts } from '#src/api/parts.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { newId, newUuidToken } from '#src/api/database/ids.ts';
import { createLink, revokeLinks } from '#src/api/link/link.ts';
import { problem } from '#src/api/http/problem.ts';
import { isZone } from '#src/machines/calendar/zone.ts';
import type { Tx } from '#src/api/database/write.ts';
import { isAccessKnown, NO_ACCESS } from '#src/machines/chat/chat-access.ts';
import type { KnownAccess } from '#src/machines/chat/chat-access.ts';
import type { ChatDetails } from '#src/machines/chat/chat-details.ts';
import { MOVE_SIZES, moveSizes } from '#src/machines/state-lead/move-sizes.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import type { StopInput } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { toldStop } from '#src/api/agent-lead/guessed-zip.ts';
import { placeOfZip } from '#src/api/place/places.ts';
import { accessOfStop } from './chat.lead.ts';
import { chatMail } from './chat.mails.ts';
import { withCorrections } from './chat.details.ts';
import { chatById, chatRecord, moveChat, valuesOf } from './chat.repository.ts';
import type { ChatRow } from './chat.repository.ts';
import { ASSISTANT } from './chat.reply.ts';
import type { Topic } from './scripted/interview.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { greeting } from './scripted/interview.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

const LINK_DAYS = 60;

export interface OpenedChat {
  chat: ChatRow;
  url: string;
  expires_at: string;
}

interface Opening {
  leadId: string | null;
  name?: string;
  email?: string;
  zone?: string;
  isMailed: boolean;
  createdBy: string;
}

/** Starts a conversation, either for a lead, with its known details, or for a new client. The assistant greets. */
export async function openChat(tx: Tx, parts: ApiParts, opening: Opening): Promise<OpenedChat> {
  const { leadId, createdBy } = opening;
  const known = leadId
    ? await knownOf(tx, leadId)
    : {
        ...(opening.name ? { name: opening.name.trim() } : {}),
        ...(opening.email ? { email: opening.email.toLowerCase() } : {}),
      };
  const zone = leadId ? (await leadById(tx, leadId)).client_zone : (opening.zone ?? parts.brokerage.zone);
  if (!isZone(zone))
    throw problem(422, 'This is not a time zone.', {
      errors: [{ field: 'zone', message: 'This is not a time zone.' }],
    });
  if (leadId) {
    const open = await openChatOf(tx, leadId);
    if (open) throw problem(409, 'This lead has an open chat already.', { current: { id: open.id } });
  }
  const { text, asked } = greeting(known, parts.brokerage.name);
  const id = await insertChat(tx, parts, { leadId, zone, asked, createdBy, known });
  await moveChat(tx, parts, {
    chatId: id,
    actor: ASSISTANT,
    event: { type: 'answer.given', by: 'system', seen: 0 },
    message: { author: 'assistant', text },
  });
  return renewLink(tx, parts, id, { createdBy, isMailed: opening.isMailed });
}

const openChatOf = (tx: Tx, leadId: string) =>
  tx.selectFrom('chat').select('id').where('lead_id', '=', leadId).where('stage', '!=', 'closed').executeTakeFirst();

/** A conversation with the details known before its first message. */
async function insertChat(
  tx: Tx,
  parts: ApiParts,
  given: {
    leadId: string | null;
    zone: string;
    asked: Topic | null;
    createdBy: string | null;
    known: Partial<ChatDetails>;
  },
): Promise<string> {
  const { leadId, zone, asked, createdBy, known } = given;
  const id = newId();
  await tx
    .insertInto('chat')
    .values({
      id,
      lead_id: leadId,
      ...chatRecord.startColumns(),
      client_zone: zone,
      script: JSON.stringify({ asked, before: asked ? [asked] : [] }),
      created_by: createdBy,
      created_at: parts.now().toISOString(),
    })
    .execute();
  if (Object.keys(known).length > 0)
    await moveChat(tx, parts, {
      chatId: id,
      actor: ASSISTANT,
      event: { type: 'details.changed', by: 'system' },
      details: () => withCorrections({}, known, 'agent', null),
    });
  return id;
}

/**
 * Adds what the client of a lead writes to the brokerage to the open conversation, or to a new one. A person answers: a
 * client with a question about a signed move should not be interviewed by the assistant.
 *
 * @returns where the message was added
 */
export async function askInChat(
  tx: Tx,
  parts: ApiParts,
  lead: Pick<LeadRow, 'id' | 'client_name' | 'client_zone'>,
  text: string,
): Promise<{ chatId: string; sequence: number }> {
  const open = await openChatOf(tx, lead.id);
  const known = open ? {} : await knownOf(tx, lead.id);
  const chatId =
    open?.id ??
    (await insertChat(tx, parts, { leadId: lead.id, zone: lead.client_zone, asked: null, createdBy: null, known }));
  const actor = { id: null, name: lead.client_name, role: 'client' } as const;
  const { chat } = await moveChat(tx, parts, {
    chatId,
    actor,
    event: { type: 'message.sent', by: 'client' },
    message: { author: 'client', text },
    apply: async () => ({ payload: { question: text } }),
  });
  if (chat.owner === 'assistant')
    await moveChat(tx, parts, { chatId, actor, event: { type: 'person.requested', by: 'client' } });
  return { chatId, sequence: chat.history_length };
}

/** Issues a new link to a conversation; the previous one stops working. */
export async function renewLink(
  tx: Tx,
  parts: ApiParts,
  chatId: string,
  given: { createdBy: string; isMailed: boolean },
): Promise<OpenedChat> {
  const now = parts.now();
  await revokeLinks(tx, 'chat', [chatId], now);
  const { id, token, expiresAt } = await createLink(tx, {
    purpose: 'chat',
    subjectId: chatId,
    createdBy: given.createdBy,
    now,
    expiresAt: new Date(now.getTime() + LINK_DAYS * DAY),
    token: newUuidToken(),
  });
  await tx.updateTable('chat').set({ link_id: id }).where('id', '=', chatId).execute();
  const chat = await chatById(tx, chatId);
  const url = parts.publicUrl() + hrefs.chat(token);
  if (given.isMailed) {
    const { email, name } = valuesOf(chat.details);
    if (!email)
      throw problem(409, 'The client has no email address: copy the link instead.', {
        unmet: ['the client has an email address'],
      });
    await parts.mail.send(tx, {
      to: email,
      kind: 'chat',
      leadId: chat.lead_id ?? undefined,
      ...chatMail({ name: name ?? null, brokerage: parts.brokerage.name, url }),
    });
  }
  return { chat, url, expires_at: expiresAt };
}

/** Details that the lead already has are not asked again. */
async function knownOf(tx: Tx, leadId: string): Promise<Partial<ChatDetails>> {
  const lead = await leadById(tx, leadId);
  if (lead.is_archived) throw problem(409, 'The lead is archived, so nobody can chat about it.', { state: 'archived' });
  const end = (stop: StopInput | undefined) => {
    const place = stop && placeOfZip(stop.zip);
    if (!place) return undefined;
    return { city: place.city, state: place.state, zip: toldStop(stop).zip, lat: place.lat, lng: place.lng };
  };
  const stops = lead.stops as StopInput[];
  const pickUp = stops.find(({ role }) => role === 'pick-up');
  const dropOff = stops.findLast(({ role }) => role === 'drop-off');
  const given = {
    origin: end(pickUp),
    destination: end(dropOff),
    origin_access: wayIn(pickUp),
    destination_access: wayIn(dropOff),
    move_date: lead.move_date ? { earliest: lead.move_date, latest: lead.move_date_last ?? lead.move_date } : undefined,
    size: moveSizes.find((size) => MOVE_SIZES[size].name === lead.move_size),
    inventory:
      Array.isArray(lead.inventory) && lead.inventory.length > 0
        ? (lead.inventory as ChatDetails['inventory'])
        : undefined,
    name: lead.client_name,
    email: lead.client_email ?? undefined,
    phone: lead.client_phone ?? undefined,
    special_items: lead.special_items ?? undefined,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/**
 * Only the lead's fields; its note is for the agents and the crew. Many leads were stored with a "no" wherever a box of
 * the agents' form was left unchecked, which is not an answer: the client is asked.
 */
function wayIn(stop: StopInput | undefined): ChatDetails['origin_access'] | undefined {
  const { note: _note, ...said } = accessOfStop(stop as KnownAccess | undefined);
  if (said.has_elevator === false && said.floor === undefined) delete said.has_elevator;
  if (said.needs_shuttle === false) delete said.needs_shuttle;
  return isAccessKnown(said) ? { ...NO_ACCESS, ...said } : undefined;
}
