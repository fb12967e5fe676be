import { useState } from 'react';
import { useSearch } from 'wouter';
import { PasswordResetLinkDocument, ResetPasswordDocument } from '#src/generated/graphql/graphql.ts';
import { passwordProblem } from '#src/machines/account/password.ts';
import { isPlatform, type Platform } from '#src/machines/session/session.user.ts';
import { NewPassword } from '#src/views/account/new-password.tsx';
import { hrefs } from '#src/views/hrefs.ts';
import { useSession, useSessionState } from '#src/views/session/session-context.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useFocusOnError } from '#src/views/ui/use-focus-on-error.ts';
import { type DeadToken, deadToken, useLink } from '#src/views/ui/use-link.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useToken } from '#src/views/ui/use-token.ts';
import { DeadDoor, DoorNote } from './door-note.tsx';
import { LinkLoading } from './link-loading.tsx';
import { wirePlatform } from './send-mail.ts';

const TITLE = 'Choose a new password';

/** Opened by the link of the email, which names the platform. */
export default function PasswordNew() {
  const token = useToken();
  const asked = new URLSearchParams(useSearch()).get('platform');
  const platform: Platform = isPlatform(asked) ? asked : 'lead-portal';
  const { state } = useLink(PasswordResetLinkDocument, token);
  const [refused, setRefused] = useState<DeadToken | null>(null);
  const [isDone, setIsDone] = useState(false);
  const dead = refused ?? (state.is === 'dead' ? state : null);
  if (isDone) return <PasswordChanged platform={platform} />;
  if (dead) return <DeadDoor detail={dead.detail} action={<NewLink platform={platform} />} />;
  if (state.is === 'loading') return <LinkLoading title={TITLE} />;
  return <ChoosePassword platform={platform} token={token} onDead={setRefused} onDone={() => setIsDone(true)} />;
}

const NewLink = ({ platform }: { platform: Platform }) => (
  <LinkButton variant="primary" href={hrefs.door(platform, 'forgot-password')}>
    Ask for a new link
  </LinkButton>
);

export function PasswordChanged({ platform }: { platform: Platform }) {
  return (
    <DoorNote
      title="Your password is changed"
      action={
        <LinkButton variant="primary" href={hrefs.login(platform)}>
          Sign in
        </LinkButton>
      }
    >
      <p>You are signed out on every device. Sign in with the new password.</p>
    </DoorNote>
  );
}

interface ChoosePasswordProps {
  platform: Platform;
  token: string;
  onDead: (dead: DeadToken) => void;
  onDone: () => void;
}

function ChoosePassword({ platform, token, onDead, onDone }: ChoosePasswordProps) {
  useTitle(TITLE);
  const notify = useNotify();
  const session = useSession();
  const isMember = useSessionState((snapshot) => snapshot.hasTag('member'));
  const [password, setPassword] = useState('');
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: { 'new-password': password === '' ? 'Enter the new password.' : passwordProblem(password) },
    names: { new_password: 'new-password' },
    send: () => ask(ResetPasswordDocument, { platform: wirePlatform(platform), token, newPassword: password }),
    done() {
      notify.done('Password changed');
      onDone();
      // Whoever was signed in here no longer is.
      if (isMember) session.send({ type: 'user.changed' });
    },
    refused(error) {
      const dead = deadToken(error);
      if (dead) onDead(dead);
      return dead !== null;
    },
    fallback: 'Couldn’t change the password. Check your connection and try again.',
  });
  useFocusOnError('new-password', attempt, errors['new-password']);
  return (
    <HeroLayout title={TITLE}>
      <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        {problem && <Callout key={attempt} color="red" title={problem} />}
        <NewPassword id="new-password" value={password} onChange={setPassword} error={errors['new-password']} />
        <p className="text-gray-600">You will be signed out on every device.</p>
        <Button type="submit" variant="primary" busy={busy} className="h-10 w-full">
          Change password
        </Button>
      </form>
    </HeroLayout>
  );
}
