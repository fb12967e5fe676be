import { showCount, showNumber } from '#src/machines/amount/amounts.ts';
import type { LoadDetails } from './load-names.ts';

/** The items to be moved, by room; rooms expand individually, since a house has many items. */
export function LoadInventory({ items }: { items: LoadDetails['inventory'] }) {
  if (items.length === 0) return <p className="text-gray-600">No item list; see the size.</p>;
  const rooms = [...Map.groupBy(items, (item) => item.room)];
  return (
    <div className="divide-y divide-gray-100 rounded-md border border-gray-200">
      {rooms.map(([room, all]) => (
        <details key={room} className="group" open={rooms.length === 1}>
          <summary className="flex items-baseline justify-between gap-3 px-3 py-2 -outline-offset-2 hover:bg-gray-50 pointer-coarse:py-2.5">
            <span className="font-medium">{room}</span>
            <span className="text-gray-500 tabular-nums">
              {itemCount(all.reduce((sum, { quantity }) => sum + quantity, 0))} ·{' '}
              {showNumber(all.reduce((sum, { quantity, weightLb }) => sum + quantity * weightLb, 0))} lb
            </span>
          </summary>
          <ul className="px-3 pb-2">
            {all.map((item, index) => (
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
        </details>
      ))}
    </div>
  );
}

const itemCount = (items: number): string => showCount(items, 'item');
