import { ArrowDownTrayIcon, PlusIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { ComplianceChecklist, type Standing } from '#src/views/carrier/compliance/compliance-checklist.tsx';
import { LicenseForm } from '#src/views/carrier/profile/license-form.tsx';
import { PolicyForm } from '#src/views/carrier/profile/policy-form.tsx';
import { PolicyList } from '#src/views/carrier/profile/policy-list.tsx';
import { ProfileForm } from '#src/views/carrier/profile/profile-form.tsx';
import { needsPolicy, type Profile, useCarrierProfile } from '#src/views/carrier/profile/use-carrier-profile.ts';
import { OwnRegisterCard } from '#src/views/carrier/register/own-register-card.tsx';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Section } from '#src/views/ui/card.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { exactTime } from '#src/views/ui/relative-time.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';

/** The company, as the broker and its agents see it. */
export default function GeneralView() {
  const { profile, failed, again, readAgain } = useCarrierProfile();
  if (profile) return <Company profile={profile} readAgain={readAgain} />;
  if (failed) {
    return (
      <FailedState title="Your company could not be loaded" onRetry={again}>
        Check your connection, then try again.
      </FailedState>
    );
  }
  return (
    <Loading label="Loading your company…">
      <TextBones lines={14} />
    </Loading>
  );
}

/** What a carrier can do about each problem. */
const remedies = {
  agreement: 'Sign it at the end of your sign-up.',
  authority: 'The broker will verify it and email you once it’s confirmed. Call if you think it’s wrong.',
  liability: 'Upload the policy in force under Insurance below.',
  cargo: 'Upload the policy in force under Insurance below.',
};

const remedyOf = ({ requirement, starts }: Standing): string =>
  starts ? 'If another policy covers you until then, upload it under Insurance below.' : remedies[requirement];

function Company({ profile, readAgain }: { profile: Profile; readAgain: () => Promise<Profile> }) {
  const notify = useNotify();
  const [isAdding, setAdding] = useState(false);
  const isPolicyNeeded = needsPolicy(profile);
  const { compliance, missing, agreementSignedAt, agreementUrl } = profile;
  return (
    <>
      <Section
        title="Compliance"
        description={
          compliance.every(({ isMet }) => isMet)
            ? 'You can bid on loads and be awarded them.'
            : 'Each open item says what it’s blocking.'
        }
      >
        <ComplianceChecklist compliance={compliance} remedyOf={remedyOf} />
      </Section>
      <OwnRegisterCard />
      <Section title="Company">
        <ProfileForm
          profile={profile}
          readAgain={readAgain}
          verb="Save company"
          onSaved={() => notify.done('Company saved')}
        />
      </Section>
      <Section
        title="Insurance"
        description="We’ll email you 30, 14, 7, and 1 day before a policy ends. Without a required policy, you can’t bid on loads or be awarded one."
      >
        <div className="space-y-4">
          <PolicyList profile={profile} readAgain={readAgain} />
          {isAdding || isPolicyNeeded ? (
            <PolicyForm
              profile={profile}
              readAgain={readAgain}
              onSaved={() => {
                setAdding(false);
                notify.done('Policy uploaded');
              }}
              aside={
                !isPolicyNeeded && (
                  <Button variant="ghost" onClick={() => setAdding(false)}>
                    Cancel
                  </Button>
                )
              }
            />
          ) : (
            <Button icon={<PlusIcon />} onClick={() => setAdding(true)}>
              Upload a policy
            </Button>
          )}
        </div>
      </Section>
      <Section title="Licenses" description="Your authorities and permits.">
        {missing.length > 0 ? (
          <p className="text-gray-600">Complete your company profile first. Missing: {missing.join('; ')}.</p>
        ) : (
          <LicenseForm
            profile={profile}
            readAgain={readAgain}
            verb="Save licenses"
            onSaved={() => notify.done('Licenses saved')}
          />
        )}
      </Section>
      {agreementSignedAt && (
        <Section
          title="Agreement"
          description={`The broker-carrier agreement was signed on ${exactTime(agreementSignedAt)}.`}
        >
          {agreementUrl && (
            <LinkButton href={agreementUrl} download icon={<ArrowDownTrayIcon />}>
              Download your signed copy
            </LinkButton>
          )}
        </Section>
      )}
    </>
  );
}
