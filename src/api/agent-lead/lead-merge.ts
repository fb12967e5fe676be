import { Type } from 'typebox';
import type { Static } from 'typebox';
import { moveChat, tellOfChat } from '#src/api/chat/chat.repository.ts';
import type { Tx } from '#src/api/database/write.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { OneOf, Strict, Uuid, Version } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { haveContactInCommon, MERGE_FIELDS, whyNotMerged } from '#src/machines/agent-lead/agent-lead.merge.ts';
import type { MergeField } from '#src/machines/agent-lead/agent-lead.merge.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { changesAgreed, fieldsOf, mustBeReachable, searchTextOf } from './agent-lead.fields.ts';
import { factsOfLeads, leadWithId, readLeads } from './agent-lead.query.ts';
import type { LeadRow } from './agent-lead.query.ts';
import type { CreateLead } from './agent-lead.schemas.ts';
import { changeLead, lockLead, moveLead } from './agent-lead.transition.ts';
import type { Actor } from './agent-lead.transition.ts';
import { MAXIMUM_NOTES } from './lead-note.schemas.ts';

export const MergeBody = Strict({
  version: Version,
  other_id: Uuid,
  other_version: Version,
  take: Type.Array(OneOf(MERGE_FIELDS), {
    maxItems: MERGE_FIELDS.length,
    uniqueItems: true,
    description: 'What of the other lead replaces what the kept one says',
  }),
  is_same_client: Type.Optional(
    Type.Boolean({ description: 'Confirmed by the agent; needed if they have no phone number or email in common' }),
  ),
});
type Merge = Static<typeof MergeBody> & { leadId: string; actor: Actor & { id: string } };

/**
 * Merges a lead into the one that is kept, both as the agent saw them. The kept one takes over the selected details,
 * and the notes, calls, files, chats, and emails of the other one; one open chat remains. The other lead is archived
 * with a reference to the kept one, and keeps its estimates and its history.
 *
 * @throws Problem 404; 409 for a stale version, by the lifecycle, or if money was booked; 422 if nothing says that they are
 * from the same client
 */
export async function mergeLeads(tx: Tx, parts: ApiParts, given: Merge): Promise<LeadRow> {
  const { leadId, other_id: otherId, actor, take } = given;
  if (leadId === otherId) throw problem(422, 'A lead can’t be merged into itself.');
  // Locks in a fixed order, so that two concurrent merges in opposite directions cannot deadlock.
  for (const id of [leadId, otherId].toSorted()) await lockLead(tx, id);
  const [kept, other] = [await whole(tx, parts, leadId), await whole(tx, parts, otherId)];
  const isConfirmed = !haveContactInCommon(contactOf(kept.lead), contactOf(other.lead));
  if (isConfirmed && !given.is_same_client)
    throw problem(
      422,
      'These leads have neither a phone number nor an email address in common. Confirm that they are from the same client.',
    );
  const reason = whyNotMerged(kept, other) ?? (await whyTooMuch(tx, leadId, otherId));
  if (reason !== null) throw problem(409, reason, { state: other.lead.is_archived ? 'archived' : other.lead.state });

  const fields = fieldsOf(takenFrom(kept.lead, other.lead, take), kept.lead);
  mustBeReachable({ ...kept.lead, ...fields });
  const archivedBecause = `Merged into ${kept.lead.reference}`;
  await changeLead(tx, parts, {
    leadId: otherId,
    version: given.other_version,
    actor,
    event: () => ({ type: 'lead.archived', by: actor.role, reason: archivedBecause }),
    apply: async () => ({
      set: { archive_reason: archivedBecause, merged_into: leadId },
      payload: { reason: archivedBecause },
    }),
  });
  const { lead } = await moveLead(tx, parts, {
    leadId,
    version: given.version,
    actor,
    event: ({ lead: before }) => ({
      type: 'lead.edited',
      by: actor.role,
      changesAgreed: changesAgreed(before, fields),
    }),
    apply: async ({ lead: before }) => {
      await bringAlong(tx, leadId, otherId);
      await closeOlderChats(tx, parts, leadId, actor);
      return {
        set: { ...fields, search_text: searchTextOf({ ...before, ...fields }) },
        payload: { changed: take, merged: other.lead.reference, ...(isConfirmed && { confirmed_same_client: true }) },
      };
    },
  });
  return lead;
}

async function whole(tx: Tx, parts: ApiParts, id: string) {
  const today = dateIn(parts.brokerage.zone, parts.now());
  const [lead] = await readLeads(tx, leadWithId(id), { today });
  if (!lead) throw notFound('lead');
  const [facts] = await factsOfLeads(tx, [lead], today);
  const { state, stage, is_archived: isArchived } = lead;
  return { lead, place: { state, stage, isArchived }, facts: facts! };
}

const contactOf = ({ client_email: email, client_phone: phone }: LeadRow) => ({ email, phone });

/** Why the other lead's records cannot all be taken over. */
async function whyTooMuch(tx: Tx, leadId: string, otherId: string): Promise<string | null> {
  const payment = await tx
    .selectFrom('payment')
    .select('id')
    .where('lead_id', '=', otherId)
    .limit(1)
    .executeTakeFirst();
  if (payment) return 'Money was booked on the other lead. Keep that one, and merge this one into it.';
  const { count } = await tx
    .selectFrom('lead_note')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('lead_id', 'in', [leadId, otherId])
    .executeTakeFirstOrThrow();
  return Number(count) > MAXIMUM_NOTES
    ? `Together these leads have more than ${MAXIMUM_NOTES} notes and calls, the most one can have.`
    : null;
}

/** The details that the kept lead takes from the other one. */
function takenFrom(kept: LeadRow, other: LeadRow, take: readonly MergeField[]): Partial<CreateLead> {
  const of = (field: MergeField) => (take.includes(field) ? other : kept);
  const takesClient = (['client_name', 'client_phone', 'client_email'] as const).some((field) => take.includes(field));
  const plain = (
    ['kind', 'move_size', 'packing', 'storage_days', 'special_items', 'notes', 'source', 'assigned_agent_id'] as const
  ).filter((field) => take.includes(field));
  return {
    ...(takesClient
      ? {
          client: {
            name: of('client_name').client_name,
            phone: of('client_phone').client_phone,
            email: of('client_email').client_email,
            zone: kept.client_zone,
          },
        }
      : {}),
    ...(take.includes('stops') ? { stops: other.stops as CreateLead['stops'] } : {}),
    ...(take.includes('inventory') ? { inventory: other.inventory as CreateLead['inventory'] } : {}),
    ...(Object.fromEntries(plain.map((field) => [field, other[field]])) as Partial<CreateLead>),
  };
}

/** Moves the notes, mails, and files of the other lead. Carriers see none of its files unless an agent shares them. */
async function bringAlong(tx: Tx, leadId: string, otherId: string): Promise<void> {
  await tx.updateTable('lead_note').set({ lead_id: leadId }).where('lead_id', '=', otherId).execute();
  await tx.updateTable('mail').set({ lead_id: leadId }).where('lead_id', '=', otherId).execute();
  await tx
    .updateTable('attachment')
    .set(({ eb }) => ({ lead_id: leadId, is_visible_to_carriers: false, version: eb('version', '+', 1) }))
    .where('lead_id', '=', otherId)
    .execute();
  const chats = await tx
    .updateTable('chat')
    .set({ lead_id: leadId })
    .where('lead_id', '=', otherId)
    .returning(['id', 'link_id'])
    .execute();
  for (const chat of chats) await tellOfChat(tx, chat);
}

/** Both clients may have open chats: the one with the newest message stays open, any others are closed. */
async function closeOlderChats(tx: Tx, parts: ApiParts, leadId: string, actor: Merge['actor']): Promise<void> {
  const open = await tx
    .selectFrom('chat')
    .select('id')
    .where('lead_id', '=', leadId)
    .where('stage', '<>', 'closed')
    .orderBy(({ fn }) => fn.coalesce('last_message_at', 'created_at'), 'desc')
    .orderBy('id', 'desc')
    .execute();
  const by = { id: actor.id, name: actor.name, role: 'agent' } as const;
  for (const { id: chatId } of open.slice(1))
    await moveChat(tx, parts, {
      chatId,
      actor: by,
      event: { type: 'chat.closed', by: 'agent' },
      apply: async () => ({ set: { closed_at: parts.now().toISOString(), writing: null } }),
    });
}
