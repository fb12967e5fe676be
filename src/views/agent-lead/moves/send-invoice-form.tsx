import { SendInvoiceDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { Field } from '#src/views/ui/field.tsx';
import { todayOf } from '../lead-lifecycle.ts';
import { fieldId, MoveFrame } from './move-frame.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';
import { mutate } from '#src/views/ui/mutate.ts';

export default function SendInvoiceForm(props: MoveFormProps) {
  const today = todayOf(props.lead);
  const totalOf = ({ money }: MoveFormProps['lead']) => money?.total;
  const form = useMove({
    ...props,
    draft: { dueOn: props.lead.invoice?.dueOn ?? (addDays(today, 14) as string | null) },
    check: ({ dueOn }) => ({
      dueOn:
        !props.lead.invoice &&
        ((dueOn === null && 'Choose when it is due.') ||
          (dueOn !== null && dueOn < today && 'Choose today or a later day.')),
    }),
    // An issued invoice keeps its due date; it is only emailed again.
    save: ({ draft, version, lead, ...by }) =>
      mutate(by, SendInvoiceDocument, {
        leadId: lead.id,
        version,
        total: totalOf(lead) ?? 0,
        dueOn: lead.invoice ? undefined : draft.dueOn,
      }),
    done: `Invoice sent to ${props.lead.client.name}`,
  });
  const { lead } = form;
  const { invoice } = lead;
  const total = totalOf(lead);
  return (
    <MoveFrame
      form={form}
      title={invoice ? `Send invoice ${invoice.number} again` : 'Send the invoice'}
      verb="Send invoice"
      size={invoice ? 'sm' : 'md'}
    >
      <p className="text-gray-700">
        {lead.client.name} gets the invoice
        {total !== undefined && (
          <>
            {' '}
            for <span className="font-medium">{showMoney(total)}</span>
          </>
        )}{' '}
        by email
        {lead.client.email && ` at ${lead.client.email}`}, as a PDF.
        {invoice ? ` It is due ${showDate(invoice.dueOn)}.` : ' It gets its number when you send it.'}
      </p>
      {!invoice && (
        <Field label="Due on" id={fieldId('dueOn')} error={form.errors.dueOn}>
          <DateInput data-autofocus min={today} value={form.draft.dueOn} onChange={(dueOn) => form.change({ dueOn })} />
        </Field>
      )}
    </MoveFrame>
  );
}
