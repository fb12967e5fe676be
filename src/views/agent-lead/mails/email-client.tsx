import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import {
  PreviewLeadMailDocument,
  type PreviewLeadMailMutation,
  SendLeadMailDocument,
} from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import {
  type MailDraft,
  MailFields,
  type MailTemplateChoice,
  SUBJECT_ID,
  TEXT_ID,
  wrongWords,
} from './mail-fields.tsx';
import { MailFrame } from './mail-frame.tsx';

type Preview = PreviewLeadMailMutation['previewLeadMail'];

interface EmailClientProps {
  lead: { id: string; client: { name: string; email: string | null } };
  onClose: () => void;
}

/** An email to the client of a lead: written, previewed, sent. The draft is kept until it is sent. */
export default function EmailClient({ lead, onClose }: EmailClientProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const [kept, keep] = useDraft<MailDraft>(`lead-mail.${lead.id}`);
  const draft = kept ?? { subject: '', text: '' };
  /** The draft that a template replaced. */
  const [replaced, setReplaced] = useState<MailDraft | null>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [offBecause, setOffBecause] = useState<string | null>(null);
  const key = useSendKey({ leadId: lead.id, ...draft });

  async function ask(words?: MailDraft): Promise<Preview> {
    const { data } = await client.mutate({
      mutation: PreviewLeadMailDocument,
      variables: { leadIds: [lead.id], ...words },
    });
    return data!.previewLeadMail;
  }
  // Checked before anyone writes in vain.
  useEffect(() => {
    void client
      .mutate({ mutation: PreviewLeadMailDocument, variables: { leadIds: [lead.id] } })
      .then(({ data }) => setOffBecause(data?.previewLeadMail.leads[0]?.offBecause ?? null))
      .catch(() => {});
  }, [client, lead.id]);

  const write = useSubmit({
    errors: wrongWords(draft),
    send: () => ask(draft),
    done: setPreview,
    fallback: 'The preview could not be made. Try again.',
    names: { subject: SUBJECT_ID, text: TEXT_ID },
  });
  const send = useSubmit({
    errors: {},
    send: () => mutate({ client, key }, SendLeadMailDocument, { leadId: lead.id, ...draft }),
    done: () => {
      keep(null);
      notify.done(`Your email to ${lead.client.name} is on its way`);
      onClose();
    },
    fallback: 'Couldn’t send the email. Try again.',
  });
  async function take({ subject, text }: MailTemplateChoice): Promise<void> {
    if (draft.text.trim() || draft.subject.trim()) setReplaced(draft);
    keep({ subject, text });
    try {
      const { shown } = await ask({ subject, text });
      keep({ subject: shown.subject, text: shown.text });
    } catch (failure) {
      notify.failed(failure, 'The blanks couldn’t be filled in yet. They’re filled in when you preview the email.');
    }
  }

  const blocked = preview?.leads[0]?.offBecause ?? offBecause;
  const problem = send.problem ?? write.problem;
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={`Email ${lead.client.name}`}
      footer={
        preview ? (
          <>
            <Button onClick={() => setPreview(null)}>Edit</Button>
            <Button
              type="submit"
              variant="primary"
              busy={send.busy}
              disabled={blocked !== null}
              onClick={() => void send.submit()}
            >
              Send email
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={write.busy} onClick={() => void write.submit()}>
              Preview email
            </Button>
          </>
        )
      }
    >
      <div className="space-y-4">
        {blocked !== null && <Callout color="amber" role="alert" title={blocked} />}
        {problem && <Callout color="red" role="alert" title={problem} />}
        {preview ? (
          <MailFrame mail={preview.shown} />
        ) : (
          <>
            <FormErrors errors={write.errors} attempt={write.attempt} />
            {replaced && (
              <Callout
                color="blue"
                title="The template replaced what you wrote"
                action={
                  <Button
                    size="sm"
                    onClick={() => {
                      keep(replaced);
                      setReplaced(null);
                    }}
                  >
                    Put it back
                  </Button>
                }
              />
            )}
            <MailFields
              draft={draft}
              errors={write.errors}
              onChange={keep}
              onTemplate={(template) => void take(template)}
              help="It’s sent in your name, and replies come to you."
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
