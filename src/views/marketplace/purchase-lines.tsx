import { cx } from '#src/views/ui/class-names.ts';
import { Money } from '#src/views/ui/money.tsx';
import { routeText } from '#src/views/ui/move-words.ts';
import type { CheckoutPurchase } from './use-checkout.ts';

/** What is bought, at the price agreed to at the reservation. */
export function PurchaseLines({ purchase: { items, total, credit, detailsToken } }: { purchase: CheckoutPurchase }) {
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
      <div className="border-t border-gray-200 pt-3">
        <PriceLines label="Total" total={total} credit={credit} isPaid={detailsToken !== null} />
      </div>
    </div>
  );
}

interface PriceLinesProps {
  label: string;
  total: number;
  credit: number;
  isPaid?: boolean;
}

/** The total and, if credit pays part of it, what is left for the card. */
export function PriceLines({ label, total, credit, isPaid = false }: PriceLinesProps) {
  const lines = [{ name: label, cents: total }];
  if (credit > 0)
    lines.push(
      { name: 'Credit', cents: -credit },
      { name: isPaid ? 'Paid by card' : 'To pay by card', cents: total - credit },
    );
  return (
    <dl className="space-y-1">
      {lines.map(({ name, cents }, index) => (
        <div
          key={name}
          className={cx('flex items-baseline justify-between gap-2', index === lines.length - 1 && 'font-medium')}
        >
          <dt>{name}</dt>
          <dd>
            <Money cents={cents} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
