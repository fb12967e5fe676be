import { showCount, showMoney } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import type { CartLeads } from './use-cart-leads.ts';
import type { Checkout } from './use-checkout.ts';
import { clockText, useCountdown } from './use-countdown.ts';

interface CartBarProps {
  cart: CartLeads;
  checkout: Checkout;
  onOpen: () => void;
}

/** At the bottom, wherever one is in the list: the cart, or the purchase to be paid. */
export function CartBar({ cart, checkout, onOpen }: CartBarProps) {
  const { snapshot, purchase } = checkout;
  const isHeld = snapshot.matches('held') && purchase !== null;
  const count = cart.ids.length;
  if (!isHeld && count === 0) return null;
  return (
    <div
      role="region"
      aria-label="Cart"
      className="sticky bottom-0 z-20 border-t border-gray-200 bg-white pb-[env(safe-area-inset-bottom)]"
    >
      <div className="mx-auto flex w-full max-w-page items-center justify-between gap-3 px-4 py-3 sm:px-6">
        {isHeld ? (
          <HeldText checkout={checkout} />
        ) : (
          <p role="status" className="min-w-0 flex-1 tabular-nums">
            <span className="font-medium">{showCount(count, 'lead')} in your cart</span>
            {cart.isThere && <span className="text-gray-600"> · {showMoney(cart.total)}</span>}
          </p>
        )}
        <Button variant="primary" onClick={onOpen}>
          {isHeld ? 'Continue' : 'View cart'}
        </Button>
      </div>
    </div>
  );
}

function HeldText({ checkout: { purchase } }: { checkout: Checkout }) {
  const left = useCountdown(purchase!.reservedUntil, () => {});
  const isOpen = purchase!.actions.some(({ event }) => event === 'payment.begun');
  return (
    <p className="min-w-0 flex-1 font-medium tabular-nums">
      {isOpen ? `Held for you for ${clockText(left)}` : `Purchase ${purchase!.reference}`}{' '}
      <span className="font-normal text-gray-600">
        {' '}
        · {showMoney(purchase!.total - (isOpen ? purchase!.credit : 0))}
      </span>
    </p>
  );
}
