import { ConfirmEmailDocument, EmailConfirmLinkDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { ask } from '#src/views/ui/ask.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { ConfirmPage } from './confirm-page.tsx';
import type { DoorProps } from './doors.tsx';
import { wirePlatform } from './send-mail.ts';
import { WayIn } from './way-in.tsx';

export default function ConfirmEmail({ platform }: DoorProps) {
  return (
    <ConfirmPage
      title="Confirm your email address"
      link={EmailConfirmLinkDocument}
      action="Confirm email address"
      send={(token) => ask(ConfirmEmailDocument, { platform: wirePlatform(platform), token })}
      done={{
        title: 'Your email address is confirmed',
        text: 'Your account is ready.',
        action: <WayIn platform={platform} />,
      }}
      again={
        <div className="flex flex-wrap gap-2">
          <LinkButton variant="primary" href={hrefs.door(platform, 'verification-sent')}>
            Get a new link
          </LinkButton>
          {/* Whoever has confirmed already opens it again. */}
          <LinkButton href={hrefs.login(platform)}>Sign in</LinkButton>
        </div>
      }
    >
      <p>Confirm that this mailbox is yours.</p>
    </ConfirmPage>
  );
}
