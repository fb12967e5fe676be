import type { BoardSettings as View } from '#src/machines/session/routes.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { useUser } from '#src/views/session/session-context.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Facts } from '#src/views/ui/facts.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { Section } from '#src/views/ui/card.tsx';
import { Tabs } from '#src/views/ui/tabs.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import type { ScreenProps } from './screen.ts';

/** What will be set here, and what does it until then. */
const parts: Record<View, { name: string; text: string }> = {
  general: { name: 'General', text: 'Your company’s address, equipment, service area and insurance cannot be changed here yet. Call or write to the broker, who keeps them for you; bids and jobs use what is on record.' },
  account: { name: 'Account', text: 'Your name, e-mail and password cannot be changed here yet. Call or write to the broker to have them changed.' },
  'pricing-sheet': { name: 'Pricing sheet', text: 'Your pricing sheet cannot be edited here yet. The broker keeps it for you; each load shows the price that it gives, with its working, and you bid what you like.' },
};

export default function BoardSettings({ params }: ScreenProps) {
  const view = params.view as View;
  const user = useUser();
  const { name, text } = parts[view];
  useTitle(`${name} settings`);
  return (
    <div className="max-w-160">
      <PageHeader title="Settings" />
      <Tabs label="Settings" tabs={(Object.keys(parts) as View[]).map((one) => ({ label: parts[one].name, href: hrefs.board.settings(one) }))} />
      <div className="mt-6">
        {view === 'account' && (
          <Section title="Signed in as">
            <Facts
              facts={[
                { name: 'Name', value: user.name },
                { name: 'E-mail', value: user.email },
              ]}
            />
          </Section>
        )}
        <Section title="This part is not set up yet" description={text}>
          <LinkButton href={hrefs.board.leads('available')}>See available loads</LinkButton>
        </Section>
      </div>
    </div>
  );
}
