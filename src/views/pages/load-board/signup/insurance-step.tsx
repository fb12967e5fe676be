import { PlusIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { PolicyForm } from '#src/views/carrier/profile/policy-form.tsx';
import { PolicyList } from '#src/views/carrier/profile/policy-list.tsx';
import { needsPolicy } from '#src/views/carrier/profile/use-carrier-profile.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import type { StepProps } from './signup-step.ts';
import { StepFrame } from '#src/views/ui/step-frame.tsx';

export default function InsuranceStep({ profile, readAgain, go, isArrival }: StepProps) {
  const policies = profile.insurance;
  const isCovered = profile.coverGaps.length === 0;
  const isPolicyNeeded = needsPolicy(profile);
  const [isAdding, setAdding] = useState(false);
  return (
    <StepFrame
      title="Your insurance"
      description="Auto liability and cargo are needed, with the certificate of each. Policies can be uploaded now, or later in the settings."
      isArrival={isArrival}
    >
      <div className="max-w-160 space-y-6">
        <p role="status" className="sr-only">
          {policies.length > 0 && `${policies.length} on record`}
        </p>
        {policies.length + profile.incompleteInsurance.length > 0 && (
          <PolicyList profile={profile} readAgain={readAgain} />
        )}
        {isPolicyNeeded || isAdding ? (
          <PolicyForm profile={profile} readAgain={readAgain} onSaved={() => setAdding(false)} />
        ) : (
          <Button icon={<PlusIcon />} onClick={() => setAdding(true)}>
            Upload another policy
          </Button>
        )}
        {!isCovered && (
          <Callout
            color="blue"
            title={isPolicyNeeded ? 'You can continue without it' : 'You can continue before it starts'}
          >
            You can then sign, but not bid on loads or be awarded one: {profile.coverGaps.join(', and ')}.
          </Callout>
        )}
        <div className="flex flex-wrap gap-2 border-t border-gray-200 pt-6">
          <Button
            size="lg"
            variant={isPolicyNeeded ? 'secondary' : 'primary'}
            className="max-sm:w-full"
            onClick={() => go(isCovered ? 'step.finished' : 'step.skipped')}
          >
            {isPolicyNeeded ? 'Skip for now' : 'Continue'}
          </Button>
          <Button size="lg" variant="ghost" className="max-sm:w-full" onClick={() => go('step.back')}>
            Back
          </Button>
        </div>
      </div>
    </StepFrame>
  );
}
