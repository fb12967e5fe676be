import { AccountSections } from '#src/views/account/account-sections.tsx';
import { Assistants } from '#src/views/account/assistants.tsx';
import { CompanyForm } from '#src/views/account/company-form.tsx';
import { SettingsFrame } from '#src/views/account/settings-frame.tsx';
import { UserProfile } from '#src/views/account/user-profile.tsx';
import { useSession } from '#src/views/session/session-context.ts';
import { Section } from '#src/views/ui/card.tsx';
import { Facts } from '#src/views/ui/facts.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { BillingSection } from './billing-section.tsx';
import { CitiesSection } from './cities-section.tsx';

/** The settings of a mover, and those of an assistant, who leaves company, assistants and subscription to the mover. */
export default function SettingsPage() {
  useTitle('Settings');
  const session = useSession();
  return (
    <>
      <PageHeader title="Settings" />
      <SettingsFrame>
        {(account, readAgain) => {
          const { settings, role } = account;
          const isMover = role === 'mover';
          return (
            <>
              <Section title="Profile">
                <UserProfile
                  profile={account}
                  readAgain={readAgain}
                  onSaved={() => session.send({ type: 'user.changed' })}
                />
              </Section>
              {settings.companyName && (
                <Section title="Company">
                  {isMover ? (
                    <CompanyForm account={account} readAgain={readAgain} />
                  ) : (
                    <Facts
                      facts={[
                        { name: 'Company', value: settings.companyName },
                        { name: 'You are', value: 'An assistant' },
                      ]}
                    />
                  )}
                </Section>
              )}
              <CitiesSection personId={account.id} />
              {isMover && (
                <Section title="Assistants">
                  <Assistants />
                </Section>
              )}
              {isMover && <BillingSection onChanged={() => session.send({ type: 'user.changed' })} />}
              <AccountSections
                person={account}
                portal="user"
                onChanged={() => {
                  void readAgain().catch(() => {});
                  session.send({ type: 'user.changed' });
                }}
                onSignedOut={() => session.send({ type: 'session.expired' })}
              />
            </>
          );
        }}
      </SettingsFrame>
    </>
  );
}
