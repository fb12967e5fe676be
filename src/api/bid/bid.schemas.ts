import { Type } from 'typebox';
import { BID_STATES } from '#src/machines/bid/bid.lifecycle.ts';
import { CarrierSummary } from '#src/api/carrier/carrier-summary.ts';
import { CalendarDate, Cents, Count, Instant, Nullable, OneOf, Uuid } from '#src/api/http/schemas.ts';

/** What the broker asks a carrier for instead of its bid. */
export const Counter = Type.Object({
  amount: Cents,
  note: Nullable(Type.String({ maxLength: 2000 })),
  at: Instant,
});

/** A bid as agents see it. */
export const Bid = Type.Object({
  id: Uuid,
  lead_id: Uuid,
  carrier: CarrierSummary,
  amount: Cents,
  start_date: CalendarDate,
  note: Nullable(Type.String({ maxLength: 2000 })),
  state: OneOf(BID_STATES),
  lost_reason: Nullable(Type.String({ maxLength: 2000 })),
  counter: Nullable(Counter),
  seen_at: Nullable(Instant),
  is_load_changed: Type.Boolean({ description: 'the load is another one than the carrier bid on' }),
  created_at: Instant,
  updated_at: Instant,
  sheet_price: Nullable(Cents),
  gaps: Type.Array(Type.String({ maxLength: 300 }), { maxItems: 20 }),
  record: Type.Object(
    { jobs_done: Count, jobs_open: Count, jobs_declined: Count, jobs_dropped: Count },
    { description: 'how the jobs of its carrier have gone' },
  ),
});
