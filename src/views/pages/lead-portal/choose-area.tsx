import { useSession, useUser } from '#src/views/session/session-context.ts';
import { DefaultLayout } from '#src/views/ui/default-layout.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { LoadTopCities } from '#src/views/onboarding/load-top-cities.tsx';
import { OnboardingStep } from '#src/views/onboarding/onboarding-step.tsx';
import { TopCities } from '#src/views/onboarding/top-cities.tsx';

interface ChooseAreaProps {
  onChosen: () => void;
  /** Back to the trial with what is stored; only where something is. */
  onCancel?: (() => void) | undefined;
}

/** The step of a new business that says in which cities and states it works, and the way back to it from the next one. */
export default function ChooseArea({ onChosen, onCancel }: ChooseAreaProps) {
  const session = useSession();
  const user = useUser();
  return (
    <DefaultLayout
      aside={
        <button type="button" className="link" onClick={() => session.send({ type: 'sign-out.asked' })}>
          Sign out
        </button>
      }
    >
      {user.role === 'mover' && <OnboardingStep step={2} />}
      <PageHeader
        title="Where do you work?"
        below="You’ll see leads in your cities and states. Change them any time in settings."
      />
      <LoadTopCities>
        {(chosen) => (
          <TopCities {...chosen} personId={user.id} confirm="Continue" onChosen={onChosen} onCancel={onCancel} />
        )}
      </LoadTopCities>
    </DefaultLayout>
  );
}
