import { RecordPaymentDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { Field } from '#src/views/ui/field.tsx';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { todayOf } from '../lead-lifecycle.ts';
import { fieldId, MoveFrame } from './move-frame.tsx';
import { checkPayment, emptyPayment, type PaymentDraft, PaymentFields } from './payment-fields.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';

/** What the client has paid by check, cash or transfer: the deposit where that is open, else all that is due, or a part. */
export default function RecordPaymentForm(props: MoveFormProps) {
  const today = todayOf(props.lead);
  const { money } = props.lead;
  const due = props.lead.facts.balanceDue ?? 0;
  const draft: PaymentDraft & { amount: number | null } = {
    ...emptyPayment(today),
    // Once the move is done all that is left is due, whatever of it was once a deposit.
    amount: money?.depositDue && props.lead.state !== 'completed_contracts' ? Math.min(money.depositDue, due) : due,
  };
  const form = useMove({
    ...props,
    draft,
    check: (given) => ({
      amount:
        (!given.amount && 'Enter the amount.') ||
        ((given.amount ?? 0) > due && `No more than ${showMoney(due)} is due.`),
      ...checkPayment(given, today),
    }),
    save: ({ draft: given, version, lead, ...by }) =>
      mutate(by, RecordPaymentDocument, {
        leadId: lead.id,
        version,
        amount: given.amount!,
        due: lead.facts.balanceDue,
        paidOn: given.paidOn!,
        method: given.method,
        note: given.note.trim() || null,
      }),
    done: `Payment of ${props.lead.client.name} recorded`,
  });
  return (
    <MoveFrame form={form} title="Record a payment" verb="Record payment">
      <Field label="Amount" id={fieldId('amount')} error={form.errors.amount} help={`${showMoney(due)} is due.`}>
        <MoneyInput value={form.draft.amount} onChange={(amount) => form.change({ amount })} />
      </Field>
      <PaymentFields today={today} draft={form.draft} errors={form.errors} change={form.change} />
    </MoveFrame>
  );
}
