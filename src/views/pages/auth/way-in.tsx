import type { Platform } from '#src/machines/session/session.user.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { useSessionState } from '#src/views/session/session-context.ts';
import { LinkButton } from '#src/views/ui/button.tsx';

/** From a page before sign-in to the login; someone already signed in simply continues. */
export function WayIn({ platform }: { platform: Platform }) {
  const isMember = useSessionState((snapshot) => snapshot.hasTag('member'));
  return isMember ? (
    <LinkButton variant="primary" href={hrefs.start()}>
      Continue
    </LinkButton>
  ) : (
    <LinkButton variant="primary" href={hrefs.login(platform)}>
      Sign in
    </LinkButton>
  );
}
