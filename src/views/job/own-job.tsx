import { useMutation } from '@apollo/client/react';
import { PhoneIcon } from '@heroicons/react/24/outline';
import { type JobStep, type OwnJobOnLoadFragment, StepJobDocument } from '#src/generated/graphql/graphql.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { showPhone } from '#src/views/ui/phone.ts';
import { STATE_NAMES } from './job-names.ts';
import { JobSteps, type StepGiven } from './job-steps.tsx';

interface OwnJobProps {
  load: OwnJobOnLoadFragment;
  /** The broker's, once it is known. */
  brokerPhone: string | null;
  onStale: () => void;
}

/** The carrier's own job in a cab: what comes next, and whom to call. */
export function OwnJob({ load, brokerPhone, onStale }: OwnJobProps) {
  const notify = useNotify();
  const [stepJob, { loading }] = useMutation(StepJobDocument);
  const { job } = load;
  if (!job) return null;

  async function step(to: JobStep, version: number, given?: StepGiven): Promise<boolean> {
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
              action: { label: 'Undo', run: () => void step('back', now.version, { reason: 'Tapped by mistake' }) },
            },
      );
      return true;
    } catch (error) {
      notify.failed(error, 'Couldn’t save this step. Check your connection and try again.');
      onStale();
      return false;
    }
  }

  return (
    <div className="space-y-3">
      <JobSteps job={job} by="carrier" busy={loading} onStep={(to, given) => step(to, job.version, given)} />
      {brokerPhone && (
        <LinkButton href={`tel:${brokerPhone.replaceAll(/[^\d+]/g, '')}`} className="w-full" icon={<PhoneIcon />}>
          Call the broker: {showPhone(brokerPhone)}
        </LinkButton>
      )}
    </div>
  );
}
