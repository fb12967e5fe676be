import { useApolloClient } from '@apollo/client/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type PlanCouponFragment, PreviewCouponDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { dropDraft, keepDraft, readDraft } from '#src/views/ui/draft-storage.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { priceChange } from '#src/views/ui/price-change.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { couponWords } from './words.ts';

interface CouponFormProps {
  /** Applies the coupon. Without it, the coupon is only kept for the start of the subscription. */
  apply?: (found: FoundCoupon) => Promise<unknown>;
  /** The coupon that was entered and is valid; null once the code changes. */
  onFound?: (found: FoundCoupon | null) => void;
  /** Lets a page check the code in the field before it starts something without it. */
  form?: RefObject<HTMLFormElement | null>;
  onClose: () => void;
}

export interface FoundCoupon {
  code: string;
  coupon: PlanCouponFragment;
  words: string;
  price: number;
  priceWithCoupon: number;
}

const PLACE = ['coupon', 1] as const;

/** A code entered but neither applied nor canceled survives a reload. */
export const typedCoupon = (): string => readDraft<string>(...PLACE) ?? '';
export const dropCoupon = (): void => dropDraft(PLACE[0]);

/** Submits the open form if it holds a code, so that nothing starts without the coupon; true if it did. */
export function checkCoupon(form: RefObject<HTMLFormElement | null>): boolean {
  if (!form.current || typedCoupon().trim() === '') return false;
  form.current.requestSubmit();
  return true;
}

/** A code, then what it takes off, and only then applying it. */
export function CouponForm({ apply, onFound, form, onClose }: CouponFormProps) {
  const client = useApolloClient();
  const own = useRef<HTMLFormElement>(null);
  const ref = form ?? own;
  const [code, setCode] = useState(typedCoupon);
  const [found, setFound] = useState<FoundCoupon | null>(null);
  const [changed, setChanged] = useState<string | null>(null);
  const typed = code.trim();
  const { busy, errors, problem, submit } = useSubmit({
    errors: { 'coupon-code': !/^[\w-]{2,40}$/.test(typed) && 'Enter the code: letters, digits and dashes.' },
    names: { coupon: 'coupon-code', code: 'coupon-code' },
    send: async () => {
      if (found && apply) {
        await apply(found);
        return dropCoupon();
      }
      const { data } = await client.mutate({ mutation: PreviewCouponDocument, variables: { code: typed } });
      const { coupon, price, priceWithCoupon } = data!.previewCoupon;
      const shown = { code: coupon!.code, coupon: coupon!, words: couponWords(coupon!), price, priceWithCoupon };
      setFound(shown);
      onFound?.(shown);
    },
    done: () => {},
    // The price differs from the one shown: the coupon is checked again, and the person decides again.
    refused: (failure) => {
      const change = priceChange(failure);
      if (change) {
        setFound(null);
        setChanged(change);
      }
      return change !== null;
    },
    fallback: 'Couldn’t check the coupon. Try again.',
  });
  // A kept code has not taken anything off yet: its price, or its refusal, is shown again.
  useEffect(() => {
    if (typedCoupon().trim() !== '') ref.current?.requestSubmit();
  }, [ref]);
  const isTakable = found !== null && apply !== undefined;
  return (
    <form ref={ref} noValidate className="max-w-160 space-y-4" onSubmit={(event) => void submit(event)}>
      {(problem ?? changed) && <Callout color="red" title={problem ?? changed} />}
      <Field label="Coupon code" id="coupon-code" error={errors['coupon-code']}>
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            keepDraft(...PLACE, event.currentTarget.value);
            setFound(null);
            setChanged(null);
            onFound?.(null);
          }}
        />
      </Field>
      <div role="status">
        {found && (
          <Callout
            color="green"
            title={
              <>
                <Money cents={found.priceWithCoupon} /> instead of <Money cents={found.price} /> a month
              </>
            }
          >
            {found.words}
          </Callout>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {(!found || isTakable) && (
          <Button type="submit" variant={isTakable ? 'primary' : 'secondary'} busy={busy}>
            {isTakable ? 'Apply coupon' : 'Check coupon'}
          </Button>
        )}
        <Button
          onClick={() => {
            dropCoupon();
            onFound?.(null);
            onClose();
          }}
        >
          {found && !apply ? 'Remove' : 'Cancel'}
        </Button>
      </div>
    </form>
  );
}
