import { cardName } from '#src/machines/subscription/card-name.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { Charge } from './charge.tsx';
import type { Plan } from './use-plan.ts';

interface StartConfirmProps {
  plan: Plan;
  onClose: () => void;
  busy: boolean;
  /** Called with the card to charge. */
  onConfirm: (card: string) => void;
}

/** Shows how much will be charged, to which card on file, and when next, before charging it. */
export function StartConfirm({ plan, onClose, busy, onConfirm }: StartConfirmProps) {
  const { card } = plan;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Subscribe?"
      size="sm"
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            Cancel
          </Button>
          {card && (
            <Button variant="primary" busy={busy} onClick={() => onConfirm(card.id)}>
              Pay <Money cents={plan.priceWithCoupon} />
            </Button>
          )}
        </>
      }
    >
      {card ? (
        <div className="text-gray-600">
          <Charge plan={plan} to={cardName(card)} />
        </div>
      ) : (
        <p className="text-gray-600">The card was removed meanwhile. Close this, then add a card.</p>
      )}
    </Dialog>
  );
}
