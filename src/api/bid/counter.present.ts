import { instant } from '#src/api/database/database-types.ts';
import type { RowOf } from '#src/api/database/tables.ts';

type Countered = Pick<RowOf<'bid'>, 'state' | 'counter_amount' | 'counter_note' | 'counter_at'>;

/** What the broker asks for; null once the bid was revised, or is no longer active. */
export function presentCounter({ state, counter_amount: amount, counter_note: note, counter_at: at }: Countered) {
  return state === 'active' && amount !== null && at !== null ? { amount, note, at: instant(at) } : null;
}
