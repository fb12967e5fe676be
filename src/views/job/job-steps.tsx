import { CheckIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import type { JobStep } from '#src/generated/graphql/graphql.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { cx } from '#src/views/ui/class-names.ts';
import { exactTime } from '#src/views/ui/relative-time.tsx';
import { type Forward, isBeforePickUp, type Job, momentsOf, STEP_VERBS, whyNot } from './job-names.ts';
import { STATE_NAMES, STATE_TONES } from '#src/views/ui/job-words.ts';
import { BackDialog, EarlierDialog, EarlyDialog } from './step-dialogs.tsx';

export interface StepGiven {
  at?: string;
  reason?: string;
}

interface JobStepsProps {
  job: Job;
  by: 'carrier' | 'agent';
  busy: boolean;
  /** The agreed pick-up day. */
  agreedOn: string | null;
  /** Resolves to whether it was done. */
  onStep: (step: JobStep, given?: StepGiven) => Promise<boolean>;
}

/** The progress of the job, and the next step. */
export function JobSteps({ job, by, busy, agreedOn, onStep }: JobStepsProps) {
  const [asked, setAsked] = useState<'earlier' | 'back' | { early: Forward; given: StepGiven } | null>(null);
  const next = job.actions.find(({ step }) => step !== 'back');
  const back = job.actions.find(({ step }) => step === 'back');
  const step = next?.step === 'back' ? undefined : next?.step;
  const close = () => setAsked(null);
  const done = (isDone: boolean) => isDone && close();
  const report = (to: Forward, given: StepGiven = {}) => {
    if (isBeforePickUp(to, given.at, agreedOn)) setAsked({ early: to, given });
    else void onStep(to, given).then(done);
  };
  // When the job is over, only steps that were reported are shown.
  const isOver = next?.may === false;
  const moments = momentsOf(job).filter(({ at }) => at !== null || !isOver);
  return (
    <div className="space-y-3">
      {moments.length > 0 && (
        <p>
          <StateDot tone={STATE_TONES[job.state]}>
            <span className="font-semibold">{STATE_NAMES[job.state]}</span>
          </StateDot>
        </p>
      )}
      <ol className="space-y-1.5 empty:hidden">
        {moments.map(({ step: name, at }) => (
          <li key={name} className="flex items-start gap-2">
            <span
              className={cx(
                'mt-0.5 grid size-4 shrink-0 place-items-center rounded-full',
                at ? 'bg-primary-600 text-white' : 'border border-gray-300',
              )}
              aria-hidden
            >
              {at && <CheckIcon className="size-3" />}
            </span>
            <span className={at ? undefined : 'text-gray-500'}>
              {name === 'on_the_way' ? 'On the way to the pick-up' : STATE_NAMES[name]}
              {at ? (
                <span className="block text-gray-500">{exactTime(at)}</span>
              ) : (
                <span className="sr-only">, not yet</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {step && !isOver && (
        <Button
          variant={by === 'carrier' ? 'primary' : 'secondary'}
          size={by === 'carrier' ? 'lg' : 'md'}
          className={by === 'carrier' ? 'w-full' : undefined}
          busy={busy}
          onClick={() => report(step)}
        >
          {STEP_VERBS[step][by]}
        </Button>
      )}
      {(next ?? back)?.may === false && <p className="text-gray-600">{whyNot((next ?? back)!.unmet)}</p>}
      {(next?.may || back?.may) && (
        <div className="flex flex-wrap gap-2">
          {next?.may && (
            <Button size="sm" variant="ghost" onClick={() => setAsked('earlier')}>
              It was earlier…
            </Button>
          )}
          {back?.may && (
            <Button size="sm" variant="ghost" onClick={() => setAsked('back')}>
              Undo the last step…
            </Button>
          )}
        </div>
      )}
      {asked === 'earlier' && step && (
        <EarlierDialog
          job={job}
          verb={STEP_VERBS[step][by]}
          busy={busy}
          onClose={close}
          onSave={(at) => report(step, { at })}
        />
      )}
      {asked !== null && typeof asked === 'object' && agreedOn && (
        <EarlyDialog
          step={asked.early}
          agreedOn={agreedOn}
          verb={STEP_VERBS[asked.early][by]}
          busy={busy}
          onClose={close}
          onSave={() => void onStep(asked.early, asked.given).then(done)}
        />
      )}
      {asked === 'back' && (
        <BackDialog
          job={job}
          busy={busy}
          onClose={close}
          onSave={async (reason) => {
            const isDone = await onStep('back', { reason });
            done(isDone);
            return isDone;
          }}
        />
      )}
    </div>
  );
}
