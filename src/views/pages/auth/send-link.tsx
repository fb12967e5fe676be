import { useLocation } from 'wouter';
import type { Platform } from '#src/machines/session/session.user.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Button } from '#src/views/ui/button.tsx';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { sendMail } from './send-mail.ts';

/** For somebody whose password is right and whose address was never confirmed. */
export function SendLink({ platform, email }: { platform: Platform; email: string }) {
  const [, navigate] = useLocation();
  const { busy, problem, submit } = useSubmit({
    errors: {},
    send: () => sendMail('confirmation', platform, email),
    done: () => navigate(hrefs.door(platform, 'verification-sent')),
    fallback: 'Couldn’t send the email. Check your connection and try again.',
  });
  return (
    <>
      {problem}
      <Button className="mt-2" busy={busy} onClick={() => void submit()}>
        Send the link again
      </Button>
    </>
  );
}
