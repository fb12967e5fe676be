import type { AccountFragment } from '#src/generated/graphql/graphql.ts';
import type { PortalRole } from '#src/machines/session/session.user.ts';
import { Section } from '#src/views/ui/card.tsx';
import { AvatarForm } from './avatar-form.tsx';
import { EmailForm } from './email-form.tsx';
import { NotificationsForm } from './notifications-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';

interface AccountSectionsProps {
  person: AccountFragment;
  /** The portal's part of the paths under /files/. */
  portal: 'user' | 'agent' | 'carrier';
  /** What the frame of the portal shows has changed. */
  onChanged: () => void;
  /** Every device was signed out, this one too. */
  onSignedOut: () => void;
}

/** What everybody who signs in can change: picture, emails they get, address, password, and where they are signed in. */
export function AccountSections({ person, portal, onChanged, onSignedOut }: AccountSectionsProps) {
  return (
    <>
      <Section title="Notifications">
        <NotificationsForm role={person.role as PortalRole} settings={person.settings} />
      </Section>
      <Section title="Picture">
        <AvatarForm person={person} uploadUrl={`/files/${portal}/avatar`} onChanged={onChanged} />
      </Section>
      <Section title="Email">
        <EmailForm email={person.email} />
      </Section>
      <Section title="Password" description="Changing it signs out your other devices.">
        <PasswordForm who={person} onChanged={onChanged} />
      </Section>
      <Section
        title="Devices"
        description="Where you’re signed in. Sign out any device you don’t recognize, then change your password."
      >
        <SessionList onEnded={onSignedOut} />
      </Section>
    </>
  );
}
