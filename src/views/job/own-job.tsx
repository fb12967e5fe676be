import { useMutation } from '@apollo/client/react';
import { PhoneIcon } from '@heroicons/react/24/outline';
import { type JobStep, type OwnJobOnLoadFragment, StepJobDocument } from '#src/generated/graphql/graphql.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { phoneHref, showPhone } from '#src/machines/phone/phone.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { exactTime } from '#src/views/ui/relative-time.tsx';
import { STATE_NAMES } from '#src/views/ui/job-words.ts';
import { JobSteps, type StepGiven } from './job-steps.tsx';
import { dropStep, keepStep, type KeptStep, useKeptStep } from './kept-steps.ts';
import { useSendSteps } from './use-send-steps.ts';

interface OwnJobProps {
  load: OwnJobOnLoadFragment;
  /** The agreed pick-up day. */
  agreedOn: string | null;
  /** The broker's, once it is loaded. */
  brokerPhone: string | null;
  onStale: () => void;
}

/** The carrier's own job, for use on the road: the next step, and whom to call. */
export function OwnJob({ load, agreedOn, brokerPhone, onStale }: OwnJobProps) {
  const notify = useNotify();
  const [stepJob, { loading }] = useMutation(StepJobDocument);
  const kept = useKeptStep(load.id);
  const { job } = load;
  if (!job) return null;

  async function step(to: JobStep, version: number, given?: StepGiven): Promise<boolean> {
    const tappedAt = new Date().toISOString();
    try {
      const { data } = await stepJob({
        variables: { leadId: load.id, version, step: to, ...given },
        context: { headers: { 'idempotency-key': crypto.randomUUID() } },
      });
      const now = data?.stepJob.job;
      if (!now) return true;
      notify.done(
        to === 'back' ? `Back to “${STATE_NAMES[now.state]}”` : `Saved: ${STATE_NAMES[now.state]}`,
        to === 'back'
          ? { description: 'The broker can see it.' }
          : {
              description: 'The broker can see it.',
              undo: () => void step('back', now.version, { reason: 'Tapped by mistake' }),
            },
      );
      return true;
    } catch (error) {
      if (to !== 'back' && problemOf(error).status === null) {
        const at = given?.at ?? tappedAt;
        keepStep({ leadId: load.id, version, step: to, at, key: crypto.randomUUID(), problem: null });
        return true;
      }
      notify.failed(error, 'Couldn’t save this step. Check your connection and try again.');
      onStale();
      return false;
    }
  }

  return (
    <div className="space-y-3">
      <JobSteps
        job={kept ? { ...job, actions: [] } : job}
        by="carrier"
        busy={loading}
        agreedOn={agreedOn}
        onStep={(to, given) => step(to, job.version, given)}
      />
      {kept && <Unsent kept={kept} version={job.version} />}
      {brokerPhone && (
        <LinkButton href={phoneHref(brokerPhone)} className="w-full" icon={<PhoneIcon />}>
          Call the broker: {showPhone(brokerPhone)}
        </LinkButton>
      )}
    </div>
  );
}

/** A step that the broker has not received yet. */
function Unsent({ kept, version }: { kept: KeptStep; version: number }) {
  const notify = useNotify();
  const send = useSendSteps();
  return (
    <Callout color="amber" role="status" title={`${STATE_NAMES[kept.step]}: not sent yet`}>
      <p>
        {exactTime(kept.at)}. {kept.problem ?? 'It’s kept on this device and sent when you’re back online.'}
      </p>
      <div className="mt-3 flex gap-2">
        <Button
          onClick={() => {
            if (kept.problem) keepStep({ ...kept, version, key: crypto.randomUUID(), problem: null });
            void send();
          }}
        >
          Retry
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            dropStep(kept.leadId);
            notify.done('Step discarded', { undo: () => keepStep(kept) });
          }}
        >
          Discard
        </Button>
      </div>
    </Callout>
  );
}
