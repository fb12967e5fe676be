import type { Json } from './columns.ts';

/** What happened to a record that has a lifecycle, event by event. Each lifecycle has a partition of its own. */
export interface HistoryTable {
  lifecycle: string;
  record_id: string;
  /** From 1, without a gap. */
  sequence: number;
  event: string;
  /** What people are to read of it. */
  payload: Json;
  /** The event as the lifecycle judged it. */
  judged: Json;
  /** What the lifecycle looked at. */
  facts: Json;
  actor_id: string | null;
  /** As it was then; null where nobody is shown it. */
  actor_name: string | null;
  actor_role: string;
  at: string;
  /** By its name; null of a creation. */
  from_state: string | null;
  to_state: string;
  model_version: number;
}
