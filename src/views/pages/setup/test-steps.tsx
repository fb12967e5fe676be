import type { ReactNode } from 'react';
import { testMail, testPayments, useServiceTest } from '#src/views/settings/service-test.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { StepFrame } from '#src/views/ui/step-frame.tsx';
import type { StepProps } from './setup-step.ts';

interface TestStepProps extends Pick<StepProps, 'go' | 'isArrival'> {
  title: string;
  description: string;
  /** The label of the button. */
  verb: string;
  test: Parameters<typeof useServiceTest>[0];
  back?: ReactNode;
}

/** Tests a service, and shows its response. One can continue whatever the result. */
function TestStep({ title, description, verb, test, back, go, isArrival }: TestStepProps) {
  const { busy, said, run } = useServiceTest(test);
  return (
    <StepFrame title={title} description={description} isArrival={isArrival}>
      <div className="space-y-4">
        {said && <Callout color={said.isRight ? 'green' : 'amber'} role="status" title={said.says} />}
        <div className="flex flex-wrap gap-2">
          <Button variant={said ? 'secondary' : 'primary'} busy={busy} onClick={run}>
            {verb}
          </Button>
          <Button variant={said ? 'primary' : 'secondary'} onClick={() => go('step.finished')}>
            {said ? 'Continue' : 'Skip the test'}
          </Button>
          {back}
        </div>
      </div>
    </StepFrame>
  );
}

export function MailStep({ go, isArrival }: StepProps) {
  return (
    <TestStep
      title="Email"
      description="Estimates, agreements, and invitations are sent by email. Send one to yourself to see that it works."
      verb="Send me an email"
      test={testMail}
      go={go}
      isArrival={isArrival}
    />
  );
}

export function PaymentsStep({ go, isArrival }: StepProps) {
  return (
    <TestStep
      title="Payments"
      description="Movers and lead buyers pay by card. Everything else works without payments."
      verb="Test payments"
      test={testPayments}
      go={go}
      isArrival={isArrival}
      back={
        <Button variant="ghost" onClick={() => go('step.back')}>
          Back
        </Button>
      }
    />
  );
}
