import { LicenseForm } from '#src/views/carrier/profile/license-form.tsx';
import { Button } from '#src/views/ui/button.tsx';
import type { StepProps } from './signup-step.ts';
import { StepFrame } from '#src/views/ui/step-frame.tsx';

export default function LicensesStep({ profile, readAgain, go, isArrival }: StepProps) {
  return (
    <StepFrame
      title="Your licenses"
      description="Your authorities and permits, with a copy if you have one. You can add them later in settings, but the broker may hold off on confirming your authority, and you can’t bid until then."
      isArrival={isArrival}
    >
      <div className="max-w-160">
        <LicenseForm
          profile={profile}
          readAgain={readAgain}
          verb="Save and continue"
          isStep
          onSaved={(now) => go(now.licenses.length > 0 ? 'step.finished' : 'step.skipped', now)}
          aside={(hasRows) => (
            <>
              {!hasRows && (
                <Button size="lg" variant="primary" className="max-sm:w-full" onClick={() => go('step.skipped')}>
                  Skip for now
                </Button>
              )}
              <Button size="lg" variant="ghost" className="max-sm:w-full" onClick={() => go('step.back')}>
                Back
              </Button>
            </>
          )}
        />
      </div>
    </StepFrame>
  );
}
