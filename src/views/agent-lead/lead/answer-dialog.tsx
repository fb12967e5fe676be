import { useApolloClient } from '@apollo/client/react';
import { AnswerRescheduleDocument } from '#src/generated/graphql/graphql.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { FormDialog } from '#src/views/ui/form-dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useKeptText } from '#src/views/ui/use-kept-text.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';

interface AnswerDialogProps {
  lead: { id: string; client: { name: string; email: string | null } };
  days: string;
  accepts: boolean;
  version: number;
  /** What has to happen before the dates can change. */
  note?: string | undefined;
  onClose: () => void;
  onDone: () => void;
}

/** Accepts or declines the dates that a client requests, with a message from the brokerage. */
export function AnswerDialog({ lead, days, accepts, version, note, onClose, onDone }: AnswerDialogProps) {
  const client = useApolloClient();
  const [words, setWords] = useKeptText(`answer-dates.${lead.id}.${accepts}`);
  const sent = { leadId: lead.id, version, accepts, words: words.trim() || null };
  const key = useSendKey(sent);
  const form = useSubmit({
    errors: { 'dates-words': !accepts && sent.words === null && 'Tell the client why.' },
    send: () =>
      client.mutate({
        mutation: AnswerRescheduleDocument,
        variables: sent,
        context: { headers: { 'idempotency-key': key } },
      }),
    done: () => {
      setWords('');
      onDone();
      onClose();
    },
    fallback: 'Couldn’t send your answer.',
    refused: (error) => {
      if (problemOf(error).status === 409) onDone();
      return false;
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={accepts ? `Accept ${days}?` : `Decline ${days}?`}
      verb={accepts ? 'Accept dates' : 'Decline dates'}
      danger={!accepts}
      busy={form.busy}
      onSubmit={(event) => void form.submit(event)}
    >
      {form.problem && <Callout color="red" title={form.problem} />}
      <p className="text-gray-600">
        {lead.client.email
          ? `${lead.client.name} gets an email and can read it on the client page.`
          : `${lead.client.name} can read it on the client page. There is no email address to write to.`}
        {accepts && ' The lead keeps its old dates until you change them.'}
        {accepts && note && ` ${note}`}
      </p>
      <Field
        id="dates-words"
        label="Message to the client"
        optional={accepts}
        error={form.errors['dates-words'] ?? null}
      >
        <Textarea rows={3} maxLength={1000} value={words} onChange={(event) => setWords(event.currentTarget.value)} />
      </Field>
    </FormDialog>
  );
}
