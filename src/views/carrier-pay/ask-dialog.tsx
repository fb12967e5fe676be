import { useApolloClient } from '@apollo/client/react';
import { type FormEvent, useId, useState } from 'react';
import { WriteToBrokerDocument } from '#src/generated/graphql/graphql.ts';
import { LONGEST_MESSAGE } from '#src/machines/job-message/job-message.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';

interface AskDialogProps {
  job: { leadId: string; reference: string };
  onClose: () => void;
  onSent: () => void;
}

/** A question about the pay of one job, sent to the broker as a message. */
export default function AskDialog({ job, onClose, onSent }: AskDialogProps) {
  const id = useId();
  const client = useApolloClient();
  const notify = useNotify();
  const [draft, keep] = useDraft<{ text: string }>(`ask-payment.${job.leadId}`);
  const { busy, problem, write } = useWrite({ inline: 'all' });
  const [attempt, setAttempt] = useState(0);
  const text = draft?.text ?? '';
  const key = useSendKey({ ...job, text });
  function send(event: FormEvent): void {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (text.trim() === '') return;
    void write({
      send: () =>
        mutate({ client, key }, WriteToBrokerDocument, { leadId: job.leadId, text: text.trim(), about: 'payment' }),
      done() {
        keep(null);
        notify.done('Question sent', { description: 'The answer appears in the job’s messages.' });
        onSent();
        onClose();
      },
      failed: 'Couldn’t send the question. Check your connection and try again.',
    });
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Ask about the payment for ${job.reference}`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={busy !== null}>
            Send question
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="space-y-3" onSubmit={send}>
        {problem && <Callout color="red" title={problem} />}
        <Field
          label="Your question"
          error={attempt > 0 && text.trim() === '' ? 'Write your question first.' : null}
          help="Your broker is notified. The answer comes in the job’s messages and by email."
        >
          <Textarea
            rows={4}
            maxLength={LONGEST_MESSAGE}
            value={text}
            onChange={(event) => keep(event.currentTarget.value === '' ? null : { text: event.currentTarget.value })}
          />
        </Field>
      </form>
    </Dialog>
  );
}
