import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  BeginTwoFactorDocument,
  type BeginTwoFactorMutation,
  ConfirmTwoFactorDocument,
  RenewRecoveryCodesDocument,
  SwitchOffTwoFactorDocument,
  TwoFactorDocument,
} from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { PasswordInput } from '#src/views/ui/password-input.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { useSubmit } from '#src/views/ui/use-submit.ts';

type Enrollment = BeginTwoFactorMutation['beginTwoFactor'];

/** The second step with an authenticator app: set it up, or turn it off. */
export function TwoFactor() {
  const client = useApolloClient();
  const notify = useNotify();
  const { data, error, refetch } = useQuery(TwoFactorDocument, { fetchPolicy: 'cache-and-network' });
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isRenewing, setRenewing] = useState(false);
  const readAgain = () => void refetch().catch(() => {});

  if (error && !data) return <FailedState title="Two-factor sign-in could not be loaded" onRetry={readAgain} />;
  if (!data) {
    return (
      <Loading label="Loading…">
        <Bone className="h-9 max-w-160" />
      </Loading>
    );
  }
  if (codes) {
    return (
      <RecoveryCodes
        codes={codes}
        title={isRenewing ? 'Your earlier recovery codes no longer work' : 'Two-factor sign-in is on'}
        onDone={() => {
          setCodes(null);
          setRenewing(false);
          setEnrollment(null);
        }}
      />
    );
  }
  const { since, recoveryCodesLeft } = data.twoFactor;
  if (since) {
    return (
      <div className="max-w-160 space-y-4">
        <StateDot tone={recoveryCodesLeft > 2 ? 'green' : 'amber'}>
          On, with {showCount(recoveryCodesLeft, 'recovery code')} left
        </StateDot>
        {isRenewing ? (
          <WithPassword
            key="renew"
            action="Make new codes"
            send={async (password) => {
              const answer = await client.mutate({ mutation: RenewRecoveryCodesDocument, variables: { password } });
              setCodes(answer.data!.renewRecoveryCodes.recoveryCodes);
            }}
            onDone={readAgain}
          />
        ) : (
          <WithPassword
            key="off"
            action="Turn off"
            isDanger
            send={(password) => client.mutate({ mutation: SwitchOffTwoFactorDocument, variables: { password } })}
            onDone={() => {
              notify.done('Two-factor sign-in is off');
              readAgain();
            }}
          />
        )}
        <Button variant="ghost" onClick={() => setRenewing(!isRenewing)}>
          {isRenewing ? 'Keep the codes' : 'New recovery codes…'}
        </Button>
      </div>
    );
  }
  if (enrollment) {
    return (
      <Confirm
        enrollment={enrollment}
        onCancel={() => setEnrollment(null)}
        onDone={(recovery) => {
          setCodes(recovery);
          readAgain();
        }}
      />
    );
  }
  return (
    <WithPassword
      action="Set up"
      send={async (password) => {
        const answer = await client.mutate({ mutation: BeginTwoFactorDocument, variables: { password } });
        setEnrollment(answer.data!.beginTwoFactor);
      }}
      onDone={() => {}}
    />
  );
}

interface WithPasswordProps {
  action: string;
  isDanger?: boolean;
  send: (password: string) => Promise<unknown>;
  onDone: () => void;
}

function WithPassword({ action, isDanger = false, send, onDone }: WithPasswordProps) {
  const [password, setPassword] = useState('');
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: { 'two-factor-password': password === '' && 'Enter your password.' },
    names: { password: 'two-factor-password' },
    send: () => send(password),
    done: () => {
      setPassword('');
      onDone();
    },
    fallback: 'This could not be changed. Try again.',
  });
  return (
    <form noValidate className="max-w-160 space-y-4" onSubmit={(event) => void submit(event)}>
      {problem && <Callout color="red" title={problem} />}
      <FormErrors errors={errors} attempt={attempt} />
      <Field label="Your password" id="two-factor-password" error={errors['two-factor-password']}>
        <PasswordInput
          autoComplete="current-password"
          maxLength={256}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant={isDanger ? 'danger' : undefined} busy={busy} disabled={password === ''}>
        {action}
      </Button>
    </form>
  );
}

interface ConfirmProps {
  enrollment: Enrollment;
  onCancel: () => void;
  onDone: (codes: readonly string[]) => void;
}

function Confirm({ enrollment: { secret, uri, qrSvg }, onCancel, onDone }: ConfirmProps) {
  const client = useApolloClient();
  const [code, setCode] = useState('');
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      'two-factor-code': !/^\d{6}$/.test(code.replaceAll(/\s/g, '')) && 'Enter the six-digit code from the app.',
    },
    names: { code: 'two-factor-code' },
    send: async () =>
      (await client.mutate({ mutation: ConfirmTwoFactorDocument, variables: { code: code.trim() } })).data!,
    done: ({ confirmTwoFactor }) => onDone(confirmTwoFactor.recoveryCodes),
    fallback: 'Couldn’t turn it on. Try again.',
  });
  return (
    <form noValidate className="max-w-160 space-y-4" onSubmit={(event) => void submit(event)}>
      <p>Scan this with an authenticator app, then enter the code it shows.</p>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qrSvg)}`}
        alt="QR code for the authenticator app"
        className="h-40 rounded-lg border border-gray-200 bg-white p-2"
      />
      <p className="text-gray-600">
        On this device?{' '}
        <a href={uri} className="link">
          Open the app
        </a>
        , or type the key{' '}
        <code className="font-mono wrap-anywhere text-gray-900">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      {problem && <Callout color="red" title={problem} />}
      <FormErrors errors={errors} attempt={attempt} />
      <Field label="Code" id="two-factor-code" error={errors['two-factor-code']}>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Turn on
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

interface RecoveryCodesProps {
  codes: readonly string[];
  title: string;
  onDone: () => void;
}

function RecoveryCodes({ codes, title, onDone }: RecoveryCodesProps) {
  const notify = useNotify();
  return (
    <div className="max-w-160 space-y-4">
      <Callout color="green" role="status" title={title}>
        Store these recovery codes somewhere other than your phone. Each works once, and they won’t be shown again.
      </Callout>
      <ul aria-label="Recovery codes" className="grid max-w-80 grid-cols-2 gap-x-6 gap-y-1 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Button
          onClick={() =>
            void navigator.clipboard.writeText(codes.join('\n')).then(
              () => notify.done('Recovery codes copied'),
              (failure: unknown) => notify.failed(failure, 'Couldn’t copy them. Write them down.'),
            )
          }
        >
          Copy
        </Button>
        <Button variant="primary" onClick={onDone}>
          I’ve saved them
        </Button>
      </div>
    </div>
  );
}
