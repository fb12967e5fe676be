import type { JobStep } from '#src/machines/job/job.steps.ts';
import { eventOfStep } from '#src/machines/job/job.steps.ts';
import type { Actor } from '#src/api/agent-lead/agent-lead.transition.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { moveJob } from './carrier-job.record.ts';
import type { HeldJob, JobRow } from './carrier-job.record.ts';

interface Step {
  step: JobStep;
  version?: number;
  at?: string;
  reason?: string;
}

const MOMENTS = { 'on-the-way': 'departed_at', 'picked-up': 'picked_up_at', delivered: 'delivered_at' } as const;

/**
 * Records one step of a job. @throws Problem 404; 409 for a stale version, a step out of order, or a time out of range
 */
export async function stepJob(
  tx: Tx,
  parts: ApiParts,
  job: Pick<JobRow, 'id' | 'lead_id' | 'carrier_id'>,
  { step, version, reason = '', ...given }: Step,
  actor: Actor,
): Promise<void> {
  // The server's clock is used, unless a person reports a step of the past, with its time.
  const at = given.at && new Date(given.at).toISOString();
  await moveJob(tx, parts, {
    job,
    version,
    actor,
    event: ({ now }) => eventOfStep(step, actor.role, { at: at ?? now.toISOString(), reason }),
    apply: ({ row, now }) =>
      step === 'back'
        ? { set: takenBack(row), payload: { reason } }
        : { set: { [MOMENTS[step]]: at ?? now.toISOString() }, payload: at ? { at } : {} },
  });
}

/** The timestamp to clear when the step is undone. */
const takenBack = ({ state }: HeldJob['row']) => (state === 'not-started' ? {} : { [MOMENTS[state]]: null });
