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
      title="Confirm your new email address"
      link={EmailChangeLinkDocument}
      action="Use this address"
      send={(token) => ask(ConfirmEmailChangeDocument, { token })}
      done={{
        title: 'Your email address is changed',
        text: 'Sign in with the new address from now on. Your other devices were signed out.',
        action: <WayIn platform={platform} />,
      }}
      already={{ title: 'Your email address is already changed', text: 'Sign in with the new address.' }}
      again={
        <LinkButton variant="primary" href={hrefs.start()}>
          Go to the home page
        </LinkButton>
      }
    >
      <p>You’ll sign in and get our emails at this address. Your other devices will be signed out.</p>
    </ConfirmPage>
  );
}
