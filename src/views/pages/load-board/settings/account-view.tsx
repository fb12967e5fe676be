import { Link } from 'wouter';
import { AccountSections } from '#src/views/account/account-sections.tsx';
import { type MailedRole, NotificationsForm } from '#src/views/account/notifications-form.tsx';
import { SettingsFrame } from '#src/views/account/settings-frame.tsx';
import { hrefs } from '#src/views/hrefs.ts';
import PushSettings from '#src/views/push/push-settings.tsx';
import { useSession } from '#src/views/session/session-context.ts';
import { Section } from '#src/views/ui/card.tsx';
import { Facts } from '#src/views/ui/facts.tsx';

/** The person who signs in for the carrier. Name and phone are those of the contact in the company's profile. */
export default function AccountView() {
  const session = useSession();
  return (
    <SettingsFrame>
      {(account, readAgain) => (
        <>
          <Section title="Signed in as">
            <Facts facts={[{ name: 'Name', value: account.name }]} />
            <p className="mt-2 text-gray-600">
              Your name and phone are those of the contact in the{' '}
              <Link href={hrefs.board.settings('general')} className="link">
                company’s profile
              </Link>
              .
            </p>
          </Section>
          <AccountSections
            person={account}
            portal="carrier"
            findUnsent={() => import('#src/views/job/unsent.ts').then(({ findUnsent }) => findUnsent(account.id))}
            notifications={
              <div className="space-y-5">
                <PushSettings />
                <NotificationsForm role={account.role as MailedRole} settings={account.settings} />
              </div>
            }
            onChanged={() => {
              void readAgain().catch(() => {});
              session.send({ type: 'user.changed' });
            }}
            onSignedOut={() => session.send({ type: 'sign-out.asked' })}
          />
        </>
      )}
    </SettingsFrame>
  );
}
