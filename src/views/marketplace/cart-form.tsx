import { ShoppingBagIcon } from '@heroicons/react/24/outline';
import { type FormEvent, useEffect, useState } from 'react';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { creditFor } from '#src/machines/marketplace/credit-rule.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { takeFocus } from '#src/views/ui/draw-then-focus.ts';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { factsText, moveDateText, routeText } from '#src/views/ui/move-words.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { cart as kept } from './cart.ts';
import { CartTotal } from './cart-total.tsx';
import { Guarantee, LeadPreview, youGetText } from './guarantee.tsx';
import type { CartLead, CartLeads } from './use-cart-leads.ts';
import type { Checkout } from './use-checkout.ts';
import { useCredit } from './use-credit.ts';

const EMAIL_FIELD = 'buyer-email';
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface CartFormProps {
  cart: CartLeads;
  checkout: Checkout;
  onClose: () => void;
}

/** What is about to be bought, and the email address for the contacts. */
export function CartForm({ cart, checkout, onClose }: CartFormProps) {
  const { snapshot, send } = checkout;
  const { problem, gone, fields, changed, wish, isAddressAsked } = snapshot.context;
  const [draft, setDraft] = useDraft<{ email: string }>('market:email', 1, 'tab');
  const email = draft?.email ?? '';
  const [attempt, setAttempt] = useState(0);
  const wanted = cart.leads.filter(({ id, lead }) => lead !== null && !gone.includes(id));
  const leadIds = wanted.map(({ id }) => id);
  const total = wanted.reduce((sum, { lead }) => sum + lead!.price, 0);
  const prices = wanted.map(({ lead }) => lead!.price);
  const own = useCredit();
  const [isWanted, setWanted] = useState(true);
  const isOwner = own.credit?.email.toLowerCase() === email.trim().toLowerCase();
  const credit = own.credit && isWanted && isOwner ? creditFor(own.credit.balance, total) : 0;
  const isCovered = credit > 0 && credit === total;
  const key = useSendKey({ leadIds, prices, email: email.trim(), credit });
  const wrong = EMAIL.test(email.trim()) ? fields.email : 'Enter an email address, such as name@example.com.';
  const errors: Record<string, string> = attempt > 0 && wrong ? { [EMAIL_FIELD]: wrong } : {};

  /** Why a lead was refused, by its position in the request. */
  const refusalOf = (id: string) =>
    Object.entries(fields).find(([name]) => name.endsWith(`/${wish.leadIds.indexOf(id)}`))?.[1];

  // The cart is reloaded after prices have changed, so that new and old prices are shown side by side.
  const { reload } = cart;
  useEffect(() => {
    if (changed.length > 0) reload();
    // oxlint-disable-next-line react/exhaustive-deps -- `reload` is another function each time, and does the same
  }, [changed]);

  // What was held for this buyer counts as free again.
  useEffect(() => {
    if (!isAddressAsked) return;
    reload();
    document.getElementById(EMAIL_FIELD)?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- as above
  }, [isAddressAsked]);

  // After a refusal the credit may have changed, or its link may have expired.
  const { token, reload: reloadCredit } = own;
  useEffect(() => {
    if (token && problem) reloadCredit();
    // oxlint-disable-next-line react/exhaustive-deps -- as above; `fields` is another object with each refusal
  }, [fields]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (!EMAIL.test(email.trim())) return;
    send({
      type: 'reserve.asked',
      leadIds,
      prices,
      email: email.trim(),
      credit: credit > 0 ? { token: own.token, amount: credit } : null,
      key,
    });
  }

  if (cart.failed) {
    return (
      <FailedState title="Your cart could not be loaded" onRetry={cart.reload}>
        {cart.failure}
      </FailedState>
    );
  }
  if (cart.ids.length === 0) {
    return (
      <EmptyState
        icon={<ShoppingBagIcon />}
        title="Your cart is empty"
        action={<Button onClick={onClose}>See the leads</Button>}
      >
        Add leads from the list. You pay for all of them at once.
      </EmptyState>
    );
  }
  if (!cart.isThere && cart.leads.length === 0) {
    return (
      <Loading label="Loading your cart…">
        <TextBones lines={cart.ids.length * 2} />
      </Loading>
    );
  }
  return (
    <form noValidate className="space-y-4" onSubmit={submit}>
      {problem && (
        // The button is below all the leads.
        <Callout ref={takeFocus} tabIndex={-1} color="red" title={problem} className="scroll-m-4 outline-red-600" />
      )}
      <FormErrors errors={errors} attempt={attempt} />
      <ul className="divide-y divide-gray-200">
        {cart.leads.map((one) => (
          <CartRow
            key={one.id}
            {...one}
            gone={
              one.lead === null || gone.includes(one.id)
                ? (refusalOf(one.id) ?? 'Just sold or no longer for sale.')
                : null
            }
            seen={changed.find(({ id }) => id === one.id)?.seen ?? null}
          />
        ))}
      </ul>
      {leadIds.length > 0 && (
        <>
          <CartTotal
            count={leadIds.length}
            total={total}
            own={own}
            isOwner={isOwner}
            isWanted={isWanted}
            onWanted={setWanted}
            credit={credit}
          />
          <Field
            label="Email address"
            id={EMAIL_FIELD}
            error={errors[EMAIL_FIELD] ?? null}
            help="We’ll email the link to the contacts and your receipt."
          >
            <Input
              type="email"
              autoComplete="email"
              maxLength={254}
              value={email}
              onChange={(event) => setDraft({ email: event.currentTarget.value })}
            />
          </Field>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            className="w-full"
            busy={snapshot.matches('reserving')}
            disabled={!cart.isThere || own.isLoading}
          >
            {isCovered ? 'Buy with credit' : 'Continue to payment'}
          </Button>
          <p className="text-gray-500">
            {isCovered
              ? `You pay with ${showMoney(credit)} of your credit and need no card.`
              : 'The leads are held for you while you enter your card. Nothing is charged yet.'}
          </p>
          <LeadPreview lead={wanted[0]!.lead!} />
          <Guarantee shares={wanted[0]!.lead!.shares} />
        </>
      )}
    </form>
  );
}

function CartRow({ id, lead, gone, seen }: CartLead & { gone: string | null; seen: number | null }) {
  const name = lead ? routeText(lead) : 'A lead that was in your cart';
  return (
    <li className="flex items-start gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        {gone ? (
          <p className="text-xs text-red-600">{gone}</p>
        ) : (
          lead && (
            <p className="text-xs text-gray-500">
              {factsText(lead)} · {moveDateText(lead)}
              <br />
              You get: {youGetText(lead)}
            </p>
          )
        )}
      </div>
      {!gone && lead && (
        <div className="text-right">
          <p className="font-medium">
            <Money cents={lead.price} />
          </p>
          {seen !== null && seen !== lead.price && (
            <p className="text-xs text-red-600">
              was <Money cents={seen} />
            </p>
          )}
          <p className="text-xs text-gray-500">
            {lead.sharesLeft} of {lead.shares} left
          </p>
        </div>
      )}
      <Button size="sm" variant="ghost" aria-label={`Remove ${name}`} onClick={() => kept.remove(id)}>
        Remove
      </Button>
    </li>
  );
}
