import { Link } from 'wouter';
import { showCount, showMoney } from '#src/machines/amount/amounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { PriceLines } from './purchase-lines.tsx';
import type { Credit } from './use-credit.ts';

interface CartTotalProps {
  count: number;
  total: number;
  /** The credit that can be used in this tab. */
  own: Credit;
  /** The entered email address is that of the credit. */
  isOwner: boolean;
  isWanted: boolean;
  onWanted: (isWanted: boolean) => void;
  /** The amount paid by credit; 0 if none. */
  credit: number;
}

/** The total of the cart, and how much of it the buyer's credit pays. */
export function CartTotal({ count, total, own, isOwner, isWanted, onWanted, credit }: CartTotalProps) {
  const balance = own.credit?.balance ?? 0;
  return (
    <div className="space-y-3 border-t border-gray-200 pt-3">
      <PriceLines label={`Total for ${showCount(count, 'lead')}`} total={total} credit={credit} />
      {own.failed ? (
        <p className="flex flex-wrap items-center gap-2 text-gray-600">
          Your credit couldn’t be loaded.
          <Button size="sm" onClick={own.reload}>
            Try again
          </Button>
        </p>
      ) : balance > 0 ? (
        <Checkbox
          label={`Use your credit of ${showMoney(balance)}`}
          help={isOwner ? undefined : `It belongs to ${own.credit!.email}. Enter that address to use it.`}
          checked={isWanted && isOwner}
          disabled={!isOwner}
          onChange={(event) => onWanted(event.currentTarget.checked)}
        />
      ) : (
        own.credit === null &&
        !own.isLoading && (
          <p className="text-gray-500">
            Have credit?{' '}
            <Link href={hrefs.market.orders()} className="link">
              Open your orders
            </Link>{' '}
            to use it.
          </p>
        )
      )}
    </div>
  );
}
