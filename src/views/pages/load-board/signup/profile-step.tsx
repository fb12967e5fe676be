import { ProfileForm } from '#src/views/carrier/profile/profile-form.tsx';
import { OwnRegisterCard } from '#src/views/carrier/register/own-register-card.tsx';
import type { StepProps } from './signup-step.ts';
import { StepFrame } from '#src/views/ui/step-frame.tsx';

export function ProfileStep({ profile, readAgain, go, isArrival }: StepProps) {
  return (
    <StepFrame
      title="Your company"
      description={`${profile.brokerage.name} uses it to offer you loads and prepare your agreement.`}
      isArrival={isArrival}
    >
      <div className="max-w-160 space-y-5">
        <OwnRegisterCard />
        <ProfileForm
          profile={profile}
          readAgain={readAgain}
          verb="Save and continue"
          isStep
          onSaved={(now) => go('step.finished', now)}
        />
      </div>
    </StepFrame>
  );
}
