import { type Payee, RecordPayoutDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { todayOf } from '../lead-lifecycle.ts';
import { MoveFrame } from './move-frame.tsx';
import { checkPayment, emptyPayment, PaymentFields } from './payment-fields.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';

/** What was still owed when the contract was closed has been paid since. */
export default function RecordPayoutForm({ payee, ...props }: MoveFormProps & { payee: Payee }) {
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
  });
  const amount = payee === 'carrier' && awardAmount !== null ? ` of ${showMoney(awardAmount)}` : '';
  return (
    <MoveFrame form={form} title={`Record the payment${amount} to ${whom}`} verb="Record payment">
      <PaymentFields today={today} draft={form.draft} errors={form.errors} change={form.change} />
    </MoveFrame>
  );
}
