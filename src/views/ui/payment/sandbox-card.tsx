import { useEffect, useState } from 'react';
import { Callout } from '#src/views/ui/callout.tsx';
import { intoView } from '#src/views/ui/draw-then-focus.ts';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { MaskedInput } from '#src/views/ui/masked-input.tsx';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { CardActions } from './card-actions.tsx';
import type { CardEntryProps } from './card-entry.tsx';
import { NoConnection, connected } from './connection.ts';
import { ProviderRefusal, askSandbox, intentOf, isPayment } from './sandbox-api.ts';
import { useBank } from './use-bank.tsx';

const TEST_CARDS = [
  ['4242 4242 4242 4242', 'works'],
  ['4000 0025 0000 3155', 'its bank asks for verification'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 0341', 'is saved, but declined when charged'],
] as const;

/** The card form of the payment sandbox: test cards only. */
export default function SandboxCard({
  intent: { publishableKey: key, clientSecret },
  confirm,
  mayCharge,
  keep,
  onRefused,
  onCancel,
  takesFocus,
}: CardEntryProps) {
  const bank = useBank();
  const [number, setNumber] = useState('');
  const [expiry, setExpiry] = useState('');
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    if (takesFocus) document.getElementById('card-number')?.focus();
  }, [takesFocus]);
  const month = Number(expiry.slice(0, 2));
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      'card-number': number.replaceAll(' ', '').length < 15 && 'Enter your card number.',
      'card-expiry': (expiry.length < 7 || month < 1 || month > 12) && 'Enter month and year, such as 12 / 30.',
      'card-code': code.length < 3 && 'Enter the security code: 3 or 4 digits.',
    },
    send: async () => {
      setRefusal(null);
      const entered = await enter();
      if (entered) await keep(entered);
    },
    done: () => {},
    fallback: isPayment(clientSecret)
      ? 'The payment didn’t go through. Try again.'
      : 'Couldn’t save the card. Try again.',
    refused: (error) => {
      if (!(error instanceof ProviderRefusal || error instanceof NoConnection)) return false;
      setRefusal(error.message);
      // If the provider may have received it, load its status.
      if (error instanceof ProviderRefusal || !error.isCertain) onRefused?.();
      return true;
    },
  });

  /** Null if the card may no longer be charged. @throws ProviderRefusal */
  async function enter(): Promise<string | null> {
    const intent = intentOf(clientSecret);
    const resource = `${isPayment(clientSecret) ? 'payment' : 'setup'}_intents/${intent}`;
    const what = { isPayment: isPayment(clientSecret) };
    const { id } = await connected({ ...what, isCertain: true }, () =>
      askSandbox(key, 'payment_methods', {
        type: 'card',
        'card[number]': number.replaceAll(' ', ''),
        'card[exp_month]': String(month),
        'card[exp_year]': `20${expiry.slice(-2)}`,
        'card[cvc]': code,
      }),
    );
    if (mayCharge && !(await mayCharge())) return null;
    const { status } = await connected({ ...what, isCertain: false }, () =>
      askSandbox(key, `${resource}/confirm`, { client_secret: clientSecret, payment_method: id }),
    );
    if (status !== 'requires_action') return intent;
    const outcome = (await bank.ask()) ? 'agreed' : 'refused';
    const answer = await connected({ ...what, isCertain: false }, () =>
      askSandbox(key, `${resource}/authenticate`, { client_secret: clientSecret, outcome }),
    );
    const error = answer.last_setup_error ?? answer.last_payment_error;
    if (error) throw new ProviderRefusal(error.message);
    return intent;
  }

  const said = refusal ?? problem;
  return (
    <form noValidate className="max-w-160 space-y-4" onSubmit={(event) => void submit(event)}>
      {said && <Callout ref={intoView} color="red" title={said} className="scroll-m-4" />}
      <FormErrors errors={errors} attempt={attempt} />
      <Field label="Card number" id="card-number" error={errors['card-number']}>
        <MaskedInput
          mask="#### #### #### ####"
          inputMode="numeric"
          autoComplete="cc-number"
          value={number}
          onChange={setNumber}
        />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Expires" id="card-expiry" error={errors['card-expiry']}>
          <MaskedInput
            mask="## / ##"
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder="MM / YY"
            value={expiry}
            onChange={setExpiry}
          />
        </Field>
        <Field label="Security code" id="card-code" error={errors['card-code']}>
          <MaskedInput mask="####" inputMode="numeric" autoComplete="cc-csc" value={code} onChange={setCode} />
        </Field>
      </div>
      <Callout color="blue" title="Test mode: no money moves">
        <p>Use one of these numbers with any code and a future date:</p>
        <ul className="mt-1">
          {TEST_CARDS.map(([test, what]) => (
            <li key={test}>
              <button type="button" className="link" onClick={() => setNumber(test)}>
                {test}
              </button>{' '}
              {what}
            </li>
          ))}
        </ul>
      </Callout>
      <CardActions confirm={confirm} busy={busy} onCancel={onCancel} />
      {bank.dialog}
    </form>
  );
}
