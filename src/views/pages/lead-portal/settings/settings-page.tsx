import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { AccountSections } from '#src/views/account/account-sections.tsx';
import { Assistants } from '#src/views/account/assistants.tsx';
import { usePortalBrokerage } from '#src/views/brokerage/use-portal-brokerage.ts';
import { CompanyForm } from '#src/views/account/company-form.tsx';
import { SettingsFrame } from '#src/views/account/settings-frame.tsx';
import { UserProfile } from '#src/views/account/user-profile.tsx';
import { hrefs } from '#src/views/hrefs.ts';
import type { MoverSettings } from '#src/views/hrefs.ts';
import { useSession, useUser } from '#src/views/session/session-context.ts';
import { Section } from '#src/views/ui/card.tsx';
import { Facts } from '#src/views/ui/facts.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { Bone } from '#src/views/ui/skeleton.tsx';
import { Tabs } from '#src/views/ui/tabs.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { BillingSection } from './billing-section.tsx';
import { CitiesSection } from './cities-section.tsx';

const TextsForm = lazy(() => import('#src/views/state-lead/texts-form.tsx'));

const NAMES: Record<MoverSettings, string> = {
  billing: 'Billing',
  company: 'Company',
  area: 'Where you work',
  account: 'Account',
};
const TABS = {
  mover: ['billing', 'company', 'area', 'account'],
  // Company, assistants, and subscription are for the mover only.
  assistant: ['account', 'area'],
} as const satisfies Record<string, readonly MoverSettings[]>;

/** The settings of a mover or an assistant; the first tab is shown if the URL names none. */
export default function SettingsPage() {
  useTitle('Settings');
  const session = useSession();
  const { role } = useUser();
  const tabs: readonly MoverSettings[] = TABS[role === 'mover' ? 'mover' : 'assistant'];
  const named = new URLSearchParams(useSearch()).get('tab');
  const tab = tabs.find((one) => one === named) ?? tabs[0]!;
  const changed = () => session.send({ type: 'user.changed' });
  const { brokerage } = usePortalBrokerage();
  return (
    <>
      <PageHeader title="Settings" />
      <Tabs
        label="Settings"
        tabs={tabs.map((one) => ({
          label: NAMES[one],
          href: hrefs.mover.settings(role, one === tabs[0] ? undefined : one),
          isCurrent: one === tab,
        }))}
      />
      <div className="mt-4">
        <SettingsFrame>
          {(account, readAgain) => {
            const { settings } = account;
            const isMover = role === 'mover';
            const shown: Record<MoverSettings, () => ReactNode> = {
              billing: () => <BillingSection onChanged={changed} />,
              company: () => (
                <>
                  {settings.companyName && (
                    <Section title="Company">
                      <CompanyForm account={account} readAgain={readAgain} office={brokerage} />
                    </Section>
                  )}
                  <Section title="Assistants">
                    <Assistants />
                  </Section>
                  <Section
                    title="Text messages"
                    description="Texts that you and your assistants can send to a client with two taps."
                  >
                    <LazyBoundary fallback={<Bone className="h-40 max-w-160" />}>
                      <TextsForm />
                    </LazyBoundary>
                  </Section>
                </>
              ),
              area: () => <CitiesSection personId={account.id} />,
              account: () => (
                <>
                  <Section title="Profile">
                    <UserProfile profile={account} readAgain={readAgain} onSaved={changed} />
                  </Section>
                  {!isMover && settings.companyName && (
                    <Section title="Company">
                      <Facts
                        facts={[
                          { name: 'Company', value: settings.companyName },
                          { name: 'You are', value: 'An assistant' },
                        ]}
                      />
                    </Section>
                  )}
                  <AccountSections
                    person={account}
                    portal="user"
                    onChanged={() => {
                      void readAgain().catch(() => {});
                      changed();
                    }}
                    onSignedOut={() => session.send({ type: 'sign-out.asked' })}
                  />
                </>
              ),
            };
            return shown[tab]();
          }}
        </SettingsFrame>
      </div>
    </>
  );
}
