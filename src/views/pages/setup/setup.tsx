import { useActorRef, useSelector } from '@xstate/react';
import { type ComponentType, useState } from 'react';
import { SetupDocument } from '#src/generated/graphql/graphql.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import {
  resumedSetup,
  SETUP_STEPS,
  type SetupEvent,
  setupMachine,
  type SetupState,
} from '#src/machines/setup/setup.machine.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { DefaultLayout } from '#src/views/ui/default-layout.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { Stepper } from '#src/views/ui/stepper.tsx';
import { useAnswer } from '#src/views/ui/use-answer.ts';
import { draftKey } from '#src/views/ui/draft-storage.ts';
import { UnlessKept } from '#src/views/ui/unless-kept.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { AgentStep } from './agent-step.tsx';
import { BrokerageStep } from './brokerage-step.tsx';
import { CodeStep } from './code-step.tsx';
import type { StepProps } from './setup-step.ts';
import { MailStep, PaymentsStep } from './test-steps.tsx';
import { StepFrame } from '#src/views/ui/step-frame.tsx';

/** The screen of each step; a new one without a screen does not compile. */
const screens: Record<SetupState, ComponentType<StepProps>> = {
  code: CodeStep,
  brokerage: BrokerageStep,
  agent: AgentStep,
  mail: MailStep,
  payments: PaymentsStep,
  done: DoneStep,
};

const LABELS: Record<(typeof SETUP_STEPS)[number], string> = {
  code: 'Code',
  brokerage: 'Brokerage',
  agent: 'Account',
  mail: 'Email',
  payments: 'Payments',
};

/** What this tab knows about the setup; a reload continues with it. */
interface Progress {
  step: string;
  token: string;
}

/** The first visit to a deployment that nobody can sign in to yet. */
export default function Setup() {
  useTitle('Set up the brokerage');
  const { data, failed, failure, reload } = useAnswer(SetupDocument, {});
  const isAgent = data?.session?.role === 'agent';
  const [progress, keep] = useDraft<Progress>('setup', 1, 'tab');
  // The last step has nothing to store, but must still be shown.
  const [isUnderWay, setUnderWay] = useState(false);
  return (
    <DefaultLayout>
      <div className="mx-auto max-w-160">
        <UnlessKept name={draftKey('setup', 'tab')} />
        <h1 className="text-lg font-semibold tracking-tight">Set up the brokerage</h1>
        {failed ? (
          <FailedState title="The set-up could not be loaded" onRetry={reload}>
            {failure}
          </FailedState>
        ) : !data ? (
          <div className="mt-6">
            <Loading label="Loading the set-up…">
              <TextBones lines={6} />
            </Loading>
          </div>
        ) : data.setup.isOpen || (isAgent && (progress || isUnderWay)) ? (
          <Steps
            brokerage={data.brokerage}
            isSignedIn={isAgent}
            progress={progress}
            keep={(now) => {
              setUnderWay(true);
              keep(now);
            }}
          />
        ) : (
          <EmptyState
            title="This brokerage is set up"
            action={<LinkButton href={hrefs.login('agent-portal')}>Sign in</LinkButton>}
          >
            Agents sign in and change its settings under Brokerage.
          </EmptyState>
        )}
      </div>
    </DefaultLayout>
  );
}

interface StepsProps {
  brokerage: Brokerage;
  isSignedIn: boolean;
  progress: Progress | null;
  keep: (progress: Progress | null) => void;
}

function Steps({ brokerage: known, isSignedIn, progress, keep }: StepsProps) {
  const [brokerage, keepBrokerage] = useState(known);
  const [token, setToken] = useState(progress?.token ?? '');
  const actor = useActorRef(setupMachine, {
    snapshot: resumedSetup(progress?.step ?? 'code', { hasToken: token !== '', isSignedIn }),
  });
  const state = useSelector(actor, (snapshot) => snapshot.value);
  const [hasMoved, setMoved] = useState(false);
  const [hasEnded, setEnded] = useState(false);
  const at = state === 'done' ? SETUP_STEPS.length : SETUP_STEPS.indexOf(state);
  const Screen = screens[state];

  function go(type: SetupEvent['type'], opened = token): void {
    setMoved(true);
    setEnded(type === 'access.ended');
    actor.send({ type });
    const step = actor.getSnapshot().value;
    const now = step === 'code' ? '' : opened;
    setToken(now);
    keep(step === 'done' ? null : { step, token: now });
    scrollTo(0, 0);
  }
  return (
    <>
      <div className="mt-6 mb-6">
        <Stepper
          isShort
          label="Steps of the set-up"
          steps={SETUP_STEPS.map((step, index) => ({
            label: LABELS[step],
            state: index < at ? 'done' : index === at ? 'current' : 'ahead',
          }))}
        />
      </div>
      {hasEnded && (
        <p role="alert" className="mb-4 text-red-700">
          Setup has ended in this browser. Restart the server and enter the new code; what you typed is kept.
        </p>
      )}
      <Screen
        key={state}
        token={token}
        brokerage={brokerage}
        keepBrokerage={keepBrokerage}
        go={go}
        isArrival={hasMoved}
      />
    </>
  );
}

/** Reloading the page also loads the session again. */
function DoneStep({ isArrival }: StepProps) {
  return (
    <StepFrame title="You’re all set" description="The agent portal is yours." isArrival={isArrival}>
      <Button variant="primary" onClick={() => location.assign(hrefs.agent.leads('new'))}>
        Open the agent portal
      </Button>
    </StepFrame>
  );
}
