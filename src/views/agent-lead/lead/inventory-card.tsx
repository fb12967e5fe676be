import type { LeadDetailsFragment } from '#src/generated/graphql/graphql.ts';
import { showNumber } from '#src/machines/amount/amounts.ts';
import { Card } from '#src/views/ui/card.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { PACKING_NAMES } from '../lead-names.ts';

interface InventoryCardProps {
  lead: LeadDetailsFragment & { volumeCuft: number | null; weightLb: number | null };
  /** A carrier has the load. */
  isDone: boolean;
  onEdit: (() => void) | null;
}

/** The items to be moved, by room, with totals. */
export function InventoryCard({ lead, isDone, onEdit }: InventoryCardProps) {
  const rooms = Map.groupBy(lead.inventory, (item) => item.room);
  const extras = [
    PACKING_NAMES[lead.packing],
    lead.storageDays > 0 && `${lead.storageDays} days of storage`,
    lead.specialItems && `Special: ${lead.specialItems}`,
  ].filter(Boolean);
  return (
    <Card
      title="Inventory"
      isDone={isDone}
      actions={
        <span className="pr-2 text-gray-500 tabular-nums">
          {lead.volumeCuft !== null && `${showNumber(lead.volumeCuft)} ft³ · ${showNumber(lead.weightLb ?? 0)} lb`}
        </span>
      }
    >
      {lead.inventory.length === 0 && (
        <EmptyState
          title="No inventory yet"
          action={
            onEdit && (
              <Button size="sm" onClick={onEdit}>
                Add items
              </Button>
            )
          }
        />
      )}
      <div className="space-y-4">
        {[...rooms].map(([room, items]) => (
          <div key={room}>
            <h3 className="mb-1 font-medium">{room}</h3>
            <ul className="divide-y divide-gray-100">
              {items.map((item, index) => (
                <li key={index} className="flex justify-between gap-3 py-1">
                  <span className="min-w-0 wrap-anywhere">
                    {item.quantity > 1 && <span className="text-gray-500">{item.quantity} × </span>}
                    {item.item}
                  </span>
                  <span className="shrink-0 text-gray-500 tabular-nums">
                    {showNumber(item.volumeCuft * item.quantity)} ft³ · {showNumber(item.weightLb * item.quantity)} lb
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {extras.length > 0 && (
        <p className="mt-3 border-t border-gray-100 pt-3 text-gray-600 wrap-anywhere">{extras.join(' · ')}</p>
      )}
    </Card>
  );
}
