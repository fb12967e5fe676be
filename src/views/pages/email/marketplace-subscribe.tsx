import { useState } from 'react';
import { useSearch } from 'wouter';
import { AskForLeadMailsDocument } from '#src/generated/graphql/graphql.ts';
import { readShopFilters } from '#src/machines/marketplace/shop-filters.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { EmailSubscribeLayout } from '#src/views/ui/email-subscribe-layout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useToken } from '#src/views/ui/use-token.ts';
import { ChangeMails } from './change-mails.tsx';
import { ChoiceFields, type MailChoice } from './choice-fields.tsx';
import { ConfirmMails } from './confirm-mails.tsx';
import { MailNote } from './mail-note.tsx';
import { allStates, choiceNames } from './state-names.ts';

type Choice = MailChoice & { email: string };

function proposedBy(search: string): MailChoice {
  const { states, cities } = readShopFilters(search);
  return {
    states: allStates.filter((state) => states.includes(state) || cities.some((city) => city.startsWith(`${state}:`))),
    cities,
    frequency: 'at_once',
  };
}

/** Emails about new leads: requested here, and confirmed here through the emailed link. */
export function MarketplaceSubscribe() {
  const isChoice = new URLSearchParams(useSearch()).has('choice');
  const token = useToken();
  if (token && isChoice) return <ChangeMails />;
  return token ? <ConfirmMails /> : <Subscribe />;
}

function Subscribe() {
  useTitle('Leads by email');
  // Preselects what was viewed on the marketplace.
  const search = useSearch();
  const [kept, setKept] = useDraft<Choice>('lead-mails', 2, 'tab');
  const [sent, setSent] = useState<Choice | null>(null);
  const { email, ...choice } = kept ?? { email: '', ...proposedBy(search) };
  const { states, cities, frequency } = choice;
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      email: !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && 'Enter an email address, such as name@company.com.',
      states: states.length === 0 && 'Choose at least one state.',
    },
    send: () =>
      ask(AskForLeadMailsDocument, { email: email.trim(), states: [...states], cities: [...cities], frequency }),
    done() {
      setSent({ ...choice, email: email.trim() });
      setKept(null);
    },
    fallback: 'Something went wrong. Check your connection and try again.',
  });
  if (sent) {
    return (
      <MailNote
        title="Check your inbox"
        action={<LinkButton href={hrefs.market.leads()}>Go to the marketplace</LinkButton>}
      >
        <p>
          We emailed <b className="font-medium">{sent.email}</b>. Press the button in that email to start getting leads
          from {choiceNames(sent)}.
        </p>
        <p className="text-gray-600">It can take a few minutes. Check your spam folder, too.</p>
      </MailNote>
    );
  }
  return (
    <EmailSubscribeLayout title="Leads by email">
      <p className="-mt-3 mb-6 text-gray-600">
        New moving leads from the places you choose. Each email lets you change your choice or unsubscribe.
      </p>
      <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        {problem && <Callout key={attempt} color="red" title={problem} />}
        <FormErrors errors={errors} attempt={attempt} />
        <Field label="Email" id="email" error={errors.email}>
          <Input
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            maxLength={254}
            value={email}
            onChange={(event) => setKept({ email: event.currentTarget.value, ...choice })}
          />
        </Field>
        <ChoiceFields choice={choice} error={errors.states} onChange={(next) => setKept({ email, ...next })} />
        <p className="text-gray-600">
          We use your address only for these emails. See the{' '}
          <a href={hrefs.privacyPolicy()} target="_blank" rel="noreferrer" className="link">
            privacy policy
          </a>
          .
        </p>
        <Button type="submit" variant="primary" busy={busy} className="h-10 w-full">
          Get leads by email
        </Button>
      </form>
    </EmailSubscribeLayout>
  );
}
