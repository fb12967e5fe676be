import { DAY } from '#src/machines/calendar/durations.ts';
import { TRIAL_LEADS_PER_DAY } from '#src/machines/subscription/entitlement.ts';
import { useApolloClient } from '@apollo/client/react';
import { type ReactNode, useRef, useState } from 'react';
import { StartSubscriptionDocument } from '#src/generated/graphql/graphql.ts';
import { ChosenArea } from '#src/views/onboarding/chosen-area.tsx';
import { cityDraft } from '#src/views/onboarding/cities-draft.ts';
import { OnboardingStep } from '#src/views/onboarding/onboarding-step.tsx';
import { useSession, useUser } from '#src/views/session/session-context.ts';
import { CardForm } from '#src/views/subscription/card-form.tsx';
import {
  checkCoupon,
  CouponForm,
  dropCoupon,
  type FoundCoupon,
  typedCoupon,
} from '#src/views/subscription/coupon-form.tsx';
import { PaymentsClosed } from '#src/views/brokerage/payments-closed.tsx';
import { StartButton } from '#src/views/subscription/start-button.tsx';
import { actionOf, isDue, type Plan, usePlan } from '#src/views/subscription/use-plan.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { readDraft } from '#src/views/ui/draft-storage.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { showDay } from '#src/views/ui/dates.ts';
import { Money } from '#src/views/ui/money.tsx';
import { priceChange } from '#src/views/ui/price-change.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

const TopCitiesPage = lazy(() => import('./top-cities-page.tsx'));

/** The second gate of a business, after choosing its areas: nothing else is shown until its trial has started. */
export default function SubscribePage() {
  const { role, id } = useUser();
  // A choice that was begun and not saved is continued after a reload.
  const [isChangingArea, setChangingArea] = useState(() => role === 'mover' && readDraft(...cityDraft(id)) !== null);
  const backToOffer = () => setChangingArea(false);
  if (isChangingArea)
    return (
      <LazyBoundary>
        <TopCitiesPage onBack={backToOffer} />
      </LazyBoundary>
    );
  return role === 'mover' ? <Offer onChangeArea={() => setChangingArea(true)} /> : <Wait />;
}

/** The frame of each question here. */
function Step({ title, above, children }: { title: string; above?: ReactNode; children: ReactNode }) {
  const session = useSession();
  return (
    <HeroLayout
      above={above}
      title={title}
      below={
        <button type="button" className="link" onClick={() => session.send({ type: 'sign-out.asked' })}>
          Sign out
        </button>
      }
    >
      {children}
    </HeroLayout>
  );
}

function Offer({ onChangeArea }: { onChangeArea: () => void }) {
  useTitle('Subscribe');
  const { plan, failed, readAgain } = usePlan();
  const mayTry = !plan || (plan.payments !== 'off' && actionOf(plan, 'trial.started')?.may === true);
  return (
    <Step title={mayTry ? 'Start your free trial' : 'Subscribe'} above={mayTry && <OnboardingStep step={3} />}>
      {plan ? (
        <Plans plan={plan} readAgain={readAgain} onChangeArea={onChangeArea} />
      ) : failed ? (
        <FailedState title="The offer could not be loaded" onRetry={() => void readAgain().catch(() => {})} />
      ) : (
        <Loading label="Loading the offer…">
          <Bone className="mb-4 h-20" />
          <Bone className="h-10" />
        </Loading>
      )}
    </Step>
  );
}

interface PlansProps {
  plan: Plan;
  readAgain: () => Promise<Plan>;
  onChangeArea: () => void;
}

function Plans({ plan, readAgain, onChangeArea }: PlansProps) {
  const session = useSession();
  const client = useApolloClient();
  const { busy, problem, write } = useWrite({ inline: 'all' });
  const [cardOpen, setCardOpen] = useState(false);
  const [couponOpen, setCouponOpen] = useState(() => typedCoupon() !== '');
  const [coupon, setCoupon] = useState<FoundCoupon | null>(null);
  const couponForm = useRef<HTMLFormElement>(null);
  const isChecking = () => coupon === null && checkCoupon(couponForm);

  const start = async () => {
    if (isChecking()) return setCardOpen(false);
    await write({
      send: () =>
        client.mutate({
          mutation: StartSubscriptionDocument,
          variables: { coupon: coupon?.code ?? null, price: coupon?.priceWithCoupon ?? plan.price, trial: true },
        }),
      done() {
        dropCoupon();
        session.send({ type: 'user.changed' });
      },
      failed: 'Couldn’t start the trial. Try again.',
      reasonOf: priceChange,
      refused(error) {
        if (problemOf(error).status !== 409) return false;
        const isPrice = priceChange(error) !== null;
        void readAgain().then(
          // Started in another window: the gate is open there, so it is here. Someone whose card already had its trial
          // decides again.
          ({ status }) => !isPrice && status !== 'inactive' && session.send({ type: 'user.changed' }),
          () => {},
        );
        return !isPrice;
      },
    });
  };
  const couponPart = couponOpen ? (
    <CouponForm form={couponForm} onFound={setCoupon} onClose={() => setCouponOpen(false)} />
  ) : (
    <button type="button" className="link" onClick={() => setCouponOpen(true)}>
      I have a coupon
    </button>
  );

  if (plan.payments !== 'off' && !actionOf(plan, 'trial.started')?.may) {
    const goOn = () => {
      session.send({ type: 'user.changed' });
      void readAgain().catch(() => {});
    };
    const isMissing = isDue(plan);
    return (
      <div className="space-y-4">
        {isMissing ? (
          <Callout
            color="red"
            title={plan.refusal ? 'The first payment didn’t go through' : 'The first payment is missing'}
          >
            {plan.refusal && `${plan.refusal} `}Your card was saved. Pay with this or another card under Billing.
          </Callout>
        ) : (
          <>
            {problem && <Callout color="red" title={problem} />}
            <Callout color="blue" title="The free trial was used">
              It was already used with this email or card. Subscribe to see every move request in your cities and states
              for <Money cents={plan.price} /> a month. Cancel at any time.
            </Callout>
            {couponPart}
          </>
        )}
        <div className="flex flex-wrap gap-2">
          {/* Stays while the payment is missing, because the bank may be asking about it. */}
          <StartButton
            plan={coupon ? { ...plan, coupon: coupon.coupon, priceWithCoupon: coupon.priceWithCoupon } : plan}
            coupon={coupon?.code ?? null}
            mayBegin={() => !isChecking()}
            onTried={(isStarted) => {
              if (!isStarted) return void readAgain().catch(() => {});
              dropCoupon();
              goOn();
            }}
          />
          {isMissing && (
            <Button variant="primary" className="w-full" onClick={goOn}>
              Continue
            </Button>
          )}
          {/* With a card on file, the gate is open. */}
          {!isMissing && plan.hasCard && <Button onClick={goOn}>Not now</Button>}
        </div>
      </div>
    );
  }
  if (plan.payments === 'off') return <PaymentsClosed title="You can’t subscribe online yet" to="start" />;
  return (
    <div className="space-y-4">
      <ChosenArea onChange={onChangeArea} />
      <p>
        See every move request in your cities and states for{' '}
        <strong className="font-semibold">{plan.trialDays} days</strong> without a card, with the client’s phone and
        email for {TRIAL_LEADS_PER_DAY} of them a day.
      </p>
      <ul className="list-disc space-y-1 pl-5 text-gray-600">
        <li>You are only charged if you add a card. Cancel at any time.</li>
        <li>Your assistants use the same subscription.</li>
        <li>One trial per company, email address, and card.</li>
      </ul>
      <Summary price={coupon?.priceWithCoupon ?? plan.price} words={coupon?.words} trialDays={plan.trialDays} />
      {couponPart}
      {problem && <Callout color="red" title={problem} />}
      {cardOpen ? (
        <>
          <p className="text-gray-600">Nothing is charged until the trial ends.</p>
          <CardForm confirm="Save card and start" onKept={start} onCancel={() => setCardOpen(false)} />
        </>
      ) : (
        <>
          <Button variant="primary" size="lg" className="w-full" busy={busy !== null} onClick={() => void start()}>
            Start free trial
          </Button>
          <Button className="w-full" onClick={() => setCardOpen(true)}>
            Add a card now
          </Button>
        </>
      )}
    </div>
  );
}

/** What is due today, and what will be due from when on. */
function Summary({ price, words, trialDays }: { price: number; words?: string; trialDays: number }) {
  const [end] = useState(() => new Date(Date.now() + trialDays * DAY).toISOString());
  return (
    <dl aria-label="What you pay" className="space-y-1 rounded-lg border border-gray-200 p-4">
      <div className="flex justify-between gap-4 font-semibold">
        <dt>Today</dt>
        <dd className="tabular-nums">
          <Money cents={0} />
        </dd>
      </div>
      <div className="flex justify-between gap-4 text-gray-600">
        <dt className="whitespace-nowrap">From {showDay(end)}</dt>
        <dd className="text-right tabular-nums">
          <Money cents={price} /> a month
          {words && <span className="block text-gray-500">{words}</span>}
        </dd>
      </div>
    </dl>
  );
}

/** An assistant can only wait for the mover, and check again. */
function Wait() {
  useTitle('Subscribe');
  const session = useSession();
  return (
    <Step title="Your company has not started yet">
      <div className="space-y-4">
        <p>Your company’s owner has to start the free trial first. Ask them to sign in, then continue here.</p>
        <Button className="w-full" onClick={() => session.send({ type: 'user.changed' })}>
          Check again
        </Button>
      </div>
    </Step>
  );
}
