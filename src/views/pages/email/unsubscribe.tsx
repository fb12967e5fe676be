import { useState } from 'react';
import { useSearch } from 'wouter';
import { EndLeadMailsDocument, LeadMailsLeaveDocument, MailWayOutDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { EmailSubscribeLayout } from '#src/views/ui/email-subscribe-layout.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useLink } from '#src/views/ui/use-link.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useToken } from '#src/views/ui/use-token.ts';
import { MailNote } from './mail-note.tsx';

type Way =
  /** With the link of an email: one press unsubscribes. */
  | 'token'
  /** With only an address, or an invalid link: the link is emailed to that address. */
  | 'address';
type End = 'ended' | 'mailed';

/**
 * Unsubscribes from emails about leads. Opening the page does nothing by itself, because email programs open links,
 * too.
 */
export function Unsubscribe() {
  useTitle('Unsubscribe');
  const typed = new URLSearchParams(useSearch()).get('email') ?? '';
  const token = useToken();
  const { state } = useLink(LeadMailsLeaveDocument, token);
  const member = state.is === 'there' ? state.data.leadMailsLeave : null;
  const email = member?.email ?? typed;
  const [isRefused, setRefused] = useState(false);
  const isDead = token !== '' && (isRefused || state.is === 'dead');
  const way: Way = token === '' || isDead ? 'address' : 'token';
  const [end, setEnd] = useState<End | null>(null);
  const { busy, attempt, errors, problem, submit } = useSubmit<unknown>({
    errors: {},
    send: () => (way === 'token' ? ask(EndLeadMailsDocument, { token }) : ask(MailWayOutDocument, { email })),
    done: () => setEnd(way === 'token' ? 'ended' : 'mailed'),
    refused(error) {
      const { status, fields } = problemOf(error);
      if (way !== 'token' || !(status === 404 || 'token' in fields)) return false;
      setRefused(true);
      return true;
    },
    fallback: 'Something went wrong. Check your connection and try again.',
  });
  const address = <b className="font-medium wrap-anywhere">{email}</b>;
  if (end === 'ended') {
    return (
      <MailNote
        title="You’re unsubscribed"
        action={<LinkButton href={hrefs.market.subscribe()}>Subscribe again</LinkButton>}
      >
        <p>{address} won’t get lead emails anymore. One that was already on its way may still arrive.</p>
      </MailNote>
    );
  }
  if (end === 'mailed') {
    return (
      <MailNote
        title="Check your inbox"
        action={<LinkButton href={hrefs.market.leads()}>Go to the marketplace</LinkButton>}
      >
        <p>If {address} is on our list, we’ve emailed a link to unsubscribe.</p>
        <p className="text-gray-600">It can take a few minutes. Check your spam folder, too.</p>
      </MailNote>
    );
  }
  if (member?.isOnList === false) {
    return (
      <MailNote
        title="You’re unsubscribed"
        action={<LinkButton href={hrefs.market.subscribe()}>Subscribe again</LinkButton>}
      >
        <p>{address} doesn’t get lead emails. There’s nothing more to do.</p>
      </MailNote>
    );
  }
  if (state.is === 'loading') {
    return (
      <EmailSubscribeLayout title="Unsubscribe">
        <Loading>
          <TextBones lines={2} />
        </Loading>
      </EmailSubscribeLayout>
    );
  }
  return (
    <EmailSubscribeLayout title="Unsubscribe">
      <form className="space-y-4" onSubmit={(event) => void submit(event)}>
        {problem && <Callout key={attempt} color="red" title={problem} />}
        {isDead && (
          <Callout color="red" title="This link no longer works">
            We can email you a new one.
          </Callout>
        )}
        {errors.email && (
          <Callout key={attempt} color="red" title="This is not an email address">
            Open the link in one of our emails instead.
          </Callout>
        )}
        {/* Close below a title, but with some distance below a notice. */}
        <p className="text-gray-700 first:-mt-3">
          {way === 'token' ? (
            <>Stop emails about new leads to {address}?</>
          ) : (
            <>To make sure it’s you, we’ll email a link to {address}. Open it to unsubscribe.</>
          )}
        </p>
        <Button type="submit" variant="primary" busy={busy} className="h-10 w-full">
          {way === 'token' ? 'Unsubscribe' : 'Email me the link'}
        </Button>
      </form>
    </EmailSubscribeLayout>
  );
}
