import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ListLeadsQuery } from '#src/api/agent-lead/agent-lead.list.schemas.ts';
import { Stage, Tab } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { AGENT_LEAD_TABS } from '#src/machines/agent-lead/agent-lead.types.ts';
import { LEAD_COLUMNS } from '#src/machines/agent-lead/lead-columns.ts';
import {
  CalendarDate,
  Cents,
  Name,
  Named,
  Nullable,
  OneOf,
  Strict,
  Uuid,
  Version,
  problems,
} from '#src/api/http/schemas.ts';

export const MOST_OF_PERSON = 50;
export const MOST_SHARED = 200;

/** The filters and order of a tab's list: the list's own parameters, with numbers as numbers. */
const {
  state: _tab,
  is_archived: _archived,
  after: _after,
  limit: _limit,
  fields: _fields,
  ...rest
} = ListLeadsQuery.properties;
const Days = Type.Integer({ minimum: 0, maximum: 9999, description: 'days since it came in' });
export const ViewFilter = Strict({
  ...rest,
  mine: Type.Optional(Type.Boolean()),
  price_from: Type.Optional(Cents),
  price_to: Type.Optional(Cents),
  age_from: Type.Optional(Days),
  age_to: Type.Optional(Days),
});
export type ViewFilter = Static<typeof ViewFilter>;

/** The columns of a list besides the client, without duplicates, in order. */
export const Columns = Type.Array(OneOf(LEAD_COLUMNS), { maxItems: LEAD_COLUMNS.length, uniqueItems: true });

const fields = {
  name: Name(60),
  is_shared: Type.Boolean(),
  tab: Tab,
  columns: Type.Optional(Columns),
  ...ViewFilter.properties,
};
export const SaveBody = Strict(fields);
export const ChangeBody = Strict({ version: Version, ...fields });
export type ViewFields = Static<typeof SaveBody>;

const Text = (maxLength: number) => Nullable(Type.String({ maxLength }));
const SavedView = Named('SavedView', {
  id: Uuid,
  name: Type.String({ maxLength: 60 }),
  is_shared: Type.Boolean(),
  is_own: Type.Boolean(),
  can_change: Type.Boolean(),
  author: Type.String({ maxLength: 200 }),
  tab: Tab,
  columns: Nullable(Columns),
  filter: Type.Object({
    mine: Nullable(Type.Boolean()),
    assigned_agent_id: Text(800),
    kind: Text(500),
    stage: Nullable(Stage),
    source: Text(1700),
    origin_state: Text(60),
    destination_state: Text(60),
    origin_city: Text(100),
    destination_city: Text(100),
    move_date_from: Nullable(CalendarDate),
    move_date_to: Nullable(CalendarDate),
    price_from: Nullable(Cents),
    price_to: Nullable(Cents),
    age_from: Nullable(Days),
    age_to: Nullable(Days),
    work: Nullable(OneOf(ListLeadsQuery.properties.work.enum)),
    sort: Nullable(OneOf(ListLeadsQuery.properties.sort.enum)),
  }),
  version: Version,
});
export type SavedViewWire = Static<typeof SavedView>;

const views = Type.Array(SavedView, { maxItems: MOST_OF_PERSON + MOST_SHARED });
export const listAnswer = { 200: Type.Object({ views }), ...problems };
/** What a write responds: which view it was, and all current views. */
export const writeAnswer = { 200: Type.Object({ id: Uuid, views }), ...problems };

/** A person's lists with columns other than the default. */
export const ListColumns = Type.Object({
  lists: Type.Array(Named('ListColumns', { tab: Tab, columns: Columns }), { maxItems: AGENT_LEAD_TABS.length }),
});
