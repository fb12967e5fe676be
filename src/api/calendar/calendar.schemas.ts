import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Stage, Tab } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { CalendarDate, FlagText, Instant, Named, Nullable, OneOf, Strict, Uuid } from '#src/api/http/schemas.ts';
import { STOP_ROLES } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { JOB_STATES } from '#src/machines/job/job.lifecycle.ts';

/** A month shown in whole weeks spans up to six of them. */
export const MOST_DAYS = 42;
export const MOST_ENTRIES = 1000;

export const CalendarQuery = Strict({ from: CalendarDate, to: CalendarDate, mine: Type.Optional(FlagText) });

const CalendarEntry = Named('CalendarEntry', {
  id: Type.String({ maxLength: 45, description: 'The lead and which of its stops, counted from 1' }),
  lead_id: Uuid,
  reference: Type.String({ maxLength: 20 }),
  client_name: Type.String({ maxLength: 200 }),
  role: OneOf(STOP_ROLES),
  first_day: CalendarDate,
  last_day: CalendarDate,
  city: Type.String({ maxLength: 120 }),
  state: Type.String({ maxLength: 2, description: 'Of the USA' }),
  carrier_name: Nullable(Type.String({ maxLength: 200 })),
  agent_name: Nullable(Type.String({ maxLength: 200 })),
  tab: Tab,
  stage: Nullable(Stage),
  job_state: Nullable(OneOf(JOB_STATES)),
});
export type CalendarEntry = Static<typeof CalendarEntry>;

export const Calendar = Type.Object({
  today: CalendarDate,
  entries: Type.Array(CalendarEntry, { maxItems: MOST_ENTRIES, description: 'By the first day' }),
  has_more: Type.Boolean({ description: `Whether there are more than ${MOST_ENTRIES}` }),
});

export const SCOPES = ['mine', 'everybody'] as const;
export const Scope = OneOf(SCOPES);
const made = { scope: Scope, created_at: Instant };
/** Null where there is none. */
export const CalendarFeed = Type.Object({ feed: Nullable(Type.Object(made)) });
export const NewCalendarFeed = Type.Object({ url: Type.String({ maxLength: 300 }), ...made });
