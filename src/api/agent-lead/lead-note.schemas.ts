import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Fields } from '#src/api/http/fields.ts';
import { CALL_OUTCOMES } from '#src/machines/agent-lead/call-outcomes.ts';
import { CalendarDate, Instant, Named, Nullable, OneOf, Strict, Text, Uuid, Version } from '#src/api/http/schemas.ts';

/** The most that the page of a lead can show at once. */
export const MAXIMUM_NOTES = 500;
/** How often one note may be edited: earlier versions are never dropped. */
export const MAXIMUM_CORRECTIONS = 20;

const TEXT = 5000;
/** Mentions are for notifying individuals; a note to everyone is a meeting. */
const MAXIMUM_MENTIONS = 10;
const Outcome = OneOf(CALL_OUTCOMES);
/** Twice the length, because a mentioned name may have become longer. */
const Written = Type.String({ maxLength: TEXT + TEXT });
const AgentName = Type.String({ maxLength: 200 });
const Mentions = Type.Array(Uuid, {
  maxItems: MAXIMUM_MENTIONS,
  uniqueItems: true,
  description: 'Active agents whose names stand in the text, each after an @',
});

export const LeadNote = Named('LeadNote', {
  id: Uuid,
  kind: OneOf(['note', 'call'] as const),
  outcome: Nullable(Outcome),
  text: Written,
  mentions: Type.Array(Type.Object({ id: Uuid, name: AgentName }), { maxItems: MAXIMUM_MENTIONS }),
  is_pinned: Type.Boolean(),
  version: Version,
  author: Type.Object({ id: Uuid, name: AgentName }),
  created_at: Instant,
  edited_at: Nullable(Instant),
  earlier: Type.Array(Type.Object({ text: Written, outcome: Nullable(Outcome), until: Instant }), {
    maxItems: MAXIMUM_CORRECTIONS,
    description: 'What it said before, and until when; oldest first',
  }),
  deleted_by: Nullable(AgentName),
  deleted_at: Nullable(Instant),
});

export type LeadNoteWording = Static<typeof LeadNote>['earlier'][number];

/** `version` is the lead's: only a follow-up depends on it. */
export const NewNoteBody = Strict({
  kind: OneOf(['note', 'call'] as const),
  outcome: Type.Optional(Nullable(Outcome)),
  text: Type.Optional(Nullable(Text(TEXT))),
  mentions: Type.Optional(Mentions),
  is_pinned: Type.Optional(Type.Boolean()),
  version: Type.Optional(Version),
  follow_up: Type.Optional(Nullable(Strict({ date: CalendarDate, reason: Text(500) }))),
});
export type NewNote = Static<typeof NewNoteBody>;

/** `version` is the note's. Absent fields stay unchanged. */
export const EditNoteBody = Strict({
  version: Version,
  outcome: Type.Optional(Nullable(Outcome)),
  text: Type.Optional(Nullable(Text(TEXT))),
  mentions: Type.Optional(Mentions),
  is_pinned: Type.Optional(Type.Boolean()),
});
export type EditNote = Static<typeof EditNoteBody>;

/** In a query, numbers are text. */
export const DeleteNoteQuery = Strict({
  version: Type.String({ pattern: '^[1-9][0-9]{0,8}$', maxLength: 9, description: 'The version that the writer saw.' }),
  fields: Fields,
});
