import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { SendStateQuoteDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { showDate, today } from '#src/views/ui/dates.ts';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { placeText } from '#src/views/ui/move-words.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import type { StateLeadRow } from './state-lead-names.ts';

interface QuoteDialogProps {
  lead: StateLeadRow;
  onClose: () => void;
}

interface Draft {
  amount: number | null;
  message: string;
  validUntil: string | null;
}

const VALID_DAYS = 14;

const IDS: Record<keyof Draft, string> = {
  amount: 'quote-amount',
  message: 'quote-message',
  validUntil: 'quote-valid',
};

/** A price for the client, emailed with a link to answer it. */
export default function QuoteDialog({ lead, onClose }: QuoteDialogProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const [kept, keep] = useDraft<Draft>(`state-quote.${lead.id}`);
  const draft = kept ?? { amount: lead.quote?.amount ?? null, message: '', validUntil: addDays(today(), VALID_DAYS) };
  const { amount, message, validUntil } = draft;
  const change = (part: Partial<Draft>) => keep({ ...draft, ...part });
  const key = useSendKey({ lead: lead.id, ...draft });
  const email = lead.client?.email ?? '';
  const [sent, setSent] = useState(draft);
  const own = {
    [IDS.amount]: !amount && 'Enter your price.',
    [IDS.validUntil]:
      validUntil === null
        ? 'Enter how long the price is valid.'
        : validUntil < today() && 'Choose today or a later day.',
  };
  const form = useSubmit({
    errors: own,
    send: () => {
      setSent(draft);
      return client.mutate({
        mutation: SendStateQuoteDocument,
        variables: {
          leadId: lead.id,
          amount: amount!,
          message: message.trim() || null,
          validUntil: validUntil!,
          version: lead.version,
        },
        context: { headers: { 'idempotency-key': key } },
      });
    },
    done: () => {
      keep(null);
      notify.done(`Quote sent to ${email}`);
      onClose();
    },
    fallback: 'Couldn’t send the quote. Try again.',
    names: { amount: IDS.amount, valid_until: IDS.validUntil, message: IDS.message },
  });
  const { busy, attempt, problem, submit } = form;
  // What the server said of a field is about the value that it was sent.
  const isNow = (id: string) =>
    Boolean(own[id]) ||
    Object.entries(IDS).every(([name, of]) => of !== id || sent[name as keyof Draft] === draft[name as keyof Draft]);
  const errors = Object.fromEntries(Object.entries(form.errors).filter(([id]) => isNow(id)));

  return (
    <Dialog
      open
      onClose={onClose}
      title={lead.quote ? 'Send another quote' : 'Send a quote'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="quote-form" busy={busy}>
            Send quote
          </Button>
        </>
      }
    >
      <form id="quote-form" noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        {problem && <Callout color="red" title={problem} />}
        <FormErrors errors={errors} attempt={attempt} />
        {lead.quote && lead.quote.answer === null && (
          <Callout color="amber" title={`This replaces your quote of ${showMoney(lead.quote.amount)}`}>
            Its link stops working.
          </Callout>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Price" id="quote-amount" error={errors['quote-amount']}>
            <MoneyInput value={amount} onChange={(cents) => change({ amount: cents })} />
          </Field>
          <Field label="Valid until" id="quote-valid" error={errors['quote-valid']}>
            <DateInput value={validUntil} min={today()} onChange={(date) => change({ validUntil: date })} />
          </Field>
        </div>
        <Field label="Message" id="quote-message" optional error={errors['quote-message']}>
          <Textarea
            rows={4}
            maxLength={5000}
            value={message}
            onChange={(event) => change({ message: event.currentTarget.value })}
          />
        </Field>
        <section aria-label="The email" className="rounded-md border border-gray-200 bg-gray-50 p-3">
          <p className="text-gray-500">To {email}</p>
          <p className="mt-2">Hello {lead.client?.name},</p>
          <p className="mt-2">
            We’d like to handle your move from {placeText(lead.origin)} to {placeText(lead.destination)}.
          </p>
          {message.trim() && <p className="mt-2 whitespace-pre-line wrap-anywhere">{message.trim()}</p>}
          <p className="mt-2 font-medium">
            {amount ? showMoney(amount) : 'Your price'}
            {validUntil && <span className="font-normal text-gray-600">, valid until {showDate(validUntil)}</span>}
          </p>
          <p className="mt-2 text-gray-500">With a link to accept or decline.</p>
        </section>
      </form>
    </Dialog>
  );
}
