import { ConfirmEmailChangeDocument, EmailChangeLinkDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { ask } from '#src/views/ui/ask.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { ConfirmPage } from './confirm-page.tsx';
import type { DoorProps } from './doors.tsx';
import { WayIn } from './way-in.tsx';

export default function ConfirmEmailChange({ platform }: DoorProps) {
  return (
    <ConfirmPage
      title="Confirm your new e-mail address"
      link={EmailChangeLinkDocument}
      action="Use this address"
      send={(token) => ask(ConfirmEmailChangeDocument, { token })}
      done={{
        title: 'Your e-mail address is changed',
        text: 'From now on you sign in with the new one. Your other devices were signed out.',
        action: <WayIn platform={platform} />,
      }}
      again={
        <LinkButton variant="primary" href={hrefs.start()}>
          Go to the start page
        </LinkButton>
      }
    >
      <p>
        From then on you sign in with the address to which this link was sent, and our mails go there. Your other
        devices are signed out.
      </p>
    </ConfirmPage>
  );
}
