import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type ReactNode, useState } from 'react';
import { TestMailDocument, TestPaymentsDocument } from '#src/generated/graphql/graphql.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { StepFrame } from '#src/views/ui/step-frame.tsx';
import type { StepProps } from './setup-step.ts';

interface Said {
  isRight: boolean;
  says: string;
}

interface TestStepProps extends Pick<StepProps, 'go' | 'isArrival'> {
  title: string;
  description: string;
  /** On the button that asks. */
  verb: string;
  test: () => Promise<Said>;
  back?: ReactNode;
}

/** Asks a service, and says what it answered. One may go on whatever that is. */
function TestStep({ title, description, verb, test, back, go, isArrival }: TestStepProps) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  async function run(): Promise<void> {
    setBusy(true);
    setSaid(null);
    try {
      setSaid(await test());
    } catch (error) {
      notify.failed(error, 'The test could not be made. Try again.');
    } finally {
      setBusy(false);
    }
  }
  return (
    <StepFrame title={title} description={description} isArrival={isArrival}>
      <div className="space-y-4">
        {said && <Callout color={said.isRight ? 'green' : 'amber'} role="status" title={said.says} />}
        <div className="flex flex-wrap gap-2">
          <Button variant={said ? 'secondary' : 'primary'} busy={busy} onClick={() => void run()}>
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

const asking =
  <Name extends string>(document: TypedDocumentNode<Record<Name, Said>, Record<string, never>>, name: Name) =>
  async () =>
    (await ask(document, {}))[name];

export function MailStep({ go, isArrival }: StepProps) {
  return (
    <TestStep
      title="Mail"
      description="Estimates, agreements and invitations go out by mail. A mail to your own address shows that it works."
      verb="Send me a mail"
      test={asking(TestMailDocument, 'testMail')}
      go={go}
      isArrival={isArrival}
    />
  );
}

export function PaymentsStep({ go, isArrival }: StepProps) {
  return (
    <TestStep
      title="Payments"
      description="Movers and buyers of leads pay by card. Without payments everything else works."
      verb="Test payments"
      test={asking(TestPaymentsDocument, 'testPayments')}
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
