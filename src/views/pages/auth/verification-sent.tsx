import { useState } from 'react';
import { Link } from 'wouter';
import { hrefs } from '#src/views/hrefs.ts';
import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { UnlessKept } from '#src/views/ui/unless-kept.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { BackToSignIn } from './back-to-sign-in.tsx';
import type { DoorProps } from './doors.tsx';
import { EmailForm } from './email-form.tsx';
import { Resend } from './resend.tsx';
import { keyOf, readSentMail, type SentMail } from './sent-mail.ts';
import { SentPage } from './sent-page.tsx';

/** Shown after a sign-up, and for requesting a new link when the old one is dead. */
export default function VerificationSent({ platform }: DoorProps) {
  if (platform === 'agent-portal') return <NothingToConfirm platform={platform} />;
  return <Confirmation platform={platform} />;
}

/** Agents do not sign up themselves: the brokerage knows their addresses. */
function NothingToConfirm({ platform }: DoorProps) {
  useTitle('Nothing to confirm');
  return (
    <HeroLayout title="Nothing to confirm" below={<BackToSignIn platform={platform} />}>
      <p className="-mt-3 text-gray-600">
        Agents don’t confirm their email address. If you can’t sign in, ask your brokerage for access.
      </p>
    </HeroLayout>
  );
}

function Confirmation({ platform }: DoorProps) {
  const [sent, setSent] = useState(() => readSentMail('confirmation'));
  return sent ? (
    <Sent platform={platform} sent={sent} />
  ) : (
    <AskForLink platform={platform} onSent={(email) => setSent({ email, at: Date.now() })} />
  );
}

function Sent({ platform, sent }: DoorProps & { sent: SentMail }) {
  return (
    <SentPage
      resend={<Resend kind="confirmation" platform={platform} sent={sent} />}
      below={
        <>
          {/* What was typed there, except for the password, is still in the form. */}
          <Link href={hrefs.signUp[platform as keyof typeof hrefs.signUp]} className="link">
            Sign up with another address
          </Link>
          <BackToSignIn platform={platform} />
        </>
      }
    >
      <p>
        We sent an email to <b className="font-medium">{sent.email}</b>. Open the link in it to confirm your address.
        The link works for two days.
      </p>
    </SentPage>
  );
}

function AskForLink({ platform, onSent }: DoorProps & { onSent: (email: string) => void }) {
  useTitle('Confirm your email address');
  return (
    <HeroLayout title="Confirm your email address" below={<BackToSignIn platform={platform} />}>
      <UnlessKept name={keyOf('confirmation')} />
      <p className="-mt-3 mb-6 text-gray-600">We’ll email you a link to confirm your address.</p>
      <EmailForm kind="confirmation" platform={platform} action="Send the link" onSent={onSent} />
    </HeroLayout>
  );
}
