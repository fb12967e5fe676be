import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { askInChat } from '#src/api/chat/chat.open.ts';
import type { Tx } from '#src/api/database/write.ts';
import { tellOfDeed } from '#src/api/notice/notice.outbox.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { moveRequest } from '#src/api/reschedule/reschedule.record.ts';

export const clientOf = (lead: LeadRow) => ({ id: null, name: lead.client_name, role: 'client' }) as const;

/** A question from the client, in the conversation about the move. */
export async function askBrokerage(tx: Tx, parts: ApiParts, lead: LeadRow, text: string): Promise<void> {
  const { chatId, sequence } = await askInChat(tx, parts, lead, text);
  await tellAgent(tx, parts, lead, { lifecycle: 'chat', record_id: chatId, sequence });
}

/** The client asks for other dates. @throws Problem as `moveRequest` */
export async function wishDates(
  tx: Tx,
  parts: ApiParts,
  lead: LeadRow,
  given: { version: number; first: string; last: string; reason: string },
): Promise<void> {
  const { version, first, last } = given;
  const reason = given.reason.trim();
  const { row } = await moveRequest(tx, parts, {
    leadId: lead.id,
    version,
    actor: clientOf(lead),
    event: { type: 'days.asked', by: 'client', first, last, reason },
    set: (now) => ({
      first_day: first,
      last_day: last,
      reason,
      asked_at: now.toISOString(),
      answer: null,
      answered_at: null,
    }),
  });
  await tellAgent(tx, parts, lead, { lifecycle: 'reschedule', record_id: lead.id, sequence: row.history_length });
}

/** The lead's agent, or the office if it has none. */
const tellAgent = (
  tx: Tx,
  parts: ApiParts,
  lead: LeadRow,
  source: { lifecycle: string; record_id: string; sequence: number },
) =>
  tellOfDeed(tx, parts, {
    kind: 'question',
    leadId: lead.id,
    to: [lead.assigned_agent_id],
    by: null,
    source,
    at: parts.now(),
    needsAnswer: true,
  });
