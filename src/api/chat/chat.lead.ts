import { accessWords, NO_ACCESS, saidOf } from '#src/machines/chat/chat-access.ts';
import type { KnownAccess } from '#src/machines/chat/chat-access.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { CHAT_DETAILS, chatDetails, missingForLead } from '#src/machines/chat/chat-details.ts';
import type { ChatDetail, ChatDetails, ChatPlace } from '#src/machines/chat/chat-details.ts';
import { MOVE_SIZES } from '#src/machines/state-lead/move-sizes.ts';
import { placeWords } from '#src/machines/place/place-words.ts';
import { createLead, editLead, leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import { presentClient } from '#src/api/agent-lead/agent-lead.present.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import type { CreateLead, EditLead, StopInput } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { changesAgreed, fieldsOf } from '#src/api/agent-lead/agent-lead.fields.ts';
import { GUESSED, toldStop, withoutGuess } from '#src/api/agent-lead/guessed-zip.ts';
import type { Actor } from '#src/api/agent-lead/agent-lead.transition.ts';
import { attachFiles, insertAttachments } from '#src/api/agent-lead/attachment.repository.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { middleZipOf } from '#src/api/place/places.ts';
import { problem } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import { valuesOf } from './chat.repository.ts';
import type { ChatRow } from './chat.repository.ts';

type Stops = CreateLead['stops'];
const PHOTO_NOTE = 'From the chat';

/**
 * Creates a lead from what a conversation collected, with its photos, in the initial state of every lead.
 * @throws Problem 409 if a required detail is unknown
 */
export async function leadFromChat(tx: Tx, parts: ApiParts, chat: ChatRow, actor: Actor): Promise<LeadRow> {
  const known = valuesOf(chat.details);
  const missing = missingForLead(known);
  const { name, origin, destination } = known;
  if (missing.length > 0 || !name || !origin || !destination)
    throw problem(409, `You can create a lead once you know: ${missing.join(', ')}.`);
  // A move window that has begun meanwhile is dropped: the client or the agent has to set a new one.
  if (known.move_date && known.move_date.earliest < dateIn(parts.brokerage.zone, parts.now())) delete known.move_date;
  const lead = await createLead(
    tx,
    parts,
    {
      client: {
        name,
        email: known.email ?? null,
        phone: known.phone ?? null,
        zone: chat.client_zone === parts.brokerage.zone ? null : chat.client_zone,
      },
      stops: [stopAt('pick-up', origin, known), stopAt('drop-off', destination, known)],
      source: 'AI chat',
      ...plainFields(known),
      assigned_agent_id: chat.created_by,
    },
    actor,
  );
  const photos = await photosToAdd(tx, chat);
  await insertAttachments(
    tx,
    lead.id,
    photos.map(({ file_id, name }) => ({ fileId: file_id, name })),
    { note: PHOTO_NOTE, isVisible: false },
    actor,
    parts.now(),
  );
  return lead;
}

/** The fields that are one detail each; the lead stores the size as text. */
function plainFields({ size, inventory, packing, storage_days, special_items }: Partial<ChatDetails>) {
  return {
    ...(size ? { move_size: MOVE_SIZES[size].name } : {}),
    ...(inventory ? { inventory } : {}),
    ...(packing ? { packing } : {}),
    ...(storage_days === undefined ? {} : { storage_days }),
    ...(special_items ? { special_items } : {}),
  };
}

function stopAt(role: 'pick-up' | 'drop-off', place: ChatPlace, known: Partial<ChatDetails>): Stops[number] {
  const zip = place.zip ?? middleZipOf(place.city, place.state)!;
  const window = role === 'pick-up' && known.move_date ? known.move_date : null;
  const stop = {
    role,
    city: place.city,
    state: place.state,
    zip,
    ...(place.zip ? {} : { note: GUESSED }),
    ...window,
  };
  return withAccess(stop, known[role === 'pick-up' ? 'origin_access' : 'destination_access']);
}

/** A stop with the access details that the client gave; others stay. */
function withAccess<S extends Stops[number]>(stop: S, access: KnownAccess | undefined): S {
  const { note, ...said } = saidOf(access ?? {});
  const isNews = note && !stop.note?.includes(note);
  return { ...stop, ...said, ...(isNews ? { note: [stop.note, note].filter(Boolean).join(' ').slice(0, 1000) } : {}) };
}

/** The access details of a stop, as a conversation stores them. */
export const accessOfStop = (stop: KnownAccess | undefined): KnownAccess =>
  saidOf(Object.fromEntries(Object.keys(NO_ACCESS).map((key) => [key, stop?.[key as keyof KnownAccess]])));

export interface Change {
  detail: ChatDetail;
  name: string;
  before: string | null;
  after: string;
}

/** Whether applying a detail would change what clients agree to. */
export function isAgreed(lead: LeadRow, known: Partial<ChatDetails>, detail: ChatDetail): boolean {
  const edit = leadEdit(lead, known, [detail]);
  try {
    return changesAgreed(lead, fieldsOf(edit, lead));
  } catch {
    // These stops contradict each other, so they are not the ones agreed to.
    return true;
  }
}

/** What the conversation would change on its lead, in words. */
export function changesOf(lead: LeadRow, known: Partial<ChatDetails>): Change[] {
  const now = asDetails(lead);
  return chatDetails.flatMap((detail) => {
    const after = words(detail, asTaken(detail, now[detail], known[detail]));
    const before = words(detail, asGiven(detail, now[detail], known[detail]));
    return after === null || after === before ? [] : [{ detail, name: CHAT_DETAILS[detail], before, after }];
  });
}

/**
 * A place only as precisely as the client named it: a client who gave only the city does not contradict the ZIP that
 * was filled in.
 */
function asGiven(detail: ChatDetail, value: unknown, known: unknown): unknown {
  if ((detail !== 'origin' && detail !== 'destination') || !value || !known || (known as ChatPlace).zip) return value;
  const [{ city, state }, said] = [value as ChatPlace, known as ChatPlace];
  return city === said.city && state === said.state ? { city, state, zip: null } : value;
}

/** Access details that the client didn't mention stay as the lead has them. */
function asTaken(detail: ChatDetail, value: unknown, known: unknown): unknown {
  if ((detail !== 'origin_access' && detail !== 'destination_access') || !known) return known;
  const [before, said] = [value as KnownAccess, saidOf(known)];
  const note = before.note && said.note && before.note.includes(said.note) ? before.note : said.note;
  return { ...before, ...said, ...(note ? { note } : {}) };
}

type Loose = { [D in ChatDetail]?: unknown };

function asDetails(lead: LeadRow): Loose {
  const stops = lead.stops as StopInput[];
  const origin = stops.find(({ role }) => role === 'pick-up');
  const destination = stops.findLast(({ role }) => role === 'drop-off');
  return {
    origin: origin && toldStop(origin),
    destination: destination && toldStop(destination),
    origin_access: accessOfStop(origin as KnownAccess | undefined),
    destination_access: accessOfStop(destination as KnownAccess | undefined),
    move_date: lead.move_date ? { earliest: lead.move_date, latest: lead.move_date_last ?? lead.move_date } : null,
    size: lead.move_size,
    inventory: lead.inventory,
    packing: lead.packing,
    storage_days: lead.storage_days,
    special_items: lead.special_items,
    name: lead.client_name,
    email: lead.client_email,
    phone: lead.client_phone,
  };
}

const PACKING = { none: 'Client packs', partial: 'Partial', full: 'Full' };

function words(detail: ChatDetail, value: unknown): string | null {
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return null;
  switch (detail) {
    case 'origin':
    case 'destination': {
      return placeWords(value as ChatPlace);
    }
    case 'origin_access':
    case 'destination_access':
      return accessWords(value as KnownAccess) || null;
    case 'move_date': {
      const { earliest, latest } = value as ChatDetails['move_date'];
      return earliest === latest ? earliest : `${earliest} to ${latest}`;
    }
    case 'size':
      return MOVE_SIZES[value as keyof typeof MOVE_SIZES]?.name ?? String(value);
    case 'inventory':
      return (value as ChatDetails['inventory'])
        .map(({ quantity, item, room }) => `${quantity} × ${item} (${room})`)
        .join(', ');
    case 'packing':
      return PACKING[value as keyof typeof PACKING];
    case 'storage_days':
      return value === 0 ? 'None' : value === 1 ? '1 day' : `${String(value)} days`;
    case 'special_items':
    case 'name':
    case 'email':
    case 'phone':
      return String(value as string);
  }
}

const CHANGING_STOPS = ['origin', 'destination', 'move_date', 'origin_access', 'destination_access'] as const;

/** The edit of a lead that applies these details; everything else on the lead stays. */
export function leadEdit(lead: LeadRow, known: Partial<ChatDetails>, details: readonly ChatDetail[]): EditLead {
  const taken = Object.fromEntries(details.map((detail) => [detail, known[detail]])) as Partial<ChatDetails>;
  const all = lead.stops as (Stops[number] & { lat?: unknown; lng?: unknown })[];
  const last = all.findLastIndex(({ role }) => role === 'drop-off');
  const first = all.findIndex(({ role }) => role === 'pick-up');
  const stops = all.map(({ lat: _lat, lng: _lng, ...stop }, index) => {
    const isEnd = stop.role === 'pick-up' ? taken.origin : stop.role === 'drop-off' ? taken.destination : undefined;
    // A different place must not inherit anything known about the previous one.
    const placed =
      isEnd &&
      !(isEnd.city === stop.city && isEnd.state === stop.state && (isEnd.zip === null || isEnd.zip === stop.zip))
        ? { ...stopAt(stop.role as 'pick-up', isEnd, {}), earliest: stop.earliest, latest: stop.latest }
        : isEnd?.zip
          ? { ...stop, note: withoutGuess(stop.note) }
          : stop;
    const dated = stop.role === 'pick-up' && taken.move_date ? { ...placed, ...taken.move_date } : placed;
    return index === first
      ? withAccess(dated, taken.origin_access)
      : index === last
        ? withAccess(dated, taken.destination_access)
        : dated;
  });
  const { name, email, phone } = taken;
  const client = presentClient(lead);
  return {
    ...plainFields(taken),
    ...(CHANGING_STOPS.some((detail) => taken[detail]) ? { stops } : {}),
    ...((name ?? email ?? phone)
      ? { client: { ...client, name: name ?? client.name, email: email ?? client.email, phone: phone ?? client.phone } }
      : {}),
  };
}

/** Applies details of a conversation to its lead, with its photos. @throws as `editLead` */
export async function applyToLead(
  tx: Tx,
  parts: ApiParts,
  chat: ChatRow,
  given: { version: number; details: readonly ChatDetail[]; withPhotos: boolean },
  actor: Actor,
): Promise<void> {
  const lead = await leadById(tx, chat.lead_id!);
  const known = valuesOf(chat.details);
  const unknown = given.details.find((detail) => known[detail] === undefined);
  if (unknown)
    throw problem(422, `${CHAT_DETAILS[unknown]} is not known yet.`, {
      errors: [{ field: 'details', message: `${CHAT_DETAILS[unknown]} is not known yet.` }],
    });
  if (given.details.length > 0)
    await editLead(tx, parts, lead.id, { ...leadEdit(lead, known, given.details), version: given.version }, actor);
  if (given.withPhotos) await addPhotos(tx, parts, chat, actor);
}

/** The photos that the lead does not have yet. */
export async function photosToAdd(tx: Tx | ApiParts['database']['kysely'], chat: ChatRow) {
  return tx
    .selectFrom('chat_photo')
    .select(['id', 'file_id', 'name'])
    .where('chat_id', '=', chat.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attachment')
            .select('id')
            .whereRef('attachment.file_id', '=', 'chat_photo.file_id')
            .where('attachment.lead_id', '=', chat.lead_id),
        ),
      ),
    )
    .orderBy('id')
    .execute();
}

/** Adds the photos of a conversation to the files of its lead. */
async function addPhotos(tx: Tx, parts: ApiParts, chat: ChatRow, actor: Actor): Promise<void> {
  const photos = await photosToAdd(tx, chat);
  if (photos.length > 0)
    await attachFiles(
      tx,
      parts,
      chat.lead_id!,
      photos.map(({ file_id, name }) => ({ fileId: file_id, name })),
      { note: PHOTO_NOTE },
      actor,
    );
}
