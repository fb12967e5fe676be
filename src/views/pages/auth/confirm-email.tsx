import { useLocation } from 'wouter';
import { ConfirmEmailDocument, EmailConfirmLinkDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { keepLastPlatform } from '#src/views/session/last-platform.ts';
import { useSession } from '#src/views/session/session-context.ts';
import { ask } from '#src/views/ui/ask.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { ConfirmPage } from './confirm-page.tsx';
import type { DoorProps } from './doors.tsx';
import { wirePlatform } from './send-mail.ts';
import { WayIn } from './way-in.tsx';

export default function ConfirmEmail({ platform }: DoorProps) {
  const session = useSession();
  const [, navigate] = useLocation();
  return (
    <ConfirmPage
      title="Confirm your email address"
      link={EmailConfirmLinkDocument}
      action="Confirm email address"
      send={async (token) => {
        const { confirmEmail } = await ask(ConfirmEmailDocument, { platform: wirePlatform(platform), token });
        if (!confirmEmail) return;
        // In the browser that signed up the cookies are already set: the session loads the user, and the portal opens.
        keepLastPlatform(platform);
        session.send({ type: 'session.changed-elsewhere' });
        navigate(hrefs.start(), { replace: true });
      }}
      done={{
        title: 'Your email address is confirmed',
        text: 'Your account is ready.',
        action: <WayIn platform={platform} />,
      }}
      already={{ title: 'Your email address is already confirmed', text: 'There is nothing left to do.' }}
      again={
        <div className="flex flex-wrap gap-2">
          <LinkButton variant="primary" href={hrefs.door(platform, 'verification-sent')}>
            Get a new link
          </LinkButton>
          {/* Someone who has already confirmed opens the link again. */}
          <LinkButton href={hrefs.login(platform)}>Sign in</LinkButton>
        </div>
      }
    >
      <p>Confirm that this mailbox is yours.</p>
    </ConfirmPage>
  );
}
