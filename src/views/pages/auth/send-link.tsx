import { useLocation } from 'wouter';
import type { Platform } from '#src/machines/session/session.user.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Button } from '#src/views/ui/button.tsx';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { sendMail } from './send-mail.ts';

/**
 * For someone with the right password whose email address was never confirmed: never an agent, whatever the page is.
 */
export function SendLink({ platform, email }: { platform: Platform; email: string }) {
  const [, navigate] = useLocation();
  const door = platform === 'agent-portal' ? 'lead-portal' : platform;
  const { busy, problem, submit } = useSubmit({
    errors: {},
    send: () => sendMail('confirmation', door, email),
    done: () => navigate(hrefs.door(door, 'verification-sent')),
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
