import { withPeriod } from '#src/machines/with-period.ts';
import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  AcceptAgentInvitationDocument,
  AgentInvitationDocument,
  type AgentInvitationQuery,
} from '#src/generated/graphql/graphql.ts';
import { passwordProblem } from '#src/machines/account/password.ts';
import { NewPassword } from '#src/views/account/new-password.tsx';
import { hrefs } from '#src/views/hrefs.ts';
import { keepLastPlatform } from '#src/views/session/last-platform.ts';
import { useSession } from '#src/views/session/session-context.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { type DeadToken, deadToken, useLink } from '#src/views/ui/use-link.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useToken } from '#src/views/ui/use-token.ts';
import { DeadInvitation, OtherPerson } from './sign-up-assistant.tsx';

/** Opened by the link of an agent's invitation: after choosing a password, the agent portal opens. */
export default function AgentInvitation() {
  useTitle('Your invitation');
  const token = useToken();
  const { state, reload } = useLink(AgentInvitationDocument, token);
  const [end, setEnd] = useState<DeadToken | null>(null);
  const dead = end ?? (state.is === 'dead' ? state : null);
  if (dead) return <DeadInvitation dead={dead} platform="agent-portal" />;
  return (
    <HeroLayout title={state.is === 'there' ? `Join ${state.data.agentInvitation.businessName}` : 'Your invitation'}>
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
      {state.is === 'there' && <Accept invitation={state.data.agentInvitation} token={token} onDead={setEnd} />}
    </HeroLayout>
  );
}

interface AcceptProps {
  invitation: AgentInvitationQuery['agentInvitation'];
  token: string;
  onDead: (end: DeadToken) => void;
}

function Accept({ invitation, token, onDead }: AcceptProps) {
  const { email, businessName, invitedBy } = invitation;
  const session = useSession();
  const [, navigate] = useLocation();
  const [name, setName] = useState(invitation.name);
  const [password, setPassword] = useState('');
  const who = { email, name };
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      name: name.trim() === '' && 'Enter your name.',
      'new-password': passwordProblem(password, who),
    },
    names: { password: 'new-password' },
    send: () => ask(AcceptAgentInvitationDocument, { token, name: name.trim(), password }),
    done() {
      keepLastPlatform('agent-portal');
      // The cookies are set: the session loads the user, and the portal opens.
      session.send({ type: 'session.changed-elsewhere' });
      navigate(hrefs.agent.leads('new'), { replace: true });
    },
    refused(error) {
      const dead = deadToken(error);
      if (dead) onDead(dead);
      return dead !== null;
    },
    fallback: 'Couldn’t create the account. Check your connection and try again.',
  });
  return (
    <OtherPerson invited={email}>
      <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        <p className="-mt-3 text-gray-700">
          {invitedBy === businessName
            ? `${businessName} invites you to work as an agent.`
            : withPeriod(`${invitedBy} invites you to work as an agent of ${businessName}`)}
        </p>
        {problem && <Callout key={attempt} color="red" title={problem} />}
        <FormErrors errors={errors} attempt={attempt} />
        <Field label="Email" id="email" help="You’ll use it to sign in.">
          <Input type="email" autoComplete="username" readOnly value={email} />
        </Field>
        <Field label="Name" id="name" error={errors.name} help="Visible to clients and colleagues.">
          <Input
            autoComplete="name"
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        <NewPassword
          id="new-password"
          label="Password"
          value={password}
          onChange={setPassword}
          error={errors['new-password']}
          who={who}
        />
        <Button type="submit" variant="primary" busy={busy} className="h-10 w-full">
          Join and sign in
        </Button>
      </form>
    </OtherPerson>
  );
}
