import { Type } from 'typebox';
import type { Static } from 'typebox';
import { LEAD_WORK_KINDS } from '#src/machines/agent-lead/agent-lead.work.ts';
import { Fields } from '#src/api/http/fields.ts';
import { CalendarDate, Cursor, FlagText, LimitText, OneOf, Strict, Text } from '#src/api/http/schemas.ts';
import { LEAD_KINDS, Stage, Tab } from './agent-lead.schemas.ts';

export const LEAD_SORTS = [
  'due',
  'newest',
  'oldest',
  'move-date',
  'move-date-desc',
  'client',
  'client-desc',
  'follow-up',
  'follow-up-desc',
  'source',
  'source-desc',
  'price',
  'price-desc',
] as const;
export type LeadSort = (typeof LEAD_SORTS)[number];

/** So many values of one filter, at most. */
const MOST = 20;

/** One value, or several with commas between them, as a query carries them. */
function Several(one: string, longest: number, description: string) {
  const pattern = `^(${one})(,(${one})){0,${MOST - 1}}$`;
  return Type.String({ pattern, maxLength: MOST * (longest + 1), description });
}
const Digits = (digits: number, description: string) =>
  Type.String({ pattern: `^[0-9]{1,${digits}}$`, maxLength: digits, description });
const State = Several('[A-Z]{2}', 2, 'one state, or several: OH,TX');

/** What narrows a list of leads, whatever tab it is of. */
const narrowing = {
  mine: Type.Optional(FlagText),
  assigned_agent_id: Type.Optional(
    Several('[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}', 36, 'the id of one agent, or of several'),
  ),
  kind: Type.Optional(Several(LEAD_KINDS.join('|'), 24, 'one kind, or several')),
  stage: Type.Optional(Stage),
  work: Type.Optional(OneOf(LEAD_WORK_KINDS)),
  source: Type.Optional(
    Several('[^,\\u0000\\ud800-\\udfff]{1,80}', 80, 'one source, or several; a comma in its name counts as a space'),
  ),
  origin_state: Type.Optional(State),
  destination_state: Type.Optional(State),
  origin_city: Type.Optional(Text(100)),
  destination_city: Type.Optional(Text(100)),
  move_date_from: Type.Optional(CalendarDate),
  move_date_to: Type.Optional(CalendarDate),
  price_from: Type.Optional(Digits(9, 'US cents, of the quote')),
  price_to: Type.Optional(Digits(9, 'US cents, of the quote')),
  age_from: Type.Optional(Digits(4, 'days since it came in, at least')),
  age_to: Type.Optional(Digits(4, 'days since it came in, at most')),
};
export const NarrowLeadsQuery = Strict(narrowing);
export type NarrowLeads = Static<typeof NarrowLeadsQuery>;

export const ListLeadsQuery = Strict({
  state: Type.Optional(Tab),
  is_archived: Type.Optional(FlagText),
  ...narrowing,
  sort: Type.Optional(OneOf(LEAD_SORTS)),
  after: Type.Optional(Cursor),
  limit: Type.Optional(LimitText),
  fields: Fields,
});
export type ListLeads = Static<typeof ListLeadsQuery>;
