import { useActorRef, useSelector } from '@xstate/react';
import { type ComponentType, useState } from 'react';
import {
  carrierSignupMachine,
  resumedSignup,
  SIGNUP_STEPS,
  type SignupState,
  type SignupStep,
} from '#src/machines/carrier/carrier-signup.machine.ts';
import type { Profile } from '#src/views/carrier/profile/use-carrier-profile.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { Stepper } from '#src/views/ui/stepper.tsx';
import { useKept } from '#src/views/ui/use-kept.ts';
import { DoneStep } from './done-step.tsx';
import { ProfileStep } from './profile-step.tsx';
import { factsOf, type SignupMove, type StepProps } from './signup-step.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

/** The screen of each step; a new one without a screen does not compile. */
const screens: Record<SignupState, ComponentType<StepProps>> = {
  profile: ProfileStep,
  licenses: lazy(() => import('./licenses-step.tsx')),
  insurance: lazy(() => import('./insurance-step.tsx')),
  agreement: lazy(() => import('./agreement-step.tsx')),
  done: DoneStep,
};

const LABELS: Record<SignupStep, string> = {
  profile: 'Company',
  licenses: 'Licenses',
  insurance: 'Insurance',
  agreement: 'Agreement',
};

const stepOf = (text: string): SignupStep | null => SIGNUP_STEPS.find((step) => step === text) ?? null;

/** One step after the other; a reload continues at the same step. */
export function SignupFlow({ profile, readAgain }: { profile: Profile; readAgain: () => Promise<Profile> }) {
  const [left, keepLeft] = useKept(`carrier-signup:${profile.id}`, '');
  const actor = useActorRef(carrierSignupMachine, { snapshot: resumedSignup(stepOf(left), factsOf(profile)) });
  const state = useSelector(actor, (snapshot) => snapshot.value);
  const [hasMoved, setMoved] = useState(false);
  const at = state === 'done' ? SIGNUP_STEPS.length : SIGNUP_STEPS.indexOf(state);
  const Screen = screens[state];

  const go: SignupMove = (type, now = profile) => {
    setMoved(true);
    actor.send({ type, facts: factsOf(now) });
    keepLeft(actor.getSnapshot().value);
    scrollTo(0, 0);
  };

  return (
    <>
      <div className="mt-6">
        <Stepper
          isShort
          label="Steps of the sign-up"
          steps={SIGNUP_STEPS.map((step, index) => ({
            label: LABELS[step],
            state: index < at ? 'done' : index === at ? 'current' : 'ahead',
          }))}
        />
      </div>
      <div className="mt-6">
        <LazyBoundary
          fallback={
            <Loading>
              <TextBones lines={10} />
            </Loading>
          }
        >
          <Screen key={state} profile={profile} readAgain={readAgain} go={go} isArrival={hasMoved} />
        </LazyBoundary>
      </div>
    </>
  );
}
