import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Kind, ListLeadsQuery, Stage, Tab } from '#src/api/agent-lead/agent-lead.schemas.ts';
import {
  CalendarDate,
  Name,
  Named,
  Nullable,
  OneOf,
  Strict,
  UsState,
  Uuid,
  Version,
  problems,
} from '#src/api/http/schemas.ts';

export const MOST_OF_PERSON = 50;
export const MOST_SHARED = 200;

/** What narrows and sorts the list of a tab: what the list itself takes, and nothing besides. */
const {
  state: _tab,
  is_archived: _archived,
  after: _after,
  limit: _limit,
  fields: _fields,
  mine: _mine,
  ...rest
} = ListLeadsQuery.properties;
export const ViewFilter = Strict({ mine: Type.Optional(Type.Boolean()), ...rest });
export type ViewFilter = Static<typeof ViewFilter>;

const fields = { name: Name(60), is_shared: Type.Boolean(), tab: Tab, ...ViewFilter.properties };
export const SaveBody = Strict(fields);
export const ChangeBody = Strict({ version: Version, ...fields });
export type ViewFields = Static<typeof SaveBody>;

const SavedView = Named('SavedView', {
  id: Uuid,
  name: Type.String({ maxLength: 60 }),
  is_shared: Type.Boolean(),
  is_own: Type.Boolean(),
  can_change: Type.Boolean(),
  author: Type.String({ maxLength: 200 }),
  tab: Tab,
  filter: Type.Object({
    mine: Nullable(Type.Boolean()),
    assigned_agent_id: Nullable(Uuid),
    kind: Nullable(Kind),
    stage: Nullable(Stage),
    origin_state: Nullable(UsState),
    destination_state: Nullable(UsState),
    move_date_from: Nullable(CalendarDate),
    move_date_to: Nullable(CalendarDate),
    work: Nullable(OneOf(ListLeadsQuery.properties.work.enum)),
    sort: Nullable(OneOf(ListLeadsQuery.properties.sort.enum)),
  }),
  version: Version,
});
export type SavedViewWire = Static<typeof SavedView>;

const views = Type.Array(SavedView, { maxItems: MOST_OF_PERSON + MOST_SHARED });
export const listAnswer = { 200: Type.Object({ views }), ...problems };
/** What a write answers: which view it was, and all views as they are now. */
export const writeAnswer = { 200: Type.Object({ id: Uuid, views }), ...problems };
