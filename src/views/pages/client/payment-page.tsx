import { useEffect, useRef, useState } from 'react';
import {
  CheckMovePaymentDocument,
  type MoneyOfClientFragment,
  MoneyOfMoveDocument,
  PayForMoveDocument,
} from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { intoView, takeFocus } from '#src/views/ui/draw-then-focus.ts';
import { showDate } from '#src/views/ui/dates.ts';
import { Facts } from '#src/views/ui/facts.tsx';
import { LegalLayout } from '#src/views/ui/legal-layout.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { CardEntry, CardEntryBones, type CardIntent } from '#src/views/ui/payment/card-entry.tsx';
import { CallLink } from '#src/views/ui/call-link.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import type { ClientScreenProps } from './client.tsx';
import { balanceName, priceText } from './balance-name.ts';
import { LinkPage } from './link-page.tsx';

export default function PaymentPage({ params }: ClientScreenProps) {
  const token = params.token ?? '';
  return (
    <LinkPage document={MoneyOfMoveDocument} token={token} noun="payment">
      {({ clientMoney }, reload) => <Payment read={clientMoney} token={token} reload={reload} />}
    </LinkPage>
  );
}

const CARD = 'rounded-lg border border-gray-200 bg-white p-4 sm:p-8';

/** What is due, the card to pay it, and what was paid. */
function Payment({ read, token, reload }: { read: MoneyOfClientFragment; token: string; reload: () => void }) {
  const { money, card, busy, problem, paid, open, mayCharge, confirmed, declined } = useCard(read, token, reload);
  const { brokerage, payable, reference } = money;
  useTitle(`Payment for move ${reference}`);
  const isDeposit = payable?.kind === 'deposit';
  const isDue = payable?.isDue ?? false;
  return (
    <LegalLayout brokerage={brokerage}>
      <div className="space-y-5">
        <PaidNote paid={paid} />
        {/* If what is due has changed, the form is gone, and the focus with it. */}
        {problem && <Callout ref={card ? intoView : takeFocus} tabIndex={-1} color="red" title={problem} />}
        <article className={CARD}>
          <h1 className="text-lg font-semibold tracking-tight sm:text-xl">
            {!payable || !isDue ? 'Your payments' : isDeposit ? 'Pay your deposit' : 'Pay your balance'}
          </h1>
          <p className="mt-1 mb-6 text-gray-600">Move {reference}</p>
          <Facts
            facts={[
              { name: 'For', value: money.clientName },
              {
                name: 'Price of your move',
                value: money.total === null ? null : priceText(money.total, money.reduced),
              },
              { name: 'Paid so far', value: <Money cents={money.paid} /> },
              ...(isDeposit
                ? [
                    {
                      name: 'Deposit due now',
                      value: (
                        <strong>
                          <Money cents={payable.amount} />
                        </strong>
                      ),
                    },
                    { name: 'Balance after this payment', value: <Money cents={money.due - payable.amount} /> },
                  ]
                : money.due < 0
                  ? [{ name: 'Overpaid', value: <Money cents={-money.due} /> }]
                  : [{ name: balanceName(payable), value: <Money cents={money.due} /> }]),
              ...(money.invoice && money.due > 0
                ? [{ name: `Invoice ${money.invoice.number}`, value: `due ${showDate(money.invoice.dueOn)}` }]
                : []),
            ]}
          />
          {payable && (
            <div className="mt-6 border-t border-gray-200 pt-6">
              {!isDue && <p className="mb-4 text-gray-600">Nothing is due now. You can pay the balance early.</p>}
              {card ? (
                <CardEntry
                  key={card.clientSecret}
                  intent={card}
                  confirm={`Pay ${showMoney(card.amount)}`}
                  mayCharge={() => mayCharge(card)}
                  keep={confirmed}
                  onRefused={declined}
                  takesFocus
                />
              ) : busy ? (
                <CardEntryBones />
              ) : (
                <Button
                  variant={isDue ? 'primary' : 'secondary'}
                  size="lg"
                  className="max-sm:w-full"
                  onClick={() => void open(payable)}
                >
                  Pay {showMoney(payable.amount)} by card
                </Button>
              )}
            </div>
          )}
          {!payable && !money.isSigned && (
            <p className="mt-6 text-gray-600">You can pay here once you have signed your moving agreement.</p>
          )}
        </article>
        {money.payments.length > 0 && (
          <section aria-labelledby="paid" className={CARD}>
            <h2 id="paid" className="mb-2 font-semibold">
              Payments
            </h2>
            <ul className="divide-y divide-gray-100">
              {money.payments.map((payment) => (
                <li key={payment.id} className="flex justify-between gap-3 py-2">
                  <span>
                    {payment.isRefund ? 'Refund' : 'Payment'}, {showDate(payment.paidOn)}
                  </span>
                  <Money cents={payment.isRefund ? -payment.amount : payment.amount} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <p className="px-1 text-sm text-gray-600">
          To pay another way, or with questions, call <CallLink phone={brokerage.phone} />.
        </p>
      </div>
    </LegalLayout>
  );
}

/** After a payment the form is gone, so the focus moves here. */
function PaidNote({ paid }: { paid: number | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (paid !== null) box.current?.focus();
  }, [paid]);
  if (paid === null) return null;
  return (
    <Callout color="green" ref={box} tabIndex={-1} role="status" title={`Thank you. We received ${showMoney(paid)}.`}>
      We emailed you a receipt.
    </Callout>
  );
}

/** The card form, with the amount that it was opened for, and what had been paid by then. */
interface OpenCard extends CardIntent {
  amount: number;
  earlier: ReadonlySet<string>;
}

type Opened = Pick<OpenCard, 'amount' | 'earlier'>;

/** Other payments may have come meanwhile, so what was paid by this card is the new one of its amount. */
const isPaid = ({ payments }: MoneyOfClientFragment, { amount, earlier }: Opened): boolean =>
  payments.some((one) => one.method === 'card' && !one.isRefund && one.amount === amount && !earlier.has(one.id));

class AnotherForm extends Error {}
class AnotherAmount extends Error {}

const FAILED = 'Couldn’t reach the server. Check your connection and try again. You won’t be charged twice.';

/**
 * The provider's card form: opened for the amount shown, which the server confirms again right before it is charged;
 * once the provider reports success, the payment is checked with the server.
 */
function useCard(read: MoneyOfClientFragment, token: string, reload: () => void) {
  const [checked, setChecked] = useState<MoneyOfClientFragment | null>(null);
  const [card, setCard] = useState<OpenCard | null>(null);
  const [paid, setPaid] = useState<number | null>(null);
  const { busy, problem, write } = useWrite({ inline: 'all' });
  const money = checked ?? read;

  const moneyNow = async () => (await ask(CheckMovePaymentDocument, { token })).checkMovePayment;

  async function check(opened: Opened): Promise<void> {
    const now = await moneyNow();
    setChecked(now);
    if (isPaid(now, opened)) thank(opened);
  }

  function thank({ amount }: Opened): void {
    setPaid(amount);
    setCard(null);
  }

  /** What is due is no longer what this page says. */
  function refused(error: unknown): void {
    if (problemOf(error).status !== 409) return;
    setCard(null);
    setChecked(null);
    reload();
  }

  const open = ({ amount }: { amount: number }) =>
    write({
      send: () => ask(PayForMoveDocument, { token, amount }),
      async done({ payForMove: { clientSecret, publishableKey, provider } }) {
        const earlier = new Set(money.payments.map(({ id }) => id));
        // Paid in another tab: nothing is left to enter.
        if (clientSecret === null) return await check({ amount, earlier });
        setPaid(null);
        setChecked((now) => now && { ...now, refusal: null });
        setCard({ clientSecret, publishableKey, provider, amount, earlier });
      },
      failed: FAILED,
      refused,
    });

  async function mayCharge(opened: OpenCard): Promise<boolean> {
    let may = false;
    await write({
      send: () => ask(PayForMoveDocument, { token, amount: opened.amount }),
      async done({ payForMove: { clientSecret, publishableKey, provider } }) {
        may = clientSecret === opened.clientSecret;
        if (clientSecret === null) await check(opened);
        else if (!may) {
          setCard({ ...opened, clientSecret, publishableKey, provider });
          throw new AnotherForm();
        }
      },
      failed: FAILED,
      reasonOf: (error) => (error instanceof AnotherForm ? 'Enter your card again. It wasn’t charged.' : null),
      refused,
    });
    return may;
  }

  /**
   * The card form says why the provider refused it. That may be because another tab has paid, or because something else
   * is due by now: then the form is of no use anymore.
   */
  const declined = () =>
    card &&
    void write({
      send: moneyNow,
      done(now) {
        if (!isPaid(now, card) && now.payable?.amount === card.amount) return;
        setChecked(now);
        if (isPaid(now, card)) return thank(card);
        setCard(null);
        throw new AnotherAmount();
      },
      failed: FAILED,
      reasonOf: () => 'The amount has changed since you saw it. Your card wasn’t charged.',
      refused: (error) => !(error instanceof AnotherAmount),
    });

  const confirmed = async () => void (card && (await write({ send: () => check(card), failed: FAILED })));
  return {
    money,
    card,
    busy: busy !== null,
    problem: busy === null ? (problem ?? checked?.refusal ?? null) : null,
    paid,
    open,
    mayCharge,
    confirmed,
    declined,
  };
}
