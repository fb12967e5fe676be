import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { CancelSubscriptionDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { showDay } from '#src/views/ui/dates.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useKeptText } from '#src/views/ui/use-kept-text.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { isDue } from './use-plan.ts';
import type { Plan } from './use-plan.ts';

const words = {
  too_few_leads: 'Too few leads',
  too_expensive: 'Too expensive',
  season_over: 'The season is over',
  other: 'Something else',
};
type Reason = keyof typeof words;

export const CANCEL_FAILED = 'Couldn’t cancel the subscription. Try again.';

interface CancelDialogProps {
  plan: Plan;
  open: boolean;
  onClose: () => void;
  onCanceled: () => void;
  /** It has changed elsewhere, such as in another tab. */
  onStale: (error: unknown) => void;
}

/** Asks for the reason, and shows until when the subscription runs. */
export function CancelDialog({ plan, open, onClose, onCanceled, onStale }: CancelDialogProps) {
  const client = useApolloClient();
  const [reason, setReason] = useState<Reason | null>(null);
  const [text, setText] = useKeptText('cancel-subscription');
  const { busy, errors, problem, submit } = useSubmit({
    errors: {
      'cancel-reason': reason === null && 'Choose a reason.',
      'cancel-text': reason === 'other' && text.trim() === '' && 'Tell us more.',
    },
    send: () =>
      client.mutate({
        mutation: CancelSubscriptionDocument,
        variables: { id: plan.id!, reason: [words[reason!], text.trim()].filter(Boolean).join(': ') },
      }),
    done() {
      setText('');
      onCanceled();
    },
    fallback: CANCEL_FAILED,
    refused(error) {
      const isStale = problemOf(error).status === 409;
      if (isStale) onStale(error);
      return isStale;
    },
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Cancel the subscription?"
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="danger" busy={busy} onClick={() => void submit()}>
            Cancel subscription
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {problem && <Callout color="red" title={problem} />}
        <p className="text-gray-600">
          {whatHappens(plan)} Then names and contacts are hidden; leads and notes are kept.{' '}
          {isDue(plan) ? 'The subscription does not renew.' : 'Nothing more is charged.'}
        </p>
        <RadioGroup
          legend="Why?"
          choices={(Object.keys(words) as Reason[]).map((value) => ({ value, label: words[value] }))}
          value={reason}
          onChange={setReason}
          error={errors['cancel-reason']}
        />
        <Field
          label="What could be better?"
          id="cancel-text"
          optional={reason !== 'other'}
          error={errors['cancel-text']}
        >
          <Textarea maxLength={400} rows={3} value={text} onChange={(event) => setText(event.currentTarget.value)} />
        </Field>
      </div>
    </Dialog>
  );
}

/** Until when the leads stay open. A missing payment remains due, because it is for the period that has started. */
function whatHappens(plan: Plan): string {
  const end = plan.currentPeriodEnd ?? plan.trialEndsAt;
  const until = end ? ` until ${showDay(end)}` : '';
  if (!isDue(plan)) return `You and your assistants have your leads${until}.`;
  const grace =
    plan.payUntil && plan.status !== 'inactive' ? `, or until ${showDay(plan.payUntil)} if it is not paid` : '';
  return `Your payment of ${showMoney(plan.amountDue)} is still due. Once it is paid, you and your assistants have your leads${until}${grace}.`;
}
