import { type ComponentType } from 'react';
import type { TemplateKind } from '#src/machines/agreement/template-text.ts';
import { brokerageViews, type BrokerageView } from '#src/machines/session/routes.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { LegalForm } from '#src/views/legal/legal-form.tsx';
import { AssistantForm, AssistantKey } from '#src/views/settings/assistant-form.tsx';
import { BrokerageForm } from '#src/views/settings/brokerage-form.tsx';
import { IntakeKeys } from '#src/views/settings/intake-keys.tsx';
import { CarrierForm } from '#src/views/settings/carrier-form.tsx';
import { LeadForm } from '#src/views/settings/lead-form.tsx';
import { LogoForm } from '#src/views/settings/logo-form.tsx';
import { MailForm } from '#src/views/settings/mail-form.tsx';
import { MarketplaceForm, SubscriptionForm } from '#src/views/settings/offer-forms.tsx';
import type { Section as SettingsSection } from '#src/views/settings/setting-names.ts';
import { checkMailDomain, ServiceTest, testMail, testPayments } from '#src/views/settings/service-test.tsx';
import { SettingsHistory } from '#src/views/settings/settings-history.tsx';
import { SignInForm } from '#src/views/settings/sign-in-form.tsx';
import { type SectionProps, useSettings } from '#src/views/settings/use-settings.ts';
import { WithoutRight } from '#src/views/session/without-right.tsx';
import { Section } from '#src/views/ui/card.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { Bone, Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { Tabs } from '#src/views/ui/tabs.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import type { ScreenProps } from '../screen.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const StoppedAddresses = lazy(() => import('#src/views/mailing/stopped-addresses.tsx'));
const ReportedLeads = lazy(() => import('#src/views/marketplace/reported-leads.tsx'));
const RefundRequests = lazy(() => import('#src/views/marketplace/refund-requests.tsx'));
const MailTemplates = lazy(() => import('#src/views/mail-template/mail-templates.tsx'));
const Webhooks = lazy(() => import('#src/views/webhook/webhooks.tsx'));
const TemplateForm = lazy(() => import('#src/views/agreement/template-form.tsx'));
const Template = ({ kind }: { kind: TemplateKind }) => (
  <LazyBoundary fallback={<TextBones lines={8} />}>
    <TemplateForm kind={kind} />
  </LazyBoundary>
);

interface Part {
  title: string;
  description: string;
  Body: ComponentType<SectionProps>;
}
interface View {
  tab: string;
  /** The settings whose history is shown below; null for those that show their own versions. */
  section: SettingsSection | null;
  parts: readonly Part[];
}

const PAYMENTS: Part = {
  title: 'Payments',
  description: 'Movers and lead buyers pay by card. The payment provider’s keys are set on the server.',
  Body: () => <ServiceTest verb="Check payments" test={testPayments} />,
};

/** The content of each tab; a new one without content does not compile. */
const VIEWS: Record<BrokerageView, View> = {
  company: {
    tab: 'Company',
    section: 'brokerage',
    parts: [
      {
        title: 'Company',
        description: 'New agreements, emails, and pages use it right away. Signed documents don’t change.',
        Body: BrokerageForm,
      },
      {
        title: 'Logo',
        description: 'Shown at the top of pages, emails, and new documents.',
        Body: LogoForm,
      },
    ],
  },
  mail: {
    tab: 'Email',
    section: 'mail',
    parts: [
      { title: 'Email', description: 'How your emails appear in an inbox.', Body: MailForm },
      {
        title: 'Delivery',
        description: 'Send yourself an email to see what the mail server answers.',
        Body: () => <ServiceTest verb="Send a test email" test={testMail} />,
      },
      {
        title: 'Sender’s domain',
        description: 'Inboxes trust email from domains with SPF, DKIM, and DMARC records.',
        Body: () => <ServiceTest verb="Check the domain" test={checkMailDomain} />,
      },
      {
        title: 'Stopped addresses',
        description: 'We don’t email addresses that bounced or reported spam.',
        Body: () => (
          <LazyBoundary fallback={<TextBones lines={2} />}>
            <StoppedAddresses />
          </LazyBoundary>
        ),
      },
    ],
  },
  templates: {
    tab: 'Email templates',
    section: null,
    parts: [
      {
        title: 'Email templates',
        description: 'What agents often write to clients. They choose one on a lead, look at it, and send it.',
        Body: () => (
          <LazyBoundary fallback={<TextBones lines={3} />}>
            <MailTemplates />
          </LazyBoundary>
        ),
      },
    ],
  },
  marketplace: {
    tab: 'Marketplace',
    section: 'marketplace',
    parts: [
      {
        title: 'Reported leads',
        description:
          'Buyers reported that these households have hired a mover or aren’t moving, or that the phone number is wrong. Check with the household, then decide.',
        Body: () => (
          <LazyBoundary fallback={<TextBones lines={3} />}>
            <ReportedLeads />
          </LazyBoundary>
        ),
      },
      {
        title: 'Refund requests',
        description: 'Reports of bad leads that weren’t refunded automatically. Check the contact, then decide.',
        Body: () => (
          <LazyBoundary fallback={<TextBones lines={3} />}>
            <RefundRequests />
          </LazyBoundary>
        ),
      },
      {
        title: 'Marketplace',
        description: 'What guests pay for leads, and how many can buy each.',
        Body: MarketplaceForm,
      },
      PAYMENTS,
    ],
  },
  subscriptions: {
    tab: 'Subscriptions',
    section: 'subscription',
    parts: [
      { title: 'Subscriptions', description: 'What new subscribers are offered.', Body: SubscriptionForm },
      PAYMENTS,
    ],
  },
  carriers: {
    tab: 'Carriers',
    section: 'carriers',
    parts: [
      {
        title: 'Payment terms',
        description: 'Shown on loads, in job agreements, and on carriers’ payments. Jobs already awarded keep theirs.',
        Body: CarrierForm,
      },
    ],
  },
  leads: {
    tab: 'Leads',
    section: 'leads',
    parts: [
      { title: 'Archiving', description: 'Agents choose a reason or write their own.', Body: LeadForm },
      {
        title: 'Lead providers',
        description: 'Each provider sends household leads through the API with its own key.',
        Body: IntakeKeys,
      },
      {
        title: 'Webhooks',
        description: 'Notify your own systems when something happens to a lead. Each message is signed.',
        Body: () => (
          <LazyBoundary fallback={<TextBones lines={2} />}>
            <Webhooks />
          </LazyBoundary>
        ),
      },
    ],
  },
  agreements: {
    tab: 'Agreements',
    section: null,
    parts: [
      {
        title: 'Moving services agreement',
        description: 'Sent when a client accepts a quote. Agreements already sent keep their text.',
        Body: () => <Template kind="broker-shipper" />,
      },
      {
        title: 'Broker-carrier agreement',
        description: 'Each carrier signs it once, before its first bid.',
        Body: () => <Template kind="broker-carrier" />,
      },
      {
        title: 'Job agreement',
        description: 'Sent to the carrier that is awarded a load.',
        Body: () => <Template kind="specific-job" />,
      },
    ],
  },
  'sign-in': {
    tab: 'Sign-in',
    section: 'sign_in',
    parts: [{ title: 'Sign-in', description: 'Extra security for agents with the most access.', Body: SignInForm }],
  },
  assistant: {
    tab: 'AI assistant',
    section: 'assistant',
    parts: [
      { title: 'AI service', description: 'Who answers clients in the chat.', Body: AssistantForm },
      { title: 'Key', description: 'The service bills its use to this key.', Body: AssistantKey },
    ],
  },
  legal: {
    tab: 'Legal',
    section: null,
    parts: [
      {
        title: 'Privacy policy',
        description: 'Linked at the bottom of every page. Earlier versions stay available.',
        Body: ({ settings }) => <LegalForm kind="privacy-policy" brokerage={settings.brokerage} />,
      },
      {
        title: 'Terms of service',
        description: 'The rules for everyone who uses these pages.',
        Body: ({ settings }) => <LegalForm kind="terms-of-service" brokerage={settings.brokerage} />,
      },
    ],
  },
};

/** The brokerage's details and offerings; for agents with the right `settings`. */
export default function BrokeragePage({ params }: ScreenProps) {
  useTitle('Brokerage');
  const { settings, error, readAgain } = useSettings();
  const { section, parts } = VIEWS[params.view as BrokerageView];
  const problem = error && problemOf(error);
  if (problem?.status === 403) return <WithoutRight problem={problem} />;
  return (
    <>
      <PageHeader title="Brokerage" below="Your company, your offers, and how they’re delivered." />
      <Tabs
        label="Settings of the brokerage"
        tabs={brokerageViews.map((view) => ({ label: VIEWS[view].tab, href: hrefs.agent.brokerage(view) }))}
      />
      <div className="mt-6" key={params.view}>
        {error && !settings && (
          <FailedState title="The settings could not be loaded" onRetry={() => void readAgain().catch(() => {})} />
        )}
        {!error && !settings && (
          <Loading label="Loading the settings…">
            <div className="max-w-160 space-y-4">
              {[0, 1, 2, 3].map((row) => (
                <div key={row}>
                  <Bone className="mb-1.5 h-5 w-24" />
                  <Bone className="h-9" />
                </div>
              ))}
            </div>
          </Loading>
        )}
        {settings && (
          <>
            {parts.map(({ title, description, Body }) => (
              <Section key={title} title={title} description={description}>
                <Body settings={settings} readAgain={readAgain} />
              </Section>
            ))}
            {section && (
              <Section title="History">
                <SettingsHistory section={section} />
              </Section>
            )}
          </>
        )}
      </div>
    </>
  );
}
