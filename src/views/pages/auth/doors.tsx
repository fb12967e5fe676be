import type { ComponentType } from 'react';
import type { ScreenOf } from '#src/machines/session/routes.ts';
import { isPlatform, type Platform } from '#src/machines/session/session.user.ts';
import type { PortalProps } from '#src/views/routes.ts';
import AgentInvitation from './agent-invitation.tsx';
import BoardSignUp from './board-sign-up.tsx';
import ConfirmEmail from './confirm-email.tsx';
import ConfirmEmailChange from './confirm-email-change.tsx';
import ForgotPassword from './forgot-password.tsx';
import PasswordNew from './password-new.tsx';
import ResetSent from './reset-sent.tsx';
import SignUp from './sign-up.tsx';
import SignUpAssistant from './sign-up-assistant.tsx';
import VerificationSent from './verification-sent.tsx';

export { CodeForm } from './code-form.tsx';
export { SendLink } from './send-link.tsx';

export interface DoorProps {
  platform: Platform;
}

/** Every page before sign-in except the login; a new one without a component does not compile. */
const doors: Record<Exclude<ScreenOf<'auth'>, 'login'>, ComponentType<DoorProps>> = {
  'forgot-password': ForgotPassword,
  'reset-sent': ResetSent,
  'verification-sent': VerificationSent,
  'password-new': PasswordNew,
  'confirm-email': ConfirmEmail,
  'confirm-email-change': ConfirmEmailChange,
  signup: SignUp,
  'signup-assistant': SignUpAssistant,
  'agent-invitation': AgentInvitation,
  'board-signup': BoardSignUp,
};

export default function Doors({ screen, params }: PortalProps<'auth'>) {
  if (screen === 'login') return null;
  const Door = doors[screen];
  // Keyed, so that input from one page is not carried over to the next.
  return (
    <Door
      key={`${params.platform} ${screen}`}
      platform={isPlatform(params.platform) ? params.platform : 'lead-portal'}
    />
  );
}
