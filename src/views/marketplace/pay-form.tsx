import { ClockIcon } from '@heroicons/react/24/outline';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { cx } from '#src/views/ui/class-names.ts';
import { CardEntry, CardEntryBones } from '#src/views/ui/payment/card-entry.tsx';
import { useBank } from '#src/views/ui/payment/use-bank.tsx';
import { intoView } from '#src/views/ui/draw-then-focus.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { Guarantee } from './guarantee.tsx';
import type { HeldProps } from './held-purchase.tsx';
import { PurchaseLines } from './purchase-lines.tsx';
import { actionOf, type Checkout } from './use-checkout.ts';
import { clockText, useCountdown } from './use-countdown.ts';
import { onlyIf } from '#src/machines/phrases.ts';

/** The shares are held: a card pays for them, and its bank may require authentication. */
export function PayForm({ purchase, checkout }: HeldProps) {
  const { send, snapshot } = checkout;
  const { card, problem, isRefusedHere } = snapshot.context;
  const pay = actionOf(purchase, 'payment.begun');
  const letGo = actionOf(purchase, 'reservation.released')?.may ? () => send({ type: 'release.asked' }) : undefined;
  const isMissing = !card && pay?.may !== false && !snapshot.matches({ held: 'opening' });
  const confirmed = async () => send({ type: 'card.confirmed' });
  const refused = () => send({ type: 'card.refused' });
  return (
    <div className="space-y-4">
      <Countdown until={purchase.reservedUntil} onEnd={() => send({ type: 'purchase.doubted' })} />
      <PurchaseLines purchase={purchase} />
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 wrap-anywhere">
          We’ll email the contacts and your receipt to <strong className="font-medium">{purchase.email}</strong>.
        </p>
        {letGo && (
          <Button
            size="sm"
            variant="ghost"
            aria-label="Change email address"
            busy={snapshot.matches({ held: 'returning' })}
            onClick={() => send({ type: 'address.asked' })}
          >
            Change
          </Button>
        )}
      </div>
      {/* The same for every address: what it has bought is between us and its mailbox. */}
      <p className="text-gray-600">
        If this address already bought one of these leads, we’ve sent an email about it. Check its inbox before you pay.
      </p>
      {purchase.refusal && !isRefusedHere && (
        <Callout ref={intoView} color="red" title={purchase.refusal} className="scroll-m-4" />
      )}
      {problem && !isMissing && <Callout ref={intoView} color="red" title={problem} className="scroll-m-4" />}
      {purchase.state === 'authenticating' && card && (
        <BankQuestion card={card} onAnswered={() => send({ type: 'purchase.doubted' })} />
      )}
      {card ? (
        <CardEntry
          key={card.clientSecret}
          intent={card}
          confirm={`Pay ${showMoney(purchase.total - purchase.credit)}`}
          keep={confirmed}
          onRefused={refused}
          onCancel={letGo}
        />
      ) : pay?.may === false ? (
        <Callout color="amber" title="Cards can’t be accepted right now">
          {onlyIf(pay.unmet)}
        </Callout>
      ) : isMissing ? (
        <NoCardForm checkout={checkout} onCancel={letGo} />
      ) : (
        <CardEntryBones />
      )}
      <Guarantee />
    </div>
  );
}

/** The card form could not be opened, whatever the state of the purchase: retry, or release the leads. */
function NoCardForm({
  checkout: { snapshot, send },
  onCancel,
}: {
  checkout: Checkout;
  onCancel: (() => void) | undefined;
}) {
  return (
    <>
      <Callout
        color="red"
        title={snapshot.context.problem ?? 'The card form could not be opened.'}
        action={
          <Button size="sm" onClick={() => send({ type: 'card-form.asked' })}>
            Try again
          </Button>
        }
      />
      {onCancel && (
        <Button busy={snapshot.matches({ held: 'releasing' })} onClick={onCancel}>
          Cancel
        </Button>
      )}
    </>
  );
}

/** How long the shares are held. Announced when time is running short, not every second. */
function Countdown({ until, onEnd }: { until: string; onEnd: () => void }) {
  const left = useCountdown(until, onEnd);
  const isShort = left <= 60;
  return (
    <div
      className={cx(
        'flex items-center gap-2 rounded-md border px-3 py-2.5',
        isShort ? 'border-amber-200 bg-amber-50' : 'border-gray-200 bg-gray-50',
      )}
    >
      <ClockIcon className={cx('size-4', isShort ? 'text-amber-700' : 'text-gray-500')} aria-hidden />
      <span>
        Held for you for{' '}
        <span role="timer" className="font-medium tabular-nums">
          {clockText(left)}
        </span>
      </span>
      <span role="status" className="sr-only">
        {isShort && 'Less than a minute is left.'}
      </span>
    </div>
  );
}

interface BankQuestionProps {
  card: NonNullable<Checkout['snapshot']['context']['card']>;
  /** Either way, the provider knows the outcome. */
  onAnswered: () => void;
}

/** After a reload the bank's authentication is still pending: complete it, or try another card below. */
function BankQuestion({ card, onAnswered }: BankQuestionProps) {
  const bank = useBank();
  const { busy, write } = useWrite();
  const answer = () =>
    void write({
      send: () => bank.askAboutPayment(card).catch(() => {}),
      done: onAnswered,
      failed: 'Your bank couldn’t be asked. Try again.',
    });
  return (
    <>
      <Callout
        color="amber"
        title="Your bank wants to confirm it’s you"
        action={
          <Button variant="primary" size="sm" busy={busy !== null} onClick={answer}>
            Answer
          </Button>
        }
      >
        Or pay with another card below.
      </Callout>
      {bank.dialog}
    </>
  );
}
