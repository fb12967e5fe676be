import type { Job } from '#src/api/job/jobs.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { letter } from '#src/api/mail/letter.ts';
import type { Letter } from '#src/api/mail/letter.ts';
import { leaveOf, wantsMails } from '#src/api/mailing/mail-switch.repository.ts';
import type { ApiParts } from '#src/api/parts.ts';

export const mailJob = 'job-message.mail';
/** The most that are quoted; the rest are counted. */
const QUOTED = 5;

/** Mails a carrier the brokerage's unread messages: each one once, and those sent within a while together. */
export async function mailUnread(parts: ApiParts, { data }: Job<{ jobId: string }>): Promise<void> {
  await inTransaction(parts.database, async (tx) => {
    const unread = await tx
      .selectFrom('job_message')
      .select(['id', 'text', 'file_name', 'author_name'])
      .where('job_id', '=', data.jobId)
      .where('side', '=', 'broker')
      .where('read_at', 'is', null)
      .where('mailed_at', 'is', null)
      .orderBy('sequence')
      .forUpdate()
      .execute();
    if (unread.length === 0) return;
    const job = await tx
      .selectFrom('carrier_job as j')
      .innerJoin('agent_lead as l', 'l.id', 'j.lead_id')
      .innerJoin('contract as c', 'c.lead_id', 'l.id')
      .innerJoin('carrier as r', 'r.id', 'j.carrier_id')
      .select([
        'l.id as lead_id',
        'l.reference',
        'l.state',
        'l.is_archived',
        'r.email',
        'r.contact_name',
        'r.account_id',
      ])
      .select(['c.job_agreement_id', 'j.agreement_id'])
      .where('j.id', '=', data.jobId)
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('job_message')
      .set({ mailed_at: parts.now().toISOString() })
      .where(
        'id',
        'in',
        unread.map(({ id }) => id),
      )
      .execute();
    // A carrier that was taken off meanwhile has nothing to answer.
    if (job.job_agreement_id !== job.agreement_id || job.is_archived) return;
    if (!(await wantsMails(tx, job.account_id, 'job-message'))) return;
    await parts.mail.send(tx, {
      to: job.email,
      kind: 'job-message',
      listUnsubscribe: leaveOf(parts, 'mail-job-message', job.account_id, hrefs.boardAccount()),
      ...unreadMail({
        brokerage: parts.brokerage.name,
        carrier: job.contact_name,
        reference: job.reference,
        unread,
        url: parts.publicUrl() + hrefs.ownJob(job.lead_id, job.state === 'completed-contracts'),
      }),
    });
  });
}

/** To the carrier: what the brokerage has written since. */
export function unreadMail(given: {
  brokerage: string;
  carrier: string;
  reference: string;
  unread: readonly { text: string | null; file_name: string | null }[];
  url: string;
}): Letter {
  const { brokerage, carrier, reference, unread, url } = given;
  const more = unread.length - QUOTED;
  return letter({
    subject: `${unread.length === 1 ? 'New message' : `${unread.length} new messages`} about job ${reference}`,
    greeting: `Hello ${carrier},`,
    paragraphs: [
      `${brokerage} wrote to you about this job:`,
      ...unread.slice(0, QUOTED).map(({ text, file_name }) => (text === null ? `File: ${file_name}` : `“${text}”`)),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    facts: [['Load', reference]],
    button: { label: 'Read and answer', url },
  });
}
