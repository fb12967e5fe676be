import type { AccountFragment } from '#src/generated/graphql/graphql.ts';
import type { ReactNode } from 'react';
import { Section } from '#src/views/ui/card.tsx';
import { AvatarForm } from './avatar-form.tsx';
import { EmailForm } from './email-form.tsx';
import MailSwitches from './mail-switches.tsx';
import { type MailedRole, NotificationsForm } from './notifications-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList, type SessionListProps } from './session-list.tsx';

interface AccountSectionsProps {
  person: AccountFragment;
  /** The portal's part of the paths under /files/. */
  portal: 'user' | 'agent' | 'carrier';
  /** Replaces the email switches if there is more to choose. */
  notifications?: ReactNode;
  /** Something shown in the portal's frame has changed. */
  onChanged: () => void;
  /** What this device would lose. */
  findUnsent?: SessionListProps['findUnsent'];
  /** Every device was signed out, including this one. */
  onSignedOut: () => void;
}

/** The settings of everyone who signs in: picture, email notifications, address, password, and sessions. */
export function AccountSections({
  person,
  portal,
  notifications,
  onChanged,
  findUnsent,
  onSignedOut,
}: AccountSectionsProps) {
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
        <SessionList findUnsent={findUnsent} onEnded={onSignedOut} />
      </Section>
    </>
  );
}
