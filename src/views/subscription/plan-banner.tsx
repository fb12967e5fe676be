import { useLocation } from 'wouter';
import { showCount } from '#src/machines/amount/amounts.ts';
import { showDay } from '#src/views/ui/dates.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { DueCallout } from './due-callout.tsx';
import { isDue, usePlan } from './use-plan.ts';
import { daysUntil } from './words.ts';

interface PlanBannerProps {
  /** An assistant is informed, but cannot do anything about it. */
  isMover: boolean;
  /** The page of the cards and the subscription. */
  billingHref: string;
  /** What the business has access to has changed. */
  onChanged: () => void;
}

/** Above every page of the portal: a missing payment, a trial about to end, or an upcoming end. */
export default function PlanBanner({ isMover, billingHref, onChanged }: PlanBannerProps) {
  const { plan, readAgain } = usePlan();
  const [path] = useLocation();
  useLive('subscription', onChanged);
  if (!plan) return null;
  const { standing, cancelAtPeriodEnd, currentPeriodEnd, trialEndsAt, hasCard } = plan;
  const toSettings = (label: string) =>
    isMover ? (
      <LinkButton size="sm" href={billingHref}>
        {label}
      </LinkButton>
    ) : undefined;
  if (isDue(plan)) {
    // There, it is above the cards.
    if (isMover && path === billingHref.split('#')[0]) return null;
    return (
      <div className="mb-4">
        <DueCallout
          plan={plan}
          isMover={isMover}
          cardsHref={billingHref}
          onPaid={() => {
            void readAgain();
            onChanged();
          }}
        />
      </div>
    );
  }
  const end = currentPeriodEnd ?? trialEndsAt;
  if (cancelAtPeriodEnd && end)
    return (
      <Callout
        className="mb-4"
        color="amber"
        title={`Your subscription ends on ${showDay(end)}`}
        action={toSettings('Keep it')}
      />
    );
  if (standing === 'trialing' && end && !hasCard) {
    const days = daysUntil(end);
    return (
      <Callout
        className="mb-4"
        color="blue"
        title={`${showCount(days, 'day')} left of your free trial`}
        action={toSettings('Add a card')}
      />
    );
  }
  return null;
}
