import { CheckIcon } from '@heroicons/react/24/outline';
import { Button } from '#src/views/ui/button.tsx';
import { cx } from '#src/views/ui/class-names.ts';
import { Money } from '#src/views/ui/money.tsx';
import { factsText, moveDateText, routeText, verifiedText } from '#src/views/ui/move-words.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import type { ShopLead } from './use-shop.ts';

interface ShopRowProps {
  lead: ShopLead;
  isInCart: boolean;
  /** Bought earlier in this browser. */
  isBought: boolean;
  onToggle: () => void;
  /** Why it cannot be added now. */
  off?: string | undefined;
}

/** A lead for sale; the server renders the same before the application has loaded (src/web/first-list.ts). */
export function ShopRow({ lead, isInCart, isBought, onToggle, off }: ShopRowProps) {
  const verified = verifiedText(lead);
  return (
    <li
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-gray-100 px-4 py-2.5 sm:px-6',
        isInCart && 'bg-primary-50',
      )}
    >
      <div className="min-w-0 flex-1 max-sm:basis-full">
        <p className="truncate font-medium">{routeText(lead)}</p>
        <p className="text-xs text-gray-500">
          {factsText(lead)}
          {verified && (
            <>
              {' '}
              · <span className="text-primary-700">{verified}</span>
            </>
          )}
        </p>
      </div>
      <div className="w-44 max-sm:flex-1">
        <p>{moveDateText({ ...lead, isFlexible: false })}</p>
        <p className="text-xs text-gray-500">
          {lead.isFlexible && lead.moveDate ? 'Flexible · requested' : 'Requested'}{' '}
          <RelativeTime instant={lead.receivedAt} />
        </p>
      </div>
      <div className="text-right">
        <p className="font-medium">
          <Money cents={lead.price} />
        </p>
        <p className={cx('text-xs', lead.sharesLeft === 1 ? 'text-amber-700' : 'text-gray-500')}>
          {lead.sharesLeft} of {lead.shares} left
        </p>
      </div>
      {isBought ? (
        <span className="w-20 text-center text-gray-500">Bought</span>
      ) : (
        <Button
          size="sm"
          className="w-20"
          aria-pressed={isInCart}
          aria-label={`${isInCart ? 'In cart' : 'Add'}: ${routeText(lead)}`}
          disabled={off !== undefined && !isInCart}
          title={isInCart ? undefined : off}
          icon={isInCart && <CheckIcon aria-hidden />}
          onClick={onToggle}
        >
          {isInCart ? 'In cart' : 'Add'}
        </Button>
      )}
    </li>
  );
}
