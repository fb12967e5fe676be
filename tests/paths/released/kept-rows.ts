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

/** How rows store the states with these keys of the model; for a lifecycle that has rows. */
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

/** The same, in the form that a lift needs. */
export function liftedRows(model: LifecycleModel, keys: readonly string[]): LifecycleRows {
  const { table, isRecorded, states } = keptRows(model, keys);
  return isRecorded ? recordedRows(model.id, table, states) : plainRows(table, states);
}
