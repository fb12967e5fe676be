import { RecordPaymentDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { todayOf } from '../lead-lifecycle.ts';
import { fieldId, MoveFrame } from './move-frame.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';
import { mutate } from '#src/views/ui/mutate.ts';

const METHODS = ['Check', 'Bank transfer', 'Card', 'Cash', 'Other'].map((label) => ({ value: label, label }));

export default function RecordPaymentForm(props: MoveFormProps) {
  const today = todayOf(props.lead);
  const form = useMove({
    ...props,
    draft: { paidOn: today as string | null, method: '', note: '' },
    check: ({ paidOn, method }) => ({
      paidOn:
        (paidOn === null && 'Choose the day of the payment.') ||
        (paidOn !== null && paidOn > today && 'Choose today or an earlier day.'),
      method: method === '' && 'Choose how it was paid.',
    }),
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
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Paid on" id={fieldId('paidOn')} error={form.errors.paidOn}>
          <DateInput
            data-autofocus
            max={today}
            value={form.draft.paidOn}
            onChange={(paidOn) => form.change({ paidOn })}
          />
        </Field>
        <Field label="Paid by" id={fieldId('method')} error={form.errors.method}>
          <Select
            options={METHODS}
            placeholder="Choose…"
            value={form.draft.method}
            onChange={(event) => form.change({ method: event.currentTarget.value })}
          />
        </Field>
      </div>
      <Field
        label="Note"
        optional
        id={fieldId('note')}
        error={form.errors.note}
        help="Such as the number of the check."
      >
        <Input
          maxLength={500}
          value={form.draft.note}
          onChange={(event) => form.change({ note: event.currentTarget.value })}
        />
      </Field>
    </MoveFrame>
  );
}
