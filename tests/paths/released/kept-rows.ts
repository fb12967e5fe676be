import { RECORDED } from '#src/api/nouns.ts';
import { plainRows, recordedRows } from '#src/api/engine/lift.ts';
import type { LifecycleRows } from '#src/api/engine/lift.ts';
import type { LifecycleModel } from '../models/path-model.ts';

export interface KeptRows {
  table: string;
  isRecorded: boolean;
  /** The columns of each state, by its name. */
  states: Record<string, Record<string, string | boolean | null>>;
}

/** How the rows of a lifecycle spell the states of these keys of its model; of a lifecycle that keeps rows. */
export function keptRows({ id, rows }: LifecycleModel, keys: readonly string[]): KeptRows {
  const recorded = RECORDED.find((one) => one.id === id);
  const names = new Set(keys.map(rows!.placeOf ?? ((key) => key)));
  return {
    table: rows!.table,
    isRecorded: recorded !== undefined,
    states: Object.fromEntries(
      [...names].map((name) => [name, recorded ? recorded.columnsNamed(name) : { state: name }]),
    ),
  };
}

/** The same as a lift wants it. */
export function liftedRows(model: LifecycleModel, keys: readonly string[]): LifecycleRows {
  const { table, isRecorded, states } = keptRows(model, keys);
  return isRecorded ? recordedRows(model.id, table, states) : plainRows(table, states);
}
