import { PAY_STATES } from '#src/machines/carrier-pay/carrier-pay.ts';
import { JOB_STATES } from '#src/machines/job/job.lifecycle.ts';
import { Type } from 'typebox';
import { AGREEMENT_STATES } from '#src/machines/agreement/agreement.lifecycle.ts';
import { BID_STATES } from '#src/machines/bid/bid.lifecycle.ts';
import { Counter } from '#src/api/bid/bid.schemas.ts';
import {
  Attachment,
  InventoryItem,
  Kind,
  PACKINGS,
  Place,
  Stage,
  Stop,
} from '#src/api/agent-lead/agent-lead.schemas.ts';
import {
  CalendarDate,
  Cents,
  Count,
  Instant,
  Latitude,
  Longitude,
  Named,
  Nullable,
  OneOf,
  PageInfo,
  UsState,
  Uuid,
} from '#src/api/http/schemas.ts';
import { OwnJob } from '#src/api/carrier-job/carrier-job.schemas.ts';
import { MissingPapers, PayDays } from '#src/api/carrier-pay/carrier-pay.schemas.ts';
import { LOAD_TABS } from './load.filter.ts';

const ShortText = Type.String({ maxLength: 2000 });
export const MAXIMUM_CITIES = 1000;

/**
 * A load as a carrier sees it; `tab` is null for one that has left the board, of which only the carrier's bid is left.
 */
export const Load = Named('Load', {
  id: Uuid,
  reference: ShortText,
  tab: Nullable(OneOf(LOAD_TABS)),
  version: Nullable(
    Type.String({
      maxLength: 100,
      description:
        'names the days, the route and the goods as they are shown here: what a bid is made for. Null for a load that has left the board',
    }),
  ),
  kind: Kind,
  origin: Nullable(Place),
  destination: Nullable(Place),
  distance_from_base: Nullable(Type.Number({ description: "miles from the carrier's base to the pick-up" })),
  distance_from_near: Nullable(
    Type.Number({ description: 'miles from the place that a list was asked for to the pick-up; null without one' }),
  ),
  suggested_price: Nullable(Cents),
  suggested_per_mile: Nullable(Cents),
  posted_low: Nullable({ ...Cents, description: 'What the broker says that it pays, from here' }),
  posted_high: Nullable({ ...Cents, description: 'to here; the same for one rate' }),
  stops: Type.Array(Stop, { maxItems: 10 }),
  move_date: Nullable(CalendarDate),
  move_date_last: Nullable(CalendarDate),
  delivery_date_last: Nullable(CalendarDate),
  distance_miles: Nullable(Type.Number()),
  move_size: Nullable(ShortText),
  volume_cuft: Nullable(Type.Number()),
  weight_lb: Nullable(Count),
  packing: OneOf(PACKINGS),
  storage_days: Count,
  special_items: Nullable(ShortText),
  inventory: Type.Array(InventoryItem, { maxItems: 500 }),
  attachments: Type.Array(Attachment, { maxItems: 1000 }),
  posted_at: Instant,
  invited_at: Nullable(Type.String({ ...Instant, description: 'when the broker invited this carrier to bid on it' })),
  bid: Nullable(
    Type.Object({
      id: Uuid,
      amount: Cents,
      start_date: CalendarDate,
      note: Nullable(ShortText),
      state: OneOf(BID_STATES),
      lost_reason: Nullable(ShortText),
      counter: Nullable(Counter),
      is_seen: Type.Boolean(),
      seen_at: Nullable(Instant),
      is_load_changed: Type.Boolean({ description: 'the broker has changed the load since' }),
      placed_at: Instant,
      updated_at: Instant,
    }),
  ),
  award: Nullable(
    Type.Object({
      amount: Cents,
      start_date: Nullable(CalendarDate),
      job_state: Nullable(OneOf(JOB_STATES)),
      picked_up_at: Nullable(Type.String({ ...Instant, description: 'as the carrier reported it' })),
      awarded_at: Instant,
      stage: Stage,
      agreement_state: OneOf(AGREEMENT_STATES),
      signed_at: Nullable(Instant),
      owed_to_carrier_payed: Type.Boolean(),
    }),
  ),
  pay: Nullable(
    Type.Object(
      {
        state: OneOf(PAY_STATES),
        missing_papers: MissingPapers,
        due_on: Nullable(CalendarDate),
        today: CalendarDate,
      },
      { description: 'When the own job is paid, as of today at the brokerage; null before its delivery' },
    ),
  ),
  pay_days: {
    ...PayDays,
    description: 'Days from the receipt of the papers to the pay; as agreed, once it is awarded',
  },
  job: Nullable(OwnJob),
  client: Nullable(
    Type.Object({ name: ShortText, email: Nullable(ShortText), phone: Nullable(ShortText), zone: ShortText }),
  ),
  may_bid: Type.Boolean(),
  bid_unmet: Type.Array(ShortText, { maxItems: 20 }),
});

export const LoadPage = Type.Object({
  loads: Type.Array(Load, { maxItems: 100 }),
  page: PageInfo,
});

/** The center and the bounds of a city's loads, by the ZIP codes of their pick-ups. */
export const LoadMap = Type.Object({
  cities: Type.Array(
    Type.Object({
      city: ShortText,
      state: UsState,
      lat: Latitude,
      lng: Longitude,
      south: Latitude,
      west: Longitude,
      north: Latitude,
      east: Longitude,
      count: Count,
    }),
    { maxItems: MAXIMUM_CITIES },
  ),
  base: Nullable(Type.Object({ lat: Latitude, lng: Longitude })),
});
