import type { RowOf } from '#src/api/database/tables.ts';
import { versionOf } from '#src/api/http/seen.ts';

interface SavedStop {
  address?: string | null;
  note?: string | null;
}

/** Of a lead, what a carrier bids for: the days, the route and the goods, as the load board shows them. */
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

/** A stop's note may name the client, so it goes with the street. */
export const withoutStreets = ({ stops }: Pick<LoadColumns, 'stops'>) =>
  (stops as SavedStop[]).map(({ address: _address, note: _note, ...shown }) => shown);

/** Whether the broker has changed a load since an active bid was made for it. */
export const isBidOnOther = (bid: Pick<RowOf<'bid'>, 'state' | 'load_version'>, lead: LoadColumns): boolean =>
  bid.state === 'active' && bid.load_version !== null && bid.load_version !== versionOfLoad(lead);

/**
 * Names what a carrier bids for. It is not the version of the lead, which goes up with every name and note that an agent
 * corrects, and would tell a carrier of them.
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
