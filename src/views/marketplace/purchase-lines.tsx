import { Money } from '#src/views/ui/money.tsx';
import { routeText } from '#src/views/ui/move-words.ts';
import type { CheckoutPurchase } from './use-checkout.ts';

/** What is bought, at the price that was agreed to when it was reserved. */
export function PurchaseLines({ purchase: { items, total } }: { purchase: CheckoutPurchase }) {
  return (
    <div>
      <ul className="divide-y divide-gray-200">
        {items.map((item) => (
          <li key={item.id} className="flex items-baseline justify-between gap-2 py-1.5">
            <span className="min-w-0 wrap-anywhere">{routeText(item)}</span>
            <Money cents={item.price} />
          </li>
        ))}
      </ul>
      <p className="flex items-baseline justify-between gap-2 border-t border-gray-200 pt-3 font-medium">
        Total
        <Money cents={total} />
      </p>
    </div>
  );
}
