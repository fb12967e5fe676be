import { useMutation } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { type JobStep, type LeadJobsFragment, RecordJobStepDocument } from '#src/generated/graphql/graphql.ts';
import { Card } from '#src/views/ui/card.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { STATE_NAMES } from '#src/views/ui/job-words.ts';
import { JobSteps, type StepGiven } from './job-steps.tsx';
import { PaperList } from './paper-list.tsx';

interface LeadJobsProps {
  lead: LeadJobsFragment;
  onStale: () => void;
  /** The messages about a job. */
  messages: (job: LeadJobsFragment['jobs'][number]) => ReactNode;
}

/** The carrier's progress in the job, steps reported by phone to record, and its papers. */
export function LeadJobCards({ lead, onStale, messages }: LeadJobsProps) {
  const notify = useNotify();
  const [record, { loading }] = useMutation(RecordJobStepDocument);

  async function step(jobId: string, version: number, to: JobStep, given?: StepGiven): Promise<boolean> {
    try {
      const { data } = await record({
        variables: { jobId, version, step: to, ...given },
        context: { headers: { 'idempotency-key': crypto.randomUUID() } },
      });
      const now = data?.recordJobStep.jobs.find(({ id }) => id === jobId);
      if (now) notify.done(`The job is marked “${STATE_NAMES[now.state]}”`, { description: 'The carrier can see it.' });
      return true;
    } catch (error) {
      notify.failed(error, 'Couldn’t save this step. Check your connection and try again.');
      onStale();
      return false;
    }
  }

  // For a carrier that was taken off, only its papers and messages remain.
  return lead.jobs
    .filter(({ isHeld, papers, hasMessages }) => isHeld || papers.length > 0 || hasMessages)
    .map((job) => (
      <Card key={job.id} title={job.isHeld ? 'The job' : `${job.carrier.legalName}, off the job`} isDone={!job.isHeld}>
        {job.isHeld && (
          <JobSteps
            job={job}
            by="agent"
            busy={loading}
            agreedOn={lead.contract.awardStartDate ?? lead.moveDate}
            onStep={(to, given) => step(job.id, job.version, to, given)}
          />
        )}
        {job.isHeld && <h3 className="mt-4 font-semibold">Papers and photos</h3>}
        {job.papers.length > 0 ? (
          <PaperList papers={job.papers} showsWho />
        ) : (
          <p className="mt-1 text-gray-500">The carrier hasn’t uploaded any yet.</p>
        )}
        <h3 className="mt-4 mb-2 font-semibold">Messages</h3>
        {messages(job)}
      </Card>
    ));
}
