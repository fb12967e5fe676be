import { useState } from 'react';
import { useSearch } from 'wouter';
import { SwitchMailsDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { useUser } from '#src/views/session/session-context.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useTitle } from '#src/views/ui/use-title.ts';

const MAILS = {
  email_on_new_lead: { name: 'about new leads', variable: 'emailOnNewLead' },
  email_on_subscription_cancellation: { name: 'when the subscription is canceled', variable: 'emailOnSubscriptionCancellation' },
} as const;

/** Where the "switch them off" of a mail leads: opening it changes nothing, the button does. */
export function SettingsUnsubscribe() {
  useTitle('Mails to you');
  const { role } = useUser();
  const notify = useNotify();
  const field = new URLSearchParams(useSearch()).get('field') as keyof typeof MAILS;
  const [isOff, setOff] = useState(false);
  const [busy, setBusy] = useState(false);
  const { name, variable } = MAILS[field];

  async function turn(on: boolean): Promise<void> {
    setBusy(true);
    try {
      await ask(SwitchMailsDocument, { [variable]: on });
      setOff(!on);
    } catch (error) {
      notify.failed(error, 'The switch could not be saved. Try again.');
    } finally {
      setBusy(false);
    }
  }

  if (role !== 'mover' && role !== 'assistant') {
    return (
      <HeroLayout title="Mails to you">
        <p className="text-gray-600">Only movers and their assistants get mails that can be switched off.</p>
      </HeroLayout>
    );
  }
  return (
    <HeroLayout title="Mails to you">
      <div className="space-y-4">
        <p role="status" className="text-gray-600">
          {isOff ? `You will not get mails ${name} any more.` : `Do you want no more mails ${name}?`}
        </p>
        <div className="flex flex-wrap gap-2">
          {isOff ? (
            <Button busy={busy} onClick={() => void turn(true)}>
              Send them again
            </Button>
          ) : (
            <Button variant="primary" busy={busy} onClick={() => void turn(false)}>
              Stop these mails
            </Button>
          )}
          <LinkButton href={hrefs.mover.settings(role)}>All mail settings</LinkButton>
        </div>
      </div>
    </HeroLayout>
  );
}
