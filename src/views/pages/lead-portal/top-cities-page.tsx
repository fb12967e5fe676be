import { LoadTopCities } from '#src/views/onboarding/load-top-cities.tsx';
import { OnboardingStep } from '#src/views/onboarding/onboarding-step.tsx';
import { TopCities } from '#src/views/onboarding/top-cities.tsx';
import { useSession, useUser } from '#src/views/session/session-context.ts';
import { PaymentsClosed } from '#src/views/brokerage/payments-closed.tsx';
import { usePlan } from '#src/views/subscription/use-plan.ts';
import { DefaultLayout } from '#src/views/ui/default-layout.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import type { ScreenProps } from './screen.ts';

interface TopCitiesPageProps extends Partial<ScreenProps> {
  /** Returns to the next step, with the new or the unchanged selection, if that step led here. */
  onBack?: () => void;
}

/** What follows the choice, if anything can. */
function NextStep() {
  const { plan } = usePlan();
  return plan?.payments === 'off' ? (
    <div className="mb-4 max-w-160">
      <PaymentsClosed title="You can’t subscribe online yet" to="start" />
    </div>
  ) : (
    <OnboardingStep step={2} />
  );
}

/** The first gate of a business: the cities and states where it works. */
export default function TopCitiesPage({ onBack }: TopCitiesPageProps) {
  useTitle('Where you work');
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
      {user.role === 'mover' && <NextStep />}
      <PageHeader
        title="Where do you work?"
        below="You’ll see leads in your cities and states. Change them any time in settings."
      />
      <LoadTopCities>
        {(chosen) => (
          <TopCities
            {...chosen}
            personId={user.id}
            confirm="Continue"
            onChosen={onBack ?? (() => session.send({ type: 'user.changed' }))}
            onCancel={onBack}
          />
        )}
      </LoadTopCities>
    </DefaultLayout>
  );
}
