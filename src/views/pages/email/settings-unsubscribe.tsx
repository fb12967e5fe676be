import { useState } from 'react';
import { useSearch } from 'wouter';
import { MailSettingsDocument, SwitchMailsDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { useUser } from '#src/views/session/session-context.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { useWrite } from '#src/views/ui/use-write.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useAnswer } from '#src/views/ui/use-answer.ts';
import { useTitle } from '#src/views/ui/use-title.ts';

type Switch = 'emailOnNewLead' | 'emailOnSubscriptionCancellation';

const SWITCHES: Record<string, Switch> = {
  email_on_new_lead: 'emailOnNewLead',
  email_on_subscription_cancellation: 'emailOnSubscriptionCancellation',
};

const NOTHING = {};

/** What the emails of each switch are about, to follow "emails about". */
const SUBJECTS: Record<string, Record<Switch, string>> = {
  carrier: { emailOnNewLead: 'loads that went to another carrier', emailOnSubscriptionCancellation: 'subscriptions' },
};
const OF_MOVERS: Record<Switch, string> = {
  emailOnNewLead: 'new leads',
  emailOnSubscriptionCancellation: 'the end of your subscription',
};

/** The target of an email's "switch them off" link: opening it changes nothing, the button does. */
export function SettingsUnsubscribe() {
  useTitle('Email settings');
  const { data, failed, failure, reload } = useAnswer(MailSettingsDocument, NOTHING);
  const settings = data?.session?.settings;
  const { role } = useUser();
  return (
    <HeroLayout title="Email settings">
      {failed && (
        <FailedState title="Your settings could not be loaded" onRetry={reload}>
          {failure}
        </FailedState>
      )}
      {!failed && !settings && (
        <Loading>
          <TextBones lines={2} />
        </Loading>
      )}
      {settings && (role === 'agent' ? <AgentChoices /> : <Choice settings={settings} />)}
    </HeroLayout>
  );
}

/** Agents have a switch for each kind of notification, but none for all of them. */
function AgentChoices() {
  return (
    <div className="space-y-4">
      <p className="text-gray-600">You choose which emails about your leads you get, one kind at a time.</p>
      <LinkButton variant="primary" href={hrefs.agent.notices()}>
        Choose emails
      </LinkButton>
    </div>
  );
}

function Choice({ settings }: { settings: Record<Switch, boolean> }) {
  const { role } = useUser();
  const name = SWITCHES[new URLSearchParams(useSearch()).get('field') ?? '']!;
  const [isOn, setOn] = useState(settings[name]);
  const { busy, write } = useWrite();
  const subject = (SUBJECTS[role] ?? OF_MOVERS)[name];

  const turn = (on: boolean) =>
    write({
      send: () => ask(SwitchMailsDocument, { [name]: on }),
      done: () => setOn(on),
      failed: 'Couldn’t save your setting. Try again.',
    });

  return (
    <div className="space-y-4">
      <p role="status" className="text-gray-600">
        {isOn ? `You get emails about ${subject}.` : `You don’t get emails about ${subject}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant={isOn ? 'primary' : 'secondary'} busy={busy !== null} onClick={() => void turn(!isOn)}>
          {isOn ? 'Stop these emails' : 'Turn them back on'}
        </Button>
        <LinkButton href={role === 'carrier' ? hrefs.board.settings('account') : hrefs.mover.settings(role, 'account')}>
          All email settings
        </LinkButton>
      </div>
    </div>
  );
}
