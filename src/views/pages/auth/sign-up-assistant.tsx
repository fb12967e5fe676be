import { withPeriod } from '#src/machines/with-period.ts';
import { type ReactNode, useState } from 'react';
import { Redirect } from 'wouter';
import { type InvitationQuery, InvitationDocument, SignUpAssistantDocument } from '#src/generated/graphql/graphql.ts';
import { passwordProblem } from '#src/machines/account/password.ts';
import type { Platform } from '#src/machines/session/session.user.ts';
import { NewPassword } from '#src/views/account/new-password.tsx';
import { hrefs } from '#src/views/hrefs.ts';
import { keepLastPlatform } from '#src/views/session/last-platform.ts';
import { useSession, useSessionState } from '#src/views/session/session-context.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useFocusOnError } from '#src/views/ui/use-focus-on-error.ts';
import { type DeadToken, deadToken, useLink } from '#src/views/ui/use-link.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useToken } from '#src/views/ui/use-token.ts';
import { DeadDoor, DoorNote } from './door-note.tsx';
import { LinkLoading } from './link-loading.tsx';
import { TermsNote } from './terms-note.tsx';
import { WayIn } from './way-in.tsx';

/** Opened by an invitation's link: shows who invites, and only asks for a password. */
export default function SignUpAssistant() {
  useTitle('Your invitation');
  const token = useToken();
  const { state, reload } = useLink(InvitationDocument, token);
  const [end, setEnd] = useState<'done' | DeadToken | null>(null);
  if (end === 'done') return <Accepted />;
  const dead = end ?? (state.is === 'dead' ? state : null);
  if (dead) return <DeadInvitation dead={dead} />;
  return (
    <HeroLayout title={state.is === 'there' ? `Join ${state.data.invitation.businessName}` : 'Your invitation'}>
      {state.is === 'loading' && (
        <Loading>
          <TextBones lines={8} />
        </Loading>
      )}
      {state.is === 'failed' && (
        <FailedState title="The invitation could not be loaded" onRetry={reload}>
          {state.why}
        </FailedState>
      )}
      {state.is === 'there' && <Accept invitation={state.data.invitation} token={token} onEnd={setEnd} />}
    </HeroLayout>
  );
}

/** The portal opens with the password that was just chosen; only if that fails must it be typed again. */
function Accepted() {
  const isMember = useSessionState((snapshot) => snapshot.hasTag('member'));
  const isBusy = useSessionState((snapshot) => snapshot.hasTag('busy'));
  if (isMember) return <Redirect to={hrefs.start()} replace />;
  if (isBusy) return <LinkLoading title="Your account is ready" />;
  return (
    <DoorNote title="Your account is ready" action={<WayIn platform="lead-portal" />}>
      <p>Sign in with your email and new password.</p>
    </DoorNote>
  );
}

interface DeadInvitationProps {
  dead: DeadToken;
  platform?: Platform;
}

export function DeadInvitation({ dead: { detail, isDone }, platform = 'lead-portal' }: DeadInvitationProps) {
  if (isDone) {
    return (
      <DoorNote title="You’ve already joined" action={<WayIn platform={platform} />}>
        <p>You accepted this invitation. Sign in with your email and password.</p>
      </DoorNote>
    );
  }
  return (
    <DeadDoor
      detail={
        detail ??
        'The invitation was revoked, or part of the link is missing. Ask the person who invited you for a new one.'
      }
      action={<LinkButton href={hrefs.login(platform)}>Go to sign-in</LinkButton>}
    />
  );
}

/** Someone signed in here is not asked to become somebody else. */
export function OtherPerson({ invited, children }: { invited: string; children: ReactNode }) {
  const session = useSession();
  const user = useSessionState((snapshot) => snapshot.context.user);
  // The person who has just accepted goes on to the portal.
  if (!user || user.email === invited) return children;
  return (
    <Callout
      color="amber"
      title={`You are signed in as ${user.email}`}
      action={
        <Button size="sm" onClick={() => session.send({ type: 'sign-out.asked' })}>
          Sign out
        </Button>
      }
    >
      The invitation is for {invited}. Sign out to accept it.
    </Callout>
  );
}

interface AcceptProps {
  invitation: InvitationQuery['invitation'];
  token: string;
  onEnd: (end: 'done' | DeadToken) => void;
}

function Accept({ invitation: { email, name, businessName, invitedBy }, token, onEnd }: AcceptProps) {
  const session = useSession();
  const [password, setPassword] = useState('');
  const who = { email, name };
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: { 'new-password': passwordProblem(password, who) },
    names: { password: 'new-password' },
    send: () => ask(SignUpAssistantDocument, { token, password }),
    done() {
      keepLastPlatform('lead-portal');
      session.send({ type: 'credentials.entered', platform: 'lead-portal', email, password });
      onEnd('done');
    },
    refused(error) {
      const dead = deadToken(error);
      if (dead) onEnd(dead);
      return dead !== null;
    },
    fallback: 'Couldn’t create the account. Check your connection and try again.',
  });
  useFocusOnError('new-password', attempt, errors['new-password']);
  return (
    <OtherPerson invited={email}>
      <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        <p className="-mt-3 text-gray-700">
          {withPeriod(`${invitedBy} invites you, ${name}, to work on the leads of ${businessName}`)}
        </p>
        {problem && <Callout key={attempt} color="red" title={problem} />}
        <Field
          label="Email"
          id="email"
          help="You’ll sign in with it. It’s already confirmed because the invitation was sent there."
        >
          <Input type="email" autoComplete="username" readOnly value={email} />
        </Field>
        <NewPassword
          id="new-password"
          label="Password"
          value={password}
          onChange={setPassword}
          error={errors['new-password']}
          who={who}
        />
        <TermsNote action="Join and sign in" />
        <Button type="submit" variant="primary" busy={busy} className="h-10 w-full">
          Join and sign in
        </Button>
      </form>
    </OtherPerson>
  );
}
