import type { RowOf } from '#src/api/database/tables.ts';
import { versionOf } from '#src/api/http/seen.ts';

interface SavedStop {
  address?: string | null;
  note?: string | null;
}

/** The columns of a lead that a carrier bids on: days, route, and goods, as the load board shows them. */
export const LOAD_COLUMNS = [
  'kind',
  'move_date',
  'move_date_last',
  'delivery_date_last',
  'stops',
  'distance_miles',
  'move_size',
  'volume_cuft',
  'weight_lb',
  'packing',
  'storage_days',
  'special_items',
  'inventory',
] as const;
export type LoadColumns = Pick<RowOf<'agent_lead'>, (typeof LOAD_COLUMNS)[number]>;

/** A stop's note may name the client, so it is removed along with the street. */
export const withoutStreets = ({ stops }: Pick<LoadColumns, 'stops'>) =>
  (stops as SavedStop[]).map(({ address: _address, note: _note, ...shown }) => shown);

/** Whether the load was changed after an active bid was made for it. */
export const isBidOnOther = (bid: Pick<RowOf<'bid'>, 'state' | 'load_version'>, lead: LoadColumns): boolean =>
  bid.state === 'active' && bid.load_version !== null && bid.load_version !== versionOfLoad(lead);

/**
 * Identifies what a carrier bids on. The version of the lead would not do: it increases with every name and note that
 * an agent corrects, and would reveal those to carriers.
 */
export function versionOfLoad(lead: LoadColumns): string {
  return versionOf([
    lead.kind,
    lead.move_date,
    lead.move_date_last,
    lead.delivery_date_last,
    withoutStreets(lead),
    lead.distance_miles,
    lead.move_size,
    lead.volume_cuft,
    lead.weight_lb,
    lead.packing,
    lead.storage_days,
    lead.special_items,
    lead.inventory,
  ]);
}
