import {
  type Payee,
  RecordPaymentDocument,
  RecordPayoutDocument,
  RecordRefundDocument,
} from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { Select } from '#src/views/ui/select.tsx';
import { todayOf } from '../lead-lifecycle.ts';
import { fieldId, MoveFrame } from './move-frame.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';

/**
 * A client's payment by check, cash, or transfer: prefilled with the deposit if that is due, otherwise with the full
 * amount due.
 */
export function RecordPaymentForm(props: MoveFormProps) {
  const today = todayOf(props.lead);
  const { money } = props.lead;
  const due = props.lead.facts.balanceDue ?? 0;
  const tooMuchOf = ({ amount }: { amount: number | null }) => (amount ?? 0) - Math.max(0, due);
  const draft: PaymentDraft & { amount: number | null; overpaid: boolean } = {
    ...emptyPayment(today),
    overpaid: false,
    // After the move is completed, the whole rest is due, including any former deposit.
    amount:
      money?.depositDue && props.lead.state !== 'completed_contracts'
        ? Math.min(money.depositDue, due)
        : due > 0
          ? due
          : null,
  };
  const form = useMove({
    ...props,
    draft,
    check: (given) => ({
      amount: !given.amount && 'Enter the amount.',
      overpaid: tooMuchOf(given) > 0 && !given.overpaid && 'Check this, or correct the amount.',
      ...checkPayment(given, today),
    }),
    save: ({ draft: given, version, lead, ...by }) =>
      mutate(by, RecordPaymentDocument, {
        leadId: lead.id,
        version,
        amount: given.amount!,
        due: lead.facts.balanceDue,
        overpaid: tooMuchOf(given) > 0 && given.overpaid,
        paidOn: given.paidOn!,
        method: given.method,
        note: given.note.trim() || null,
      }),
    done: `Payment of ${props.lead.client.name} recorded`,
    keptAs: 'payment',
    keeps: ['note'],
  });
  return (
    <MoveFrame form={form} title="Record a payment" verb="Record payment">
      <Field
        label="Amount"
        id={fieldId('amount')}
        error={form.errors.amount}
        help={due > 0 ? `${showMoney(due)} is due.` : 'Nothing is due.'}
      >
        <MoneyInput value={form.draft.amount} onChange={(amount) => form.change({ amount })} />
      </Field>
      {tooMuchOf(form.draft) > 0 && (
        <Checkbox
          id={fieldId('overpaid')}
          label={`The client paid ${showMoney(tooMuchOf(form.draft))} more than is due`}
          help="It is listed as overpaid until you refund it."
          error={form.errors.overpaid}
          checked={form.draft.overpaid}
          onChange={(event) => form.change({ overpaid: event.currentTarget.checked })}
        />
      )}
      <PaymentFields today={today} draft={form.draft} errors={form.errors} change={form.change} />
    </MoveFrame>
  );
}

/** A refund to the client by check, cash, or transfer; card payments are refunded at the payment provider. */
export function RecordRefundForm({ paid, overpaid, ...props }: MoveFormProps & { paid: number; overpaid: number }) {
  const today = todayOf(props.lead);
  const draft: PaymentDraft & { amount: number | null } = { ...emptyPayment(today), amount: null };
  const form = useMove({
    ...props,
    draft,
    check: (given) => ({
      amount:
        (!given.amount && 'Enter the amount.') ||
        ((given.amount ?? 0) > paid && `The client has paid ${showMoney(paid)}.`),
      ...checkPayment(given, today, REFUND),
      note: given.note.trim() === '' && 'Give the reason.',
    }),
    save: ({ draft: given, version, lead, ...by }) =>
      mutate(by, RecordRefundDocument, {
        leadId: lead.id,
        version,
        amount: given.amount!,
        paidOn: given.paidOn!,
        method: given.method,
        reason: given.note.trim(),
      }),
    done: `Refund to ${props.lead.client.name} recorded`,
    keptAs: 'refund',
    keeps: ['note'],
  });
  const { state, facts } = props.lead;
  const { amount } = form.draft;
  // Before that, a refunded client usually does not move at all.
  const dueAgain = state === 'completed_contracts' && amount ? (facts.balanceDue ?? 0) + amount : 0;
  return (
    <MoveFrame form={form} title="Record a refund" verb="Record refund">
      <p className="text-gray-600">
        For money you sent back yourself. Refund card payments at the card provider; they’re listed here automatically.
      </p>
      {/* Nothing here is optional, which is said where the dialogs of other payments have a note. */}
      <div data-marked className="space-y-4">
        <Field
          label="Amount"
          id={fieldId('amount')}
          error={form.errors.amount}
          help={
            overpaid > 0
              ? `${showMoney(overpaid)} is overpaid; ${showMoney(paid)} was paid in all.`
              : `${showMoney(paid)} was paid.`
          }
        >
          <MoneyInput data-autofocus value={form.draft.amount} onChange={(amount) => form.change({ amount })} />
        </Field>
        {dueAgain > 0 && (
          <Callout color="amber" title={`${showMoney(dueAgain)} will be due from the client`}>
            A refund doesn’t change the price, so the client is asked for it again. To let the client keep it, reduce
            the price first.
          </Callout>
        )}
        <PaymentFields words={REFUND} today={today} draft={form.draft} errors={form.errors} change={form.change} />
      </div>
    </MoveFrame>
  );
}

/** Records the payment of what was still owed when the contract was closed. */
export function RecordPayoutForm({ payee, ...props }: MoveFormProps & { payee: Payee }) {
  const { lead } = props;
  const today = todayOf(lead);
  const { awardedCarrier, awardAmount } = lead.contract;
  const whom = payee === 'carrier' ? (awardedCarrier?.legalName ?? 'the carrier') : 'the broker';
  const form = useMove({
    ...props,
    draft: emptyPayment(today),
    check: (draft) => checkPayment(draft, today),
    save: ({ draft, version, ...by }) =>
      mutate(by, RecordPayoutDocument, {
        leadId: lead.id,
        version,
        payee,
        paidOn: draft.paidOn!,
        method: draft.method,
        note: draft.note.trim() || null,
      }),
    done: `Payment to ${whom} recorded`,
    keptAs: `payout.${payee}`,
    keeps: ['note'],
  });
  const amount = payee === 'carrier' && awardAmount !== null ? ` of ${showMoney(awardAmount)}` : '';
  return (
    <MoveFrame form={form} title={`Record the payment${amount} to ${whom}`} verb="Record payment">
      <PaymentFields today={today} draft={form.draft} errors={form.errors} change={form.change} />
    </MoveFrame>
  );
}

interface PaymentDraft {
  paidOn: string | null;
  method: string;
  note: string;
}

const METHODS = ['Check', 'Bank transfer', 'Card', 'Cash', 'Other'].map((label) => ({ value: label, label }));

const emptyPayment = (today: string): PaymentDraft => ({ paidOn: today, method: '', note: '' });

const PAYMENT = { noun: 'payment', did: 'paid', on: 'Paid on', by: 'Paid by', isReasoned: false };
/** It needs a reason instead of a note. */
const REFUND = { noun: 'refund', did: 'refunded', on: 'Refunded on', by: 'Refunded by', isReasoned: true };

const checkPayment = ({ paidOn, method }: PaymentDraft, today: string, { noun, did } = PAYMENT) => ({
  paidOn:
    (paidOn === null && `Choose the day of the ${noun}.`) ||
    (paidOn !== null && paidOn > today && 'Choose today or an earlier day.'),
  method: method === '' && `Choose how it was ${did}.`,
});

/** The date and method of a payment. */
function PaymentFields({
  today,
  draft,
  errors,
  change,
  words: { on, by, isReasoned } = PAYMENT,
}: {
  today: string;
  draft: PaymentDraft;
  errors: Readonly<Record<string, string>>;
  change: (part: Partial<PaymentDraft>) => void;
  words?: typeof PAYMENT;
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={on} id={fieldId('paidOn')} error={errors.paidOn}>
          <DateInput
            data-autofocus={!isReasoned || undefined}
            max={today}
            value={draft.paidOn}
            onChange={(paidOn) => change({ paidOn })}
          />
        </Field>
        <Field label={by} id={fieldId('method')} error={errors.method}>
          <Select
            options={METHODS}
            placeholder="Choose…"
            value={draft.method}
            onChange={(event) => change({ method: event.currentTarget.value })}
          />
        </Field>
      </div>
      <Field
        label={isReasoned ? 'Reason' : 'Note'}
        optional={!isReasoned}
        id={fieldId('note')}
        error={errors.note}
        help={isReasoned ? undefined : 'For example, the check number.'}
      >
        <Input maxLength={500} value={draft.note} onChange={(event) => change({ note: event.currentTarget.value })} />
      </Field>
    </>
  );
}
