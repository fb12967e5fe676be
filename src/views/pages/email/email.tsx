import type { ComponentType } from 'react';
import type { ScreenOf } from '#src/machines/session/routes.ts';
import type { PortalProps } from '#src/views/routes.ts';
import { MarketplaceSubscribe } from './marketplace-subscribe.tsx';
import { SettingsUnsubscribe } from './settings-unsubscribe.tsx';
import { Unsubscribe } from './unsubscribe.tsx';

/** The pages about email subscriptions, which emails link to; a new one without a component does not compile. */
const screens: Record<ScreenOf<'email'>, ComponentType> = {
  unsubscribe: Unsubscribe,
  'settings-unsubscribe': SettingsUnsubscribe,
  'marketplace-subscribe': MarketplaceSubscribe,
};

export default function Email({ screen }: PortalProps<'email'>) {
  const Screen = screens[screen];
  return <Screen />;
}
