import type { Tx } from '#src/api/database/write.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { accountOfCarrier, pushTo } from '#src/api/push/push.outbox.ts';

/** Notifies the carrier of a job immediately that the brokerage wrote; the message itself is read in the portal. */
export async function pushMessage(tx: Tx, parts: Pick<ApiParts, 'jobs' | 'brokerage'>, jobId: string): Promise<void> {
  const job = await tx
    .selectFrom('carrier_job as j')
    .innerJoin('agent_lead as l', 'l.id', 'j.lead_id')
    .select(['j.carrier_id', 'l.id', 'l.reference', 'l.state'])
    .where('j.id', '=', jobId)
    .executeTakeFirstOrThrow();
  await pushTo(tx, parts, await accountOfCarrier(tx, job.carrier_id), 'messages', {
    title: `New message about job ${job.reference}`,
    body: `From ${parts.brokerage.name}`,
    path: hrefs.ownJob(job.id, job.state === 'completed-contracts'),
    tag: `message-${job.id}`,
  });
}
