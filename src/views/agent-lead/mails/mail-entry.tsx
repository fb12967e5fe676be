import { useApolloClient } from '@apollo/client/react';
import { EnvelopeIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { LeadMailTextDocument, type LeadMailsFragment, type LeadMailState } from '#src/generated/graphql/graphql.ts';
import { Badge, type Tone } from '#src/views/ui/badge.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';

export type LeadMail = LeadMailsFragment['leadMails'][number];

const STATES: Record<LeadMailState, { word: string; tone: Tone }> = {
  waiting: { word: 'Sending', tone: 'blue' },
  held: { word: 'Not sent, address stopped', tone: 'red' },
  sent: { word: 'Sent', tone: 'green' },
  failed: { word: 'Not delivered', tone: 'red' },
  bounced: { word: 'Bounced', tone: 'red' },
};

/**
 * An email to the client in the activity of a lead, with its delivery status; one written by an agent can be expanded.
 */
export function MailEntry({ mail }: { mail: LeadMail }) {
  const client = useApolloClient();
  const notify = useNotify();
  const [text, setText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { word, tone } = STATES[mail.state];

  async function toggle(): Promise<void> {
    if (isOpen) return setOpen(false);
    try {
      if (text === null) {
        const { data } = await client.query({ query: LeadMailTextDocument, variables: { id: mail.id } });
        setText(data!.leadMailText.text);
      }
      setOpen(true);
    } catch (failure) {
      notify.failed(failure, 'The email could not be loaded. Try again.');
    }
  }
  return (
    <div className="flex items-start gap-3">
      <span className="mt-0.5 -mx-1 size-4 shrink-0 text-gray-500">
        <EnvelopeIcon />
      </span>
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {mail.writtenBy ? (
            <>
              <span className="font-medium">{mail.writtenBy}</span> emailed the client
            </>
          ) : (
            'Email to the client'
          )}
          {': '}
          {mail.writtenBy ? (
            <button type="button" className="link text-left" aria-expanded={isOpen} onClick={() => void toggle()}>
              {mail.subject}
            </button>
          ) : (
            mail.subject
          )}
        </p>
        {isOpen && text !== null && (
          <p className="my-3 rounded-lg border border-gray-200 bg-gray-50 px-4 py-3 whitespace-pre-line wrap-anywhere">
            {text}
          </p>
        )}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-gray-500 wrap-anywhere">
          <RelativeTime instant={mail.bouncedAt ?? mail.deliveredAt ?? mail.createdAt} />
          <span className="min-w-0">{mail.to}</span>
          <Badge tone={tone}>{word}</Badge>
        </p>
        {mail.problem && mail.state !== 'sent' && <p className="text-gray-500 wrap-anywhere">{mail.problem}</p>}
      </div>
    </div>
  );
}
