import { Type } from 'typebox';
import { Lead } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { Fields } from '#src/api/http/fields.ts';
import { CalendarDate, Count, FlagText, Instant, Named, Nullable, OneOf, Strict, Uuid } from '#src/api/http/schemas.ts';
import { LEAD_WORK_KINDS } from '#src/machines/agent-lead/agent-lead.work.ts';

/** A client who waits for a person in a chat comes before any work with leads, what buyers reported after it. */
export const WORK_KINDS = ['chat-waiting', ...LEAD_WORK_KINDS, 'report-waiting'] as const;
/** How many rows of a kind are shown; the total is shown beside them. */
export const SHOWN = 5;
const AGENTS = 500;

export const TodayQuery = Strict({
  mine: Type.Optional(FlagText),
  assigned_agent_id: Type.Optional(Uuid),
  fields: Fields,
});

const WorkItem = Named('WorkItem', {
  lead_id: Nullable(Uuid),
  chat_id: Nullable(Uuid),
  client_name: Nullable(
    Type.String({ maxLength: 200, description: 'Of a chat, as far as it is known, and of a reported lead' }),
  ),
  about: Nullable(
    Type.String({
      maxLength: 5000,
      description: 'What the client wrote, what the carrier lacks, or what was reported',
    }),
  ),
  since: Nullable(Instant),
  due_on: Nullable(CalendarDate),
});

export const Today = Type.Object({
  today: CalendarDate,
  groups: Type.Array(
    Named('WorkGroup', { kind: OneOf(WORK_KINDS), total: Count, items: Type.Array(WorkItem, { maxItems: SHOWN }) }),
    { maxItems: WORK_KINDS.length, description: 'The most urgent first; without those in which nothing waits' },
  ),
  leads: Type.Array(Lead, { maxItems: SHOWN * WORK_KINDS.length, description: 'Those of the items, each once' }),
  mine: Count,
  everybody: Count,
  agents: Type.Array(
    Named('WorkOfAgent', { id: Nullable(Uuid), name: Nullable(Type.String({ maxLength: 200 })), total: Count }),
    { maxItems: AGENTS, description: 'For agents with the right `team`; `id` is null for what is assigned to nobody' },
  ),
});
