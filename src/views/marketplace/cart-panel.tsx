import { Button } from '#src/views/ui/button.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Sheet } from '#src/views/ui/sheet.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { CartForm } from './cart-form.tsx';
import { HeldPurchase, purchaseTitle } from './held-purchase.tsx';
import type { CartLeads } from './use-cart-leads.ts';
import type { Checkout } from './use-checkout.ts';

interface CartPanelProps {
  open: boolean;
  cart: CartLeads;
  checkout: Checkout;
  onClose: () => void;
}

/** The cart and checkout, beside the list; from the bottom on a phone. */
export default function CartPanel({ open, cart, checkout, onClose }: CartPanelProps) {
  const { snapshot, purchase } = checkout;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={purchase && snapshot.matches('held') ? purchaseTitle(purchase) : 'Your cart'}
      fromBottomOnPhone
    >
      <Content cart={cart} checkout={checkout} onClose={onClose} />
    </Sheet>
  );
}

function Content({ cart, checkout, onClose }: Omit<CartPanelProps, 'open'>) {
  const { snapshot, send, purchase } = checkout;
  if (snapshot.matches('unreachable')) {
    return (
      <div className="text-center">
        <FailedState title="Your purchase could not be loaded" onRetry={() => send({ type: 'restore.retried' })}>
          {snapshot.context.problem ?? 'It is still there. Check your connection, then try again.'}
        </FailedState>
        <Button variant="ghost" onClick={() => send({ type: 'purchase.left' })}>
          Back to the cart
        </Button>
      </div>
    );
  }
  if (snapshot.matches('restoring')) {
    return (
      <Loading label="Loading your purchase…">
        <TextBones lines={4} />
      </Loading>
    );
  }
  if (snapshot.matches('held') && purchase)
    return <HeldPurchase purchase={purchase} checkout={checkout} onClose={onClose} />;
  return <CartForm cart={cart} checkout={checkout} onClose={onClose} />;
}
