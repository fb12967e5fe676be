import { useState } from 'react';
import {
  ConfirmLeadMailsDocument,
  type ConfirmLeadMailsMutation,
  LeadMailsLinkDocument,
} from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { EmailSubscribeLayout } from '#src/views/ui/email-subscribe-layout.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { useLink } from '#src/views/ui/use-link.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useToken } from '#src/views/ui/use-token.ts';
import { MailNote } from './mail-note.tsx';
import { stateNames } from './state-names.ts';

/** The link of the mail that asked: opening it changes nothing, the button does. */
export function ConfirmMails() {
  useTitle('Confirm mails about leads');
  const token = useToken();
  const [choice, setChoice] = useState<ConfirmLeadMailsMutation['confirmLeadMails'] | null>(null);
  const { state } = useLink(LeadMailsLinkDocument, token);
  const [refused, setRefused] = useState<{ detail: string | null } | null>(null);
  const dead = refused ?? (state.is === 'dead' ? state : null);
  const { busy, attempt, problem, submit } = useSubmit({
    errors: {},
    send: () => ask(ConfirmLeadMailsDocument, { token }),
    done: ({ confirmLeadMails }) => setChoice(confirmLeadMails),
    refused(error) {
      const { status, detail, fields } = problemOf(error);
      if (status === 404 || 'token' in fields) setRefused({ detail: null });
      else if (status === 410 || status === 409) setRefused({ detail });
      else return false;
      return true;
    },
    fallback: 'That did not work. Check your connection and try again.',
  });
  if (choice) {
    return (
      <MailNote
        title="You are on the list"
        action={
          <LinkButton href={hrefs.market.leads({ states: choice.states.length > 10 ? '' : choice.states.join(',') })}>
            See the leads for sale
          </LinkButton>
        }
      >
        <p>
          <b className="font-medium">{choice.email}</b> gets mails about new leads from {stateNames(choice.states)}.
        </p>
        <p>Every mail has a link that ends them.</p>
      </MailNote>
    );
  }
  if (dead) {
    return (
      <MailNote
        title="This link does not work any more"
        action={<LinkButton href={hrefs.market.subscribe()}>Ask for the mails again</LinkButton>}
      >
        <p>
          {dead.detail ??
            'Nothing is behind it. If you copied it, part of it may be missing: open the link in our mail instead.'}
        </p>
      </MailNote>
    );
  }
  if (state.is === 'loading') {
    return (
      <EmailSubscribeLayout title="Confirm mails about leads">
        <Loading>
          <TextBones lines={2} />
        </Loading>
      </EmailSubscribeLayout>
    );
  }
  return (
    <EmailSubscribeLayout title="Confirm mails about leads">
      <form className="space-y-4" onSubmit={(event) => void submit(event)}>
        {problem && <Callout key={attempt} color="red" title={problem} />}
        <p className="-mt-3 text-gray-700">One press, and new leads of the states that you chose come by mail.</p>
        <Button type="submit" variant="primary" busy={busy} className="h-10 w-full">
          Yes, send me mails
        </Button>
      </form>
    </EmailSubscribeLayout>
  );
}
