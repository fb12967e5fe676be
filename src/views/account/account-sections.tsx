import { Section } from '#src/views/ui/card.tsx';
import { AvatarForm } from './avatar-form.tsx';
import { EmailForm } from './email-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';

interface AccountSectionsProps {
  person: { name: string; email: string; avatarUrl?: string | null };
  /** The portal's part of the paths under /files/. */
  portal: 'user' | 'agent' | 'carrier';
  /** Something that is shown elsewhere, too, is another now. */
  onChanged: () => void;
  /** Every device was signed out, this one too. */
  onSignedOut: () => void;
}

/** What everybody who signs in can change: picture, e-mail, password, and where they are signed in. */
export function AccountSections({ person, portal, onChanged, onSignedOut }: AccountSectionsProps) {
  return (
    <>
      <Section title="Picture">
        <AvatarForm person={person} uploadUrl={`/files/${portal}/avatar`} onChanged={onChanged} />
      </Section>
      <Section title="E-mail">
        <EmailForm email={person.email} />
      </Section>
      <Section title="Password" description="Changing it signs out your other devices.">
        <PasswordForm who={person} onChanged={onChanged} />
      </Section>
      <Section title="Devices" description="Where you are signed in. Sign out what you do not know, then change your password.">
        <SessionList onEnded={onSignedOut} />
      </Section>
    </>
  );
}
