import { DateInput } from '#src/views/ui/date-input.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { fieldId } from './move-frame.tsx';

export interface PaymentDraft {
  paidOn: string | null;
  method: string;
  note: string;
}

const METHODS = ['Check', 'Bank transfer', 'Card', 'Cash', 'Other'].map((label) => ({ value: label, label }));

export const emptyPayment = (today: string): PaymentDraft => ({ paidOn: today, method: '', note: '' });

export const checkPayment = ({ paidOn, method }: PaymentDraft, today: string) => ({
  paidOn:
    (paidOn === null && 'Choose the day of the payment.') ||
    (paidOn !== null && paidOn > today && 'Choose today or an earlier day.'),
  method: method === '' && 'Choose how it was paid.',
});

/** When and how money was paid. */
export function PaymentFields({
  today,
  draft,
  errors,
  change,
  note = null,
}: {
  today: string;
  draft: PaymentDraft;
  errors: Readonly<Record<string, string>>;
  change: (part: Partial<PaymentDraft>) => void;
  /** What has to be said of it; otherwise a note may be. */
  note?: string | null;
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Paid on" id={fieldId('paidOn')} error={errors.paidOn}>
          <DateInput data-autofocus max={today} value={draft.paidOn} onChange={(paidOn) => change({ paidOn })} />
        </Field>
        <Field label="Paid by" id={fieldId('method')} error={errors.method}>
          <Select
            options={METHODS}
            placeholder="Choose…"
            value={draft.method}
            onChange={(event) => change({ method: event.currentTarget.value })}
          />
        </Field>
      </div>
      <Field
        label={note ?? 'Note'}
        optional={note === null}
        id={fieldId('note')}
        error={errors.note}
        help={note === null ? 'For example, the check number.' : undefined}
      >
        <Input maxLength={500} value={draft.note} onChange={(event) => change({ note: event.currentTarget.value })} />
      </Field>
    </>
  );
}
