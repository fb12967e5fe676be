import type { AccountFragment } from '#src/generated/graphql/graphql.ts';
import type { ReactNode } from 'react';
import { Section } from '#src/views/ui/card.tsx';
import { AvatarForm } from './avatar-form.tsx';
import { EmailForm } from './email-form.tsx';
import MailSwitches from './mail-switches.tsx';
import { type MailedRole, NotificationsForm } from './notifications-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';

interface AccountSectionsProps {
  person: AccountFragment;
  /** The portal's part of the paths under /files/. */
  portal: 'user' | 'agent' | 'carrier';
  /** What stands for the switches of mails, where there is more to choose. */
  notifications?: ReactNode;
  /** What the frame of the portal shows has changed. */
  onChanged: () => void;
  /** Every device was signed out, this one too. */
  onSignedOut: () => void;
}

/** What everybody who signs in can change: picture, emails they get, address, password, and where they are signed in. */
export function AccountSections({ person, portal, notifications, onChanged, onSignedOut }: AccountSectionsProps) {
  return (
    <>
      <Section title="Notifications" fragment="notifications">
        <div className="space-y-5">
          {notifications ?? <NotificationsForm role={person.role as MailedRole} settings={person.settings} />}
          <MailSwitches />
        </div>
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
