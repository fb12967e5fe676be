import { Type } from 'typebox';
import type { Static } from 'typebox';
import { EXPORT_CHOSEN } from '#src/machines/file/export-rows.ts';
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
  'route',
  'route-desc',
  'agent',
  'agent-desc',
] as const;
export type LeadSort = (typeof LEAD_SORTS)[number];

/** The most values of one filter. */
const MOST = 20;

/** One value, or several separated by commas, in a query. */
function Several(one: string, longest: number, description: string, most = MOST) {
  const pattern = `^(${one})(,(${one})){0,${most - 1}}$`;
  return Type.String({ pattern, maxLength: most * (longest + 1), description });
}
const Digits = (digits: number, description: string) =>
  Type.String({ pattern: `^[0-9]{1,${digits}}$`, maxLength: digits, description });
const UUID = '[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';
const State = Several('[A-Z]{2}', 2, 'one state, or several: OH,TX');

/** Filters of a list of leads, on any tab. */
const narrowing = {
  mine: Type.Optional(FlagText),
  assigned_agent_id: Type.Optional(Several(UUID, 36, 'the id of one agent, or of several')),
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
  ids: Type.Optional(Several(UUID, 36, 'only these leads, up to 50', 50)),
  after: Type.Optional(Cursor),
  limit: Type.Optional(LimitText),
  fields: Fields,
});
export type ListLeads = Static<typeof ListLeadsQuery>;

const { ids: _ids, after: _after, limit: _limit, fields: _fields, ...exported } = ListLeadsQuery.properties;
export const ExportLeadsQuery = Strict({
  ...exported,
  ids: Type.Optional(Several(UUID, 36, `only these leads, up to ${EXPORT_CHOSEN}`, EXPORT_CHOSEN)),
});
export type ExportLeads = Static<typeof ExportLeadsQuery>;
