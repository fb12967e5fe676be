import { useState } from 'react';
import {
  ChangeLeadMailsDocument,
  LeadMailsChoiceDocument,
  type LeadMailsChoiceQuery,
} from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { EmailSubscribeLayout } from '#src/views/ui/email-subscribe-layout.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useLink } from '#src/views/ui/use-link.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useToken } from '#src/views/ui/use-token.ts';
import { ChoiceFields, type MailChoice } from './choice-fields.tsx';
import { MailNote } from './mail-note.tsx';

type Member = LeadMailsChoiceQuery['leadMailsChoice'];

/** Opened by the link of an email about leads: places and frequency change immediately. */
export function ChangeMails() {
  useTitle('Your lead emails');
  const token = useToken();
  const { state, reload } = useLink(LeadMailsChoiceDocument, token);
  if (state.is === 'there' && state.data.leadMailsChoice.isOnList)
    return <Form token={token} member={state.data.leadMailsChoice} />;
  if (state.is === 'there' || state.is === 'dead') {
    return (
      <MailNote
        title={state.is === 'there' ? 'You’re unsubscribed' : 'This link no longer works'}
        action={<LinkButton href={hrefs.market.subscribe()}>Subscribe again</LinkButton>}
      >
        <p>
          {state.is === 'there'
            ? 'This address doesn’t get lead emails, so there’s nothing to change.'
            : 'Part of the link may be missing. Open the link in one of our emails instead.'}
        </p>
      </MailNote>
    );
  }
  return (
    <EmailSubscribeLayout title="Your lead emails">
      {state.is === 'failed' ? (
        <FailedState title="Your choice could not be loaded" onRetry={reload}>
          {state.why}
        </FailedState>
      ) : (
        <Loading>
          <TextBones lines={6} />
        </Loading>
      )}
    </EmailSubscribeLayout>
  );
}

function Form({ token, member }: { token: string; member: Member }) {
  const [seen, setSeen] = useState(member);
  const [choice, setChoice] = useState<MailChoice>(member);
  const [isSaved, setSaved] = useState(false);
  const { states, cities, frequency } = choice;
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: { states: states.length === 0 && 'Choose at least one state, or unsubscribe.' },
    send: () =>
      ask(ChangeLeadMailsDocument, {
        token,
        states: [...states],
        cities: [...cities],
        frequency,
        version: seen.version,
      }),
    done({ changeLeadMails }) {
      setSeen(changeLeadMails);
      setSaved(true);
    },
    fallback: 'Couldn’t save your choice. Check your connection and try again.',
  });
  return (
    <EmailSubscribeLayout title="Your lead emails">
      <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        <p className="-mt-3 text-gray-600 wrap-anywhere">
          What we email to {seen.email}. Changes take effect right away.
        </p>
        {problem && <Callout key={attempt} color="red" title={problem} />}
        <FormErrors errors={errors} attempt={attempt} />
        <ChoiceFields
          choice={choice}
          error={errors.states}
          onChange={(next) => {
            setChoice(next);
            setSaved(false);
          }}
        />
        <Button type="submit" variant="primary" busy={busy} className="h-10 w-full">
          Save
        </Button>
        <p role="status" className="text-gray-600">
          {isSaved && 'Saved. The next email follows your new choice.'}
        </p>
        <p>
          <a href={hrefs.market.unsubscribe(seen.email)} className="link">
            Unsubscribe
          </a>
        </p>
      </form>
    </EmailSubscribeLayout>
  );
}
