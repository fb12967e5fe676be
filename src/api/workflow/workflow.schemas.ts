import { Type } from 'typebox';
import { AGENT_LEAD_GRAPH } from '#src/machines/agent-lead/agent-lead.workflow.ts';
import {
  PageInfo,
  Named,
  Count,
  Cursor,
  Instant,
  LimitText,
  Nullable,
  OneOf,
  Strict,
  Uuid,
} from '#src/api/http/schemas.ts';

/** How far back the page may look, in days; without it, at everything. */
export const PERIODS = ['7', '30', '90', '365'] as const;

const PLACES = AGENT_LEAD_GRAPH.nodes.map(({ id }) => id);
/** In responses: states of earlier versions of the lifecycle keep their names of that time. */
const Place = Type.String({
  maxLength: 100,
  description: 'A place as the lifecycle names it, such as live.open-contracts.in-progress.',
});
const Event = Type.String({ maxLength: 60 });
const Seconds = Count;

const days = Type.Optional(OneOf(PERIODS));
export const PeriodQuery = Strict({ days });
export const PathsQuery = Strict({ days, limit: Type.Optional(LimitText), after: Type.Optional(Cursor) });
export const PlaceQuery = Strict({ days, place: OneOf(PLACES) });

const WaitingLead = Named('WaitingLead', {
  id: Uuid,
  reference: Type.String({ maxLength: 40 }),
  client_name: Type.String({ maxLength: 200 }),
  since: Instant,
});

/** The age of the answer in milliseconds: slow answers are reused for a while. */
const age_ms = Count;

export const Workflow = Type.Object({
  age_ms,
  leads: Count,
  places: Type.Array(
    Type.Object({
      place: Place,
      leads: Type.Integer({ minimum: 0, description: 'How many stand there now.' }),
      stays: Type.Integer({ minimum: 0, description: 'How many stays ended in the period.' }),
      median_stay: Nullable(Seconds),
      median_wait: Nullable(Seconds),
      p90_wait: Nullable(Seconds),
      longest: Nullable(WaitingLead),
    }),
    {
      maxItems: 200,
      description:
        'Every place of the lifecycle, in its order; after them those of earlier lifecycles where something happened.',
    },
  ),
  transitions: Type.Array(Type.Object({ event: Event, from: Place, to: Place, count: Count }), { maxItems: 2000 }),
});

export const WorkflowPaths = Type.Object({
  age_ms,
  leads: Type.Integer({ minimum: 0, description: 'Leads that moved in the period, on all paths.' }),
  count: Type.Integer({ minimum: 0, description: 'How many different paths.' }),
  paths: Type.Array(
    Type.Object({
      key: Uuid,
      places: Type.Array(Place, { maxItems: 5000 }),
      leads: Count,
      median_duration: Type.Integer({
        minimum: 0,
        description: 'Seconds from the first place to the arrival in the last one.',
      }),
      ended: OneOf(['done', 'set-aside', 'under-way']),
    }),
    { maxItems: 100 },
  ),
  page: PageInfo,
});

export const RefusalGroup = Named('RefusalGroup', {
  key: Uuid,
  event: Event,
  place: Place,
  role: Type.String({ maxLength: 20 }),
  because: OneOf(['state', 'role', 'requirements']),
  unmet: Type.Array(Type.String({ maxLength: 400 }), { maxItems: 30 }),
  attempts: Count,
  leads: Count,
  last_at: Instant,
});

export const MAXIMUM_REFUSALS = 200;
export const WorkflowRefusals = Type.Object({
  attempts: Count,
  leads: Count,
  groups: Type.Array(RefusalGroup, { maxItems: MAXIMUM_REFUSALS, description: 'Most frequent first.' }),
});

export const WorkflowPlaceDetail = Type.Object({
  place: Place,
  longest: Type.Array(WaitingLead, { maxItems: 10 }),
  refusals: Type.Array(RefusalGroup, { maxItems: MAXIMUM_REFUSALS }),
});
