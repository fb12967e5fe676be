import { type ComponentType } from 'react';
import type { Parameters, ScreenOf } from '#src/machines/session/routes.ts';
import type { PortalProps } from '#src/views/routes.ts';
import { lazy } from '#src/views/ui/lazy.tsx';

export interface ClientScreenProps {
  params: Parameters;
}

/** Every page for people without an account; a new one without a component does not compile. */
const screens: Record<ScreenOf<'client'>, ComponentType<ClientScreenProps>> = {
  chat: lazy(() => import('./chat.tsx')),
  portal: lazy(() => import('./portal.tsx')),
  'shared-lead': lazy(() => import('./shared-lead.tsx')),
  'shared-estimate': lazy(() => import('./shared-estimate.tsx')),
  payment: lazy(() => import('./payment-page.tsx')),
  'agreement-sign': lazy(() => import('./agreement-sign.tsx')),
  'agreement-signed': lazy(() => import('./agreement-signed.tsx')),
  'agreement-send-email': lazy(() => import('./agreement-send-email.tsx')),
  'state-quote': lazy(() => import('./state-quote.tsx')),
};

export default function Client({ screen, params }: PortalProps<'client'>) {
  const Screen = screens[screen];
  return <Screen params={params} />;
}
