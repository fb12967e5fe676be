import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import {
  PreviewLeadMailDocument,
  type PreviewLeadMailMutation,
  SendLeadMailDocument,
} from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import type { LeadRow } from '../lead-lifecycle.ts';
import { BulkResults, failureOf, mayTryAgain, type Result } from '../list/bulk-results.tsx';
import { type MailDraft, MailFields, SUBJECT_ID, TEXT_ID, wrongWords } from './mail-fields.tsx';
import { MailFrame } from './mail-frame.tsx';

type Preview = PreviewLeadMailMutation['previewLeadMail'];

interface BulkEmailProps {
  leads: readonly LeadRow[];
  /** True if anything was sent. */
  onClose: (isDone: boolean) => void;
}

/** One email to each client of many leads: written once, with blanks, previewed, and sent lead by lead. */
export default function BulkEmail({ leads: chosen, onClose }: BulkEmailProps) {
  const client = useApolloClient();
  // The list behind may drop leads meanwhile; the dialog keeps showing them.
  const [leads] = useState(chosen);
  const [kept, keep] = useDraft<MailDraft>('lead-mail.many');
  const draft = kept ?? { subject: '', text: '' };
  /** Includes the text that it was made from: what was previewed is what is sent. */
  const [looked, setLooked] = useState<{ preview: Preview; words: MailDraft } | null>(null);
  const preview = looked?.preview ?? null;
  const [results, setResults] = useState<Readonly<Record<string, Result>> | null>(null);
  /** One key per client: a retry after a lost response sends no second email. */
  const keys = useRef(new Map<string, string>());
  const write = useSubmit({
    errors: wrongWords(draft),
    send: async () => {
      const { data } = await client.mutate({
        mutation: PreviewLeadMailDocument,
        variables: { leadIds: leads.map(({ id }) => id), ...draft },
      });
      return data!.previewLeadMail;
    },
    done: (made) => {
      // A different text is a different email.
      keys.current = new Map(leads.map(({ id }) => [id, crypto.randomUUID()]));
      setLooked({ preview: made, words: draft });
    },
    fallback: 'The preview could not be made. Try again.',
    names: { subject: SUBJECT_ID, text: TEXT_ID },
  });
  const skipped = preview?.leads.filter(({ offBecause }) => offBecause !== null) ?? [];
  const reached = leads.filter(({ id }) => preview?.leads.some((one) => one.id === id && one.offBecause === null));
  const failures = reached.filter(({ id }) => mayTryAgain(results?.[id]));
  const isRunning = results !== null && Object.values(results).includes('busy');

  async function run(all: readonly LeadRow[]): Promise<void> {
    const { words } = looked!;
    setResults((before) => ({ ...before, ...Object.fromEntries(all.map(({ id }) => [id, 'busy' as const])) }));
    for (const { id } of all) {
      const result = await mutate({ client, key: keys.current.get(id) }, SendLeadMailDocument, { leadId: id, ...words })
        .then((): Result => 'done')
        .catch(failureOf);
      setResults((before) => ({ ...before, [id]: result }));
    }
    keep(null);
  }

  const footer = results ? (
    <>
      {failures.length > 0 && !isRunning && (
        <Button onClick={() => void run(failures)}>Try {failures.length === 1 ? 'it' : 'those'} again</Button>
      )}
      <Button variant="primary" busy={isRunning} onClick={() => onClose(true)}>
        Done
      </Button>
    </>
  ) : preview ? (
    <>
      <Button onClick={() => setLooked(null)}>Edit</Button>
      <Button type="submit" variant="primary" disabled={reached.length === 0} onClick={() => void run(reached)}>
        Send {showCount(reached.length, 'email')}
      </Button>
    </>
  ) : (
    <>
      <Button onClick={() => onClose(false)}>Cancel</Button>
      <Button type="submit" variant="primary" busy={write.busy} onClick={() => void write.submit()}>
        Preview emails
      </Button>
    </>
  );
  return (
    <Dialog
      open
      size="lg"
      onClose={() => !isRunning && onClose(results !== null)}
      title={`Email the ${leads.length === 1 ? 'client of 1 lead' : `clients of ${leads.length} leads`}`}
      footer={footer}
    >
      <div className="space-y-4">
        {results ? (
          <BulkResults leads={reached} results={results} done="Sent" />
        ) : preview ? (
          <>
            {skipped.length > 0 && (
              <Callout
                color="amber"
                title={
                  reached.length === 0
                    ? 'None of these clients can be emailed'
                    : `${showCount(skipped.length, 'lead')} of ${leads.length} will be skipped`
                }
              >
                <ul className="mt-1 space-y-1">
                  {skipped.map(({ id, clientName, offBecause }) => (
                    <li key={id} className="wrap-anywhere">
                      <span className="font-medium">{clientName}</span>: {offBecause}
                    </li>
                  ))}
                </ul>
              </Callout>
            )}
            {reached.length > 0 && (
              <>
                <p className="text-gray-600">
                  {reached.length === 1
                    ? 'This is the email.'
                    : `This is the first of ${reached.length}. Each client gets an email of their own.`}
                </p>
                <MailFrame mail={preview.shown} />
              </>
            )}
          </>
        ) : (
          <>
            {write.problem && <Callout color="red" role="alert" title={write.problem} />}
            <FormErrors errors={write.errors} attempt={write.attempt} />
            <MailFields
              draft={draft}
              errors={write.errors}
              onChange={keep}
              onTemplate={({ subject, text }) => keep({ subject, text })}
              help="Blanks such as {{client first name}} are filled in for each client."
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
