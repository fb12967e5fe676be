import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Platform } from '#src/machines/session/session.user.ts';
import { doorHrefs } from '#src/views/door-hrefs.ts';
import { keepLastPlatform } from '#src/views/session/last-platform.ts';
import { useSession, useSessionState } from '#src/views/session/session-context.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field, useField } from '#src/views/ui/field.tsx';
import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { PasswordInput } from '#src/views/ui/password-input.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { loadDoors } from './load-doors.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

// For people with a second step, and the few who never opened the link of their sign-up.
const CodeForm = lazy(() => loadDoors().then(({ CodeForm }) => ({ default: CodeForm })));
// Only a demonstration has them.
const DemoAccounts = lazy(() => import('./demo-accounts.tsx'));
const SendLink = lazy(() => loadDoors().then(({ SendLink }) => ({ default: SendLink })));

interface Missing {
  email?: string;
  password?: string;
}

/**
 * One login for everybody: the account determines the portal. The portal in the URL is only where the person came from.
 */
export default function Login({ platform }: { platform: Platform }) {
  useTitle('Sign in');
  const session = useSession();
  const busy = useSessionState((snapshot) => snapshot.hasTag('busy'));
  const problem = useSessionState((snapshot) => snapshot.context.problem);
  const isCodeAsked = useSessionState((snapshot) => snapshot.hasTag('code'));
  const isUnconfirmed = useSessionState((snapshot) => snapshot.context.unconfirmed);
  const [missing, setMissing] = useState<Missing>({});
  const [email, setEmail] = useState('');

  function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get('email')).trim();
    const password = String(form.get('password'));
    const found: Missing = {
      email: /^\S+@\S+$/.test(email) ? undefined : 'Enter your email address.',
      password: password ? undefined : 'Enter your password.',
    };
    setMissing(found);
    const first = found.email ? 'email' : found.password ? 'password' : null;
    if (first) return document.getElementById(first)?.focus();
    keepLastPlatform(platform);
    setEmail(email);
    session.send({ type: 'credentials.entered', platform, email, password });
  }

  return (
    <div className="grid lg:grid-cols-2">
      <HeroLayout title="Sign in" below={<Below platform={platform} />}>
        {isCodeAsked ? (
          <LazyBoundary>
            <CodeForm />
          </LazyBoundary>
        ) : (
          <form onSubmit={signIn} noValidate className="space-y-4">
            {problem && (
              <Callout color="red" title={problem}>
                {isUnconfirmed && (
                  <LazyBoundary>
                    <SendLink platform={platform} email={email} />
                  </LazyBoundary>
                )}
              </Callout>
            )}
            <Field label="Email" id="email" error={missing.email}>
              <EmailInput />
            </Field>
            <Field label="Password" id="password" error={missing.password}>
              <PasswordInput name="password" autoComplete="current-password" maxLength={256} />
            </Field>
            <Button type="submit" variant="primary" busy={busy} className="mt-2 h-10 w-full">
              {busy ? 'Signing in…' : 'Sign in'}
            </Button>
          </form>
        )}
      </HeroLayout>
      <aside ref={drawBrand} className="lg:col-start-1 lg:row-start-1" />
    </div>
  );
}

/** Does not say that a pasted text was cut, as `Input` does: that code would come with the first file of every page. */
function EmailInput() {
  return (
    <input {...useField()} className="control" name="email" type="email" autoComplete="username" maxLength={254} />
  );
}

/** The product and its operator, as rendered by the server (web/sign-in-brand.ts). */
function drawBrand(aside: HTMLElement | null) {
  const brand = document.getElementById('brand') as HTMLTemplateElement | null;
  if (brand) aside?.replaceChildren(brand.content.cloneNode(true));
}

function Below({ platform }: { platform: Platform }) {
  return (
    <>
      <p>
        <Door href={doorHrefs.door(platform, 'forgot-password')}>Forgot password?</Door>
      </p>
      <p className="mt-1 leading-7">
        <Door href={doorHrefs.signUp['lead-portal']}>Sign up as a mover</Door> ·{' '}
        <Door href={doorHrefs.signUp['load-board']}>Sign up as a carrier</Door>
        <br />
        Agents ask their brokerage for access.
      </p>
      {globalThis.document?.getElementById('demo-offer') && (
        <LazyBoundary>
          <DemoAccounts platform={platform} />
        </LazyBoundary>
      )}
    </>
  );
}

function Door({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="link">
      {children}
    </Link>
  );
}
