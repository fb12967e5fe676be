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
import { type DeadToken, deadToken, useLink } from '#src/views/ui/use-link.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useToken } from '#src/views/ui/use-token.ts';
import { MailNote } from './mail-note.tsx';
import { choiceNames } from './state-names.ts';

/** The target of the confirmation link: opening it changes nothing, the button does. */
export function ConfirmMails() {
  useTitle('Confirm lead emails');
  const token = useToken();
  const [choice, setChoice] = useState<ConfirmLeadMailsMutation['confirmLeadMails'] | null>(null);
  const { state } = useLink(LeadMailsLinkDocument, token);
  const [refused, setRefused] = useState<DeadToken | null>(null);
  const dead = refused ?? (state.is === 'dead' ? state : null);
  const { busy, attempt, problem, submit } = useSubmit({
    errors: {},
    send: () => ask(ConfirmLeadMailsDocument, { token }),
    done: ({ confirmLeadMails }) => setChoice(confirmLeadMails),
    refused(error) {
      const dead = deadToken(error);
      setRefused(dead);
      return dead !== null;
    },
    fallback: 'Something went wrong. Check your connection and try again.',
  });
  if (choice) {
    return (
      <MailNote
        title="You’re subscribed"
        action={
          <LinkButton href={hrefs.market.leads({ states: choice.states.length > 10 ? '' : choice.states.join(',') })}>
            See the leads for sale
          </LinkButton>
        }
      >
        <p>
          <b className="font-medium">{choice.email}</b> gets emails about new leads from {choiceNames(choice)}.
        </p>
        <p>Every email has an unsubscribe link.</p>
      </MailNote>
    );
  }
  if (dead?.isDone) {
    return (
      <MailNote
        title="You already confirmed"
        action={<LinkButton href={hrefs.market.leads()}>See the leads for sale</LinkButton>}
      >
        <p>There is nothing left to do. Every email has a link to change what you get, and one to unsubscribe.</p>
      </MailNote>
    );
  }
  if (dead) {
    return (
      <MailNote
        title="This link no longer works"
        action={<LinkButton href={hrefs.market.subscribe()}>Subscribe again</LinkButton>}
      >
        <p>{dead.detail ?? 'Part of the link may be missing. Open the link in our email instead.'}</p>
      </MailNote>
    );
  }
  if (state.is === 'loading') {
    return (
      <EmailSubscribeLayout title="Confirm lead emails">
        <Loading>
          <TextBones lines={2} />
        </Loading>
      </EmailSubscribeLayout>
    );
  }
  return (
    <EmailSubscribeLayout title="Confirm lead emails">
      <form className="space-y-4" onSubmit={(event) => void submit(event)}>
        {problem && <Callout key={attempt} color="red" title={problem} />}
        <p className="-mt-3 text-gray-700">Confirm to get new leads from your chosen states by email.</p>
        <Button type="submit" variant="primary" busy={busy} className="h-10 w-full">
          Yes, email me leads
        </Button>
      </form>
    </EmailSubscribeLayout>
  );
}
