import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { ApplyCouponDocument, KeepSubscriptionDocument, RemoveCouponDocument } from '#src/generated/graphql/graphql.ts';
import { showCount, showMoney } from '#src/machines/amount/amounts.ts';
import { showDay } from '#src/views/ui/dates.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import type { Tone } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Facts } from '#src/views/ui/facts.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { CANCEL_FAILED, CancelDialog } from './cancel-dialog.tsx';
import { checkCoupon, CouponForm, dropCoupon, type FoundCoupon, typedCoupon } from './coupon-form.tsx';
import { DueCallout } from './due-callout.tsx';
import { StartButton } from './start-button.tsx';
import { actionOf, isDue } from './use-plan.ts';
import type { Plan } from './use-plan.ts';
import { couponWords, daysUntil, planPriceOn } from './words.ts';

const states: Record<Plan['standing'], [Tone, string]> = {
  none: ['gray', 'Not subscribed'],
  incomplete: ['amber', 'Waiting for payment'],
  trialing: ['blue', 'Free trial'],
  active: ['green', 'Active'],
  past_due: ['amber', 'Payment overdue'],
  unpaid: ['red', 'Not paid'],
  canceled: ['gray', 'Ended'],
};

interface PlanCardProps {
  plan: Plan;
  /** Loads it again. */
  onChanged: () => void;
}

/** The state of the subscription, and the actions available now. */
export function PlanCard({ plan, onChanged }: PlanCardProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const [canceling, setCanceling] = useState(false);
  const [couponOpen, setCouponOpen] = useState(() => typedCoupon() !== '');
  /** Kept for the start of a subscription; one that runs takes it at once. */
  const [found, setFound] = useState<FoundCoupon | null>(null);
  const { busy, write } = useWrite();
  const couponForm = useRef<HTMLFormElement>(null);
  const { coupon } = plan;
  const takesCoupon = actionOf(plan, 'coupon.applied')?.may ?? false;
  const startsWithCoupon = plan.payments !== 'off' && (plan.standing === 'none' || plan.standing === 'canceled');
  const hasCouponForm = takesCoupon || startsWithCoupon;
  const [tone, word] =
    plan.cancelAtPeriodEnd && !isDue(plan) ? (['amber', 'Ends soon'] as const) : states[plan.standing];

  const act = (name: string, send: () => Promise<unknown>, done: string) =>
    write({ name, send, done, failed: 'Something went wrong. Try again.' }).then((isDone) => isDone && onChanged());

  return (
    <div className="max-w-160 space-y-4">
      <DueCallout plan={plan} isMover onPaid={onChanged} />
      <div className="rounded-lg border border-gray-200 p-4">
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <h3 className="font-semibold">Lead portal</h3>
          <Badge tone={tone}>{word}</Badge>
        </div>
        <Facts
          facts={[
            { name: 'Price', value: <Price plan={plan} /> },
            ...(coupon ? [{ name: 'Coupon', value: couponFact(coupon) }] : []),
            ...whatComes(plan),
          ]}
        />
        {plan.standing === 'none' && plan.usedTrial && (
          <p className="mt-4 text-gray-600">The free trial was already used with this email or card.</p>
        )}
        <div className="mt-4 flex flex-wrap gap-2">
          <StartButton
            plan={found ? { ...plan, coupon: found.coupon, priceWithCoupon: found.priceWithCoupon } : plan}
            coupon={found?.code ?? null}
            mayBegin={() => found !== null || !checkCoupon(couponForm)}
            onTried={(isStarted) => {
              if (isStarted && found) {
                dropCoupon();
                setFound(null);
                setCouponOpen(false);
              }
              onChanged();
            }}
          />
          {actionOf(plan, 'cancel.taken-back')?.may && (
            <Button
              variant="primary"
              busy={busy === 'keep'}
              onClick={() =>
                void act(
                  'keep',
                  () => client.mutate({ mutation: KeepSubscriptionDocument }),
                  'Your subscription continues',
                )
              }
            >
              Keep it
            </Button>
          )}
          {hasCouponForm && !couponOpen && <Button onClick={() => setCouponOpen(true)}>Use a coupon</Button>}
          {actionOf(plan, 'coupon.removed')?.may && (
            <Button
              busy={busy === 'coupon'}
              onClick={() =>
                void act('coupon', () => client.mutate({ mutation: RemoveCouponDocument }), 'Coupon removed')
              }
            >
              Remove coupon
            </Button>
          )}
          {actionOf(plan, 'cancel.asked')?.may && (
            <Button onClick={() => setCanceling(true)}>Cancel subscription</Button>
          )}
        </div>
        {actionOf(plan, 'cancel.taken-back')?.may === false && (
          <p className="mt-3 text-gray-600">To keep the subscription, add a card first.</p>
        )}
        {couponOpen && hasCouponForm && (
          <div className="mt-4 space-y-3">
            {takesCoupon && isDue(plan) && (
              <p className="text-gray-600">
                A coupon lowers the payments after this one: <Money cents={plan.amountDue} /> stays due.
              </p>
            )}
            <CouponForm
              key={String(takesCoupon)}
              form={couponForm}
              onClose={() => setCouponOpen(false)}
              {...(takesCoupon
                ? {
                    apply: async ({ code, priceWithCoupon }: FoundCoupon) => {
                      await client.mutate({ mutation: ApplyCouponDocument, variables: { code, priceWithCoupon } });
                      setCouponOpen(false);
                      notify.done('Coupon applied');
                      onChanged();
                    },
                  }
                : { onFound: setFound })}
            />
          </div>
        )}
      </div>
      <CancelDialog
        plan={plan}
        open={canceling}
        onClose={() => setCanceling(false)}
        onCanceled={() => {
          setCanceling(false);
          notify.done('Subscription canceled');
          onChanged();
        }}
        onStale={(error) => {
          setCanceling(false);
          notify.failed(error, CANCEL_FAILED);
          onChanged();
        }}
      />
    </div>
  );
}

function Price({ plan: { price, priceWithCoupon } }: { plan: Plan }) {
  if (price === priceWithCoupon) {
    return (
      <>
        <Money cents={price} /> a month
      </>
    );
  }
  return (
    <>
      <Money cents={priceWithCoupon} /> instead of <Money cents={price} /> a month
    </>
  );
}

const couponFact = (coupon: NonNullable<Plan['coupon']>): string =>
  `${coupon.code}: ${couponWords(coupon)}${coupon.endsAt ? `, until ${showDay(coupon.endsAt)}` : ''}`;

/** What happens next, and when. */
function whatComes(plan: Plan) {
  const { standing, cancelAtPeriodEnd, currentPeriodEnd, trialEndsAt, hasCard } = plan;
  const end = currentPeriodEnd ?? trialEndsAt;
  if (!end) return [];
  if (standing === 'canceled') return [{ name: 'Ended', value: showDay(end) }];
  if (cancelAtPeriodEnd)
    return [
      {
        name: 'Runs until',
        value: isDue(plan)
          ? `${showDay(end)}, once the overdue payment is made; it does not renew`
          : `${showDay(end)}; nothing more is charged`,
      },
    ];
  if (standing === 'trialing') {
    const days = daysUntil(end);
    const after = hasCard
      ? `then ${showMoney(planPriceOn(plan, end))} is charged to your card`
      : 'add a card to continue after it';
    return [{ name: 'Free until', value: `${showDay(end)} (${showCount(days, 'day')} left); ${after}` }];
  }
  return standing === 'active'
    ? [{ name: 'Next payment', value: `${showMoney(planPriceOn(plan, end))} on ${showDay(end)}` }]
    : [];
}
