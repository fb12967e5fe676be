import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { CounterBidDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormDialog } from '#src/views/ui/form-dialog.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useKeptText } from '#src/views/ui/use-kept-text.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import type { Bid } from './bid-list.tsx';

interface CounterDialogProps {
  lead: { id: string; version: number };
  bid: Bid;
  onClose: () => void;
  /** The lead or the bid has changed since it was shown. */
  onStale: () => void;
}

const AMOUNT = 'counter-amount';

/** Asks a carrier that has bid for another amount. */
export default function CounterDialog({ lead, bid, onClose, onStale }: CounterDialogProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const [amount, setAmount] = useState<number | null>(bid.counter?.amount ?? null);
  const [note, setNote] = useKeptText(`counter.${bid.id}`);
  const sent = {
    leadId: lead.id,
    bidId: bid.id,
    version: lead.version,
    offered: bid.amount,
    amount: amount ?? 0,
    note: note.trim() || null,
  };
  const key = useSendKey(sent);
  const form = useSubmit({
    errors: {
      [AMOUNT]:
        (!amount && 'Enter the amount.') || (amount === bid.amount && 'This is what the carrier has bid. Award it.'),
    },
    names: { amount: AMOUNT },
    send: () =>
      client.mutate({
        mutation: CounterBidDocument,
        variables: sent,
        context: { headers: { 'idempotency-key': key } },
      }),
    done: () => {
      setNote('');
      notify.done(`${bid.carrier.legalName} was asked for ${showMoney(sent.amount)}`);
      onClose();
    },
    fallback: 'Couldn’t send the counter-offer.',
    refused: (error) => {
      if (problemOf(error).status === 409) onStale();
      return false;
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Counter the bid of ${bid.carrier.legalName}`}
      verb="Send counter-offer"
      busy={form.busy}
      onSubmit={(event) => void form.submit(event)}
    >
      <FormErrors errors={form.errors} attempt={form.attempt} />
      {form.problem && <Callout color="red" title={form.problem} />}
      <p className="text-gray-600">
        The carrier gets an email and can bid your amount with one press. Its bid of {showMoney(bid.amount)} stays
        valid, and you can still award it.
      </p>
      <Field id={AMOUNT} label="Your amount" error={form.errors[AMOUNT] ?? null}>
        <MoneyInput data-autofocus value={amount} onChange={setAmount} />
      </Field>
      <Field id="counter-note" label="Message to the carrier" optional>
        <Textarea rows={2} maxLength={500} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
      </Field>
    </FormDialog>
  );
}
