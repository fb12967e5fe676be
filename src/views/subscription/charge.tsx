import { showMoney } from '#src/machines/amount/amounts.ts';
import { showDay } from '#src/views/ui/dates.ts';
import type { Plan } from './use-plan.ts';
import { couponWords, nextPayment } from './words.ts';

/** What subscribing costs now and later; `to` names the card on file, if any. */
export function Charge({ plan, to }: { plan: Plan; to?: string }) {
  const { coupon, priceWithCoupon } = plan;
  const next = nextPayment(plan);
  return (
    <p>
      <strong className="font-semibold text-gray-900">{showMoney(priceWithCoupon)}</strong> is charged now
      {to && (
        <>
          {' '}
          to your <span className="whitespace-nowrap">{to}</span>
        </>
      )}
      {coupon && ` (coupon ${coupon.code}: ${couponWords(coupon)})`}. The next payment is {showMoney(next.amount)} on{' '}
      {showDay(next.at)}, then every month until you cancel.
    </p>
  );
}
