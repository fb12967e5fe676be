import { useState } from 'react';
import { Link } from 'wouter';
import { hrefs } from '#src/views/hrefs.ts';
import { BackToSignIn } from './back-to-sign-in.tsx';
import type { DoorProps } from './doors.tsx';
import { Resend } from './resend.tsx';
import { readSentMail } from './sent-mail.ts';
import { SentPage } from './sent-page.tsx';

/** The same for every address, so that it does not reveal who has an account. */
export default function ResetSent({ platform }: DoorProps) {
  const [sent] = useState(() => readSentMail('reset'));
  return (
    <SentPage
      resend={sent && <Resend kind="reset" platform={platform} sent={sent} />}
      below={
        <>
          <Link href={hrefs.door(platform, 'forgot-password')} className="link">
            Use another address
          </Link>
          <BackToSignIn platform={platform} />
        </>
      }
    >
      <p>
        If there is an account for {sent ? <b className="font-medium">{sent.email}</b> : 'the address you entered'},
        we’ve emailed a link. It works once, for one hour.
      </p>
    </SentPage>
  );
}
