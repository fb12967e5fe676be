import { RecordPaymentDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { todayOf } from '../lead-lifecycle.ts';
import { MoveFrame } from './move-frame.tsx';
import { checkPayment, emptyPayment, PaymentFields } from './payment-fields.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';
import { mutate } from '#src/views/ui/mutate.ts';

export default function RecordPaymentForm(props: MoveFormProps) {
  const today = todayOf(props.lead);
  const form = useMove({
    ...props,
    draft: emptyPayment(today),
    check: (draft) => checkPayment(draft, today),
    save: ({ draft, version, lead, ...by }) =>
      mutate(by, RecordPaymentDocument, {
        leadId: lead.id,
        version,
        amount: lead.invoice?.total ?? 0,
        paidOn: draft.paidOn!,
        method: draft.method,
        note: draft.note.trim() || null,
      }),
    done: `Payment of ${props.lead.client.name} recorded`,
  });
  const { lead } = form;
  return (
    <MoveFrame
      form={form}
      title={`Record the payment of ${lead.invoice ? showMoney(lead.invoice.total) : 'the invoice'}`}
      verb="Record payment"
    >
      <PaymentFields today={today} draft={form.draft} errors={form.errors} change={form.change} />
    </MoveFrame>
  );
}
