import { AccountSections } from '#src/views/account/account-sections.tsx';
import { AgentProfile } from '#src/views/account/agent-profile.tsx';
import { SettingsFrame } from '#src/views/account/settings-frame.tsx';
import { TwoFactor } from '#src/views/account/two-factor.tsx';
import NoticeSettings from '#src/views/notice/notice-settings.tsx';
import { useSession } from '#src/views/session/session-context.ts';
import { Section } from '#src/views/ui/card.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

export default function SettingsPage() {
  useTitle('Settings');
  const session = useSession();
  return (
    <>
      <PageHeader title="Settings" />
      <SettingsFrame>
        {(account, readAgain) => (
          <>
            <Section title="Profile">
              {/* The frame shows the name, too, and takes it from the session. */}
              <AgentProfile
                profile={account}
                readAgain={readAgain}
                onSaved={() => session.send({ type: 'user.changed' })}
              />
            </Section>
            <Section
              title="Two-factor sign-in"
              description="In addition to your password, you’ll enter a code from an app on your phone."
            >
              <TwoFactor />
            </Section>
            <AccountSections
              person={account}
              portal="agent"
              notifications={<NoticeSettings />}
              onChanged={() => {
                void readAgain().catch(() => {});
                session.send({ type: 'user.changed' });
              }}
              onSignedOut={() => session.send({ type: 'sign-out.asked' })}
            />
          </>
        )}
      </SettingsFrame>
    </>
  );
}
