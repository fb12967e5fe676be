import { CheckCircleIcon } from '@heroicons/react/24/outline';
import type { ComponentType, ReactNode } from 'react';
import type { PurchaseState } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { showDay } from '#src/views/ui/dates.ts';
import { intoView } from '#src/views/ui/draw-then-focus.ts';
import { routeText } from '#src/views/ui/move-words.ts';
import { Spinner } from '#src/views/ui/spinner.tsx';
import { cart } from './cart.ts';
import { PayForm } from './pay-form.tsx';
import { PurchaseLines } from './purchase-lines.tsx';
import type { Checkout, CheckoutPurchase } from './use-checkout.ts';

export interface HeldProps {
  purchase: CheckoutPurchase;
  checkout: Checkout;
  onClose: () => void;
}

const screens: Record<PurchaseState, { title: string; Screen: ComponentType<HeldProps> }> = {
  reserved: { title: 'Payment', Screen: PayForm },
  paying: { title: 'Payment', Screen: PayForm },
  authenticating: { title: 'Payment', Screen: PayForm },
  failed: { title: 'Payment', Screen: PayForm },
  paid: { title: 'Payment received', Screen: Paid },
  revealed: { title: 'Your leads', Screen: Revealed },
  expired: { title: 'Not bought', Screen: Expired },
  refunding: { title: 'Refund in progress', Screen: Refunding },
  refunded: { title: 'Refunded', Screen: Refunded },
};

export const purchaseTitle = ({ state, reference }: CheckoutPurchase): string =>
  `${screens[state].title} · ${reference}`;

/** The screen for the purchase's state; a new state without one does not compile. */
export function HeldPurchase(props: HeldProps) {
  const { Screen } = screens[props.purchase.state];
  return <Screen {...props} />;
}

function Paid() {
  return (
    <p role="status" className="flex items-center gap-2 text-gray-600">
      <Spinner />
      Payment received. Opening the contacts…
    </p>
  );
}

function Revealed({ purchase, checkout, onClose }: HeldProps) {
  const { detailsToken, detailsUntil, email, items, returned, dispute } = purchase;
  return (
    <div className="space-y-4">
      <p role="status" className="flex items-center gap-2 text-base font-medium">
        <CheckCircleIcon className="size-5 text-primary-600" aria-hidden />
        {items.length === 1 ? 'The lead is yours' : `${items.length} leads are yours`}
      </p>
      <p className="wrap-anywhere">
        You paid {paidText(purchase)}. We emailed the link to the contacts to{' '}
        <strong className="font-medium">{email}</strong>.
        {detailsUntil && ` The link works until ${showDay(detailsUntil)}; download the contacts to keep them longer.`}
      </p>
      {returned > 0 && (
        <Callout color="blue" title={`${showMoney(returned)} of it went back to your card`}>
          It may take a few days to show up at your bank.
        </Callout>
      )}
      {dispute === 'open' && (
        <Callout color="amber" title="You have disputed this charge">
          Your bank is deciding. Until then the contacts stay yours.
        </Callout>
      )}
      {dispute === 'won' && (
        <Callout color="blue" title="Your bank has closed your dispute">
          It decided that the charge stands.
        </Callout>
      )}
      <div className="flex flex-wrap gap-2">
        {detailsToken && (
          <LinkButton
            variant="primary"
            href={hrefs.market.details(detailsToken)}
            onClick={() => checkout.send({ type: 'purchase.left' })}
          >
            See the contacts
          </LinkButton>
        )}
        {detailsToken && (
          <LinkButton href={hrefs.market.detailsReceipt(detailsToken)} download>
            Receipt
          </LinkButton>
        )}
        {detailsToken && (
          <LinkButton href={hrefs.market.detailsCsv(detailsToken)} download>
            Download CSV
          </LinkButton>
        )}
        <Done checkout={checkout} onClose={onClose}>
          Buy more leads
        </Done>
      </div>
      <PurchaseLines purchase={purchase} />
    </div>
  );
}

function Expired({ purchase, checkout, onClose }: HeldProps) {
  const { items, credit } = purchase;
  const gone = items.filter((item) => item.gone);
  const others = items.length - gone.length;
  const takeOut = () => gone.forEach(({ id }) => cart.remove(id));
  return (
    <div className="space-y-4">
      <Callout
        ref={intoView}
        color="blue"
        role="status"
        title="The reservation ended and nothing was charged"
        className="scroll-m-4"
      >
        {gone.length > 0 &&
          `${names.format(gone.map(routeText))} ${gone.length === 1 ? 'is' : 'are'} no longer for sale. `}
        {others > 0 && stillThere(others, gone.length > 0)}
        {credit > 0 && ` Your ${showMoney(credit)} of credit is yours again.`}
      </Callout>
      <div className="flex flex-wrap gap-2">
        {others > 0 && (
          <Button
            variant="primary"
            onClick={() => {
              takeOut();
              checkout.send({ type: 'purchase.left' });
            }}
          >
            {gone.length === 0 ? 'Back to the cart' : `Continue with the other${others === 1 ? ' lead' : 's'}`}
          </Button>
        )}
        <Done
          checkout={checkout}
          onClose={() => {
            takeOut();
            onClose();
          }}
        >
          See the leads
        </Done>
      </div>
    </div>
  );
}

const names = new Intl.ListFormat('en-US');

function stillThere(count: number, isRest: boolean): string {
  const [lead, leads] = isRest ? ['The other lead', 'The others'] : ['It', 'They'];
  return count === 1
    ? `${lead} is still in your cart. Others may buy it, too.`
    : `${leads} are still in your cart. Others may buy them, too.`;
}

function Refunding({ purchase }: HeldProps) {
  return (
    <Callout
      color="amber"
      role="status"
      title={`${showMoney(purchase.total - purchase.credit)} is on its way back to your card`}
    >
      We couldn’t complete this purchase. You don’t have to do anything; we’ll email {purchase.email} once it is done.
      {purchase.credit > 0 && ` The ${showMoney(purchase.credit)} you paid with credit comes back as credit.`}
    </Callout>
  );
}

function Refunded({ purchase, checkout, onClose }: HeldProps) {
  return (
    <div className="space-y-4">
      <Callout color="blue" role="status" title={backText(purchase)}>
        {purchase.dispute === 'lost' ? 'Your bank decided your dispute for you. ' : ''}This purchase is over.
        {purchase.total > purchase.refundedCredit && ' It may take a few days to show up at your bank.'}
      </Callout>
      <Done checkout={checkout} onClose={onClose}>
        See the leads
      </Done>
    </div>
  );
}

/** "$24.00", or how much by card and how much with credit. */
function paidText({ total, credit }: CheckoutPurchase): string {
  if (credit === 0) return showMoney(total);
  if (credit === total) return `${showMoney(total)} with credit`;
  return `${showMoney(total - credit)} by card and ${showMoney(credit)} with credit`;
}

function backText({ total, refundedCredit }: CheckoutPurchase): string {
  const card = total - refundedCredit;
  if (refundedCredit === 0) return `${showMoney(card)} went back to your card`;
  const asCredit = `${showMoney(refundedCredit)} came back as credit`;
  return card > 0 ? `${showMoney(card)} went back to your card, ${asCredit}` : asCredit;
}

function Done({ checkout, onClose, children }: Pick<HeldProps, 'checkout' | 'onClose'> & { children: ReactNode }) {
  return (
    <Button
      onClick={() => {
        onClose();
        checkout.send({ type: 'purchase.left' });
      }}
    >
      {children}
    </Button>
  );
}
