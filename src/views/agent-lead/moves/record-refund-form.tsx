import { RecordRefundDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { Field } from '#src/views/ui/field.tsx';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { todayOf } from '../lead-lifecycle.ts';
import { fieldId, MoveFrame } from './move-frame.tsx';
import { checkPayment, emptyPayment, type PaymentDraft, PaymentFields } from './payment-fields.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';

/** Money that went back to the client by check, cash or transfer; a card is refunded at its provider. */
export default function RecordRefundForm({ paid, ...props }: MoveFormProps & { paid: number }) {
  const today = todayOf(props.lead);
  const draft: PaymentDraft & { amount: number | null } = { ...emptyPayment(today), amount: null };
  const form = useMove({
    ...props,
    draft,
    check: (given) => ({
      amount:
        (!given.amount && 'Enter the amount.') ||
        ((given.amount ?? 0) > paid && `The client has paid ${showMoney(paid)}.`),
      ...checkPayment(given, today),
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
  });
  return (
    <MoveFrame form={form} title="Record a refund" verb="Record refund">
      <p className="text-gray-600">
        For money you sent back yourself. Refund card payments at the card provider; they’re listed here automatically.
      </p>
      <Field label="Amount" id={fieldId('amount')} error={form.errors.amount} help={`${showMoney(paid)} was paid.`}>
        <MoneyInput value={form.draft.amount} onChange={(amount) => form.change({ amount })} />
      </Field>
      <PaymentFields today={today} draft={form.draft} errors={form.errors} change={form.change} note="Reason" />
    </MoveFrame>
  );
}
