import type { ComponentType } from 'react';
import type { ScreenOf } from '#src/machines/session/routes.ts';
import type { PortalProps } from '#src/views/routes.ts';
import { EmailSubscribeLayout } from '#src/views/ui/email-subscribe-layout.tsx';
import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { NotOpenYet } from '#src/views/ui/not-open-yet.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { SettingsUnsubscribe } from './settings-unsubscribe.tsx';

/** The pages that mails about mails lead to; a new one without a component does not compile. */
const screens: Record<ScreenOf<'email'>, ComponentType> = {
  unsubscribe: Unsubscribe,
  'settings-unsubscribe': SettingsUnsubscribe,
  'marketplace-subscribe': MarketplaceSubscribe,
};

export default function Email({ screen }: PortalProps<'email'>) {
  const Screen = screens[screen];
  return <Screen />;
}

function Unsubscribe() {
  useTitle('Unsubscribe');
  return (
    <HeroLayout title="Unsubscribe">
      <NotOpenYet>The marketplace sends no mails so far, so there is nothing that you would have to end.</NotOpenYet>
    </HeroLayout>
  );
}

function MarketplaceSubscribe() {
  useTitle('Leads by mail');
  return (
    <EmailSubscribeLayout title="Leads by mail">
      <NotOpenYet>The marketplace sends no mails so far.</NotOpenYet>
    </EmailSubscribeLayout>
  );
}
