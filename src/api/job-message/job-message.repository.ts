import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Actor } from '#src/api/agent-lead/agent-lead.transition.ts';
import { lockLead } from '#src/api/agent-lead/agent-lead.transition.ts';
import { newId } from '#src/api/database/ids.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { insertFile } from '#src/api/http/multipart.ts';
import type { StoredUpload } from '#src/api/http/multipart.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { publish } from '#src/api/live/live.ts';
import { tellOfDeed } from '#src/api/notice/notice.outbox.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';
import { MAILED_AFTER_MINUTES, MESSAGES_SHOWN, TOLD_AGAIN_MINUTES } from '#src/machines/job-message/job-message.ts';
import type { Side, Topic } from '#src/machines/job-message/job-message.ts';
import { mailJob } from './job-message.mail.ts';
import { pushMessage } from './job-message.push.ts';
import type { JobMessages } from './job-message.schemas.ts';

/** The job and carrier of a conversation. A carrier that gets the same job twice has one conversation about it. */
export interface Thread {
  job_id: string;
  lead_id: string;
  carrier_id: string;
  carrier: string;
  is_held: boolean;
  is_archived: boolean;
  assigned_agent_id: string | null;
}

const threads = (db: Kysely<Tables>) =>
  db
    .selectFrom('carrier_job as j')
    .innerJoin('agent_lead as l', 'l.id', 'j.lead_id')
    .innerJoin('contract as c', 'c.lead_id', 'j.lead_id')
    .innerJoin('carrier as r', 'r.id', 'j.carrier_id')
    .select([
      'j.id as job_id',
      'j.lead_id',
      'j.carrier_id',
      'r.legal_name as carrier',
      'l.is_archived',
      'l.assigned_agent_id',
      sql<boolean>`coalesce(c.job_agreement_id = j.agreement_id, false)`.as('is_held'),
    ]);

/** The job that a carrier has, or had last. @throws Problem 404 if it never signed for this lead */
export async function threadOfCarrier(db: Kysely<Tables>, leadId: string, carrierId: string): Promise<Thread> {
  const thread = await threads(db)
    .where('j.lead_id', '=', leadId)
    .where('j.carrier_id', '=', carrierId)
    .orderBy('is_held', 'desc')
    .orderBy('j.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!thread) throw notFound('job');
  return thread;
}

/** @throws Problem 404 */
export async function threadOfJob(db: Kysely<Tables>, jobId: string): Promise<Thread> {
  const thread = await threads(db).where('j.id', '=', jobId).executeTakeFirst();
  if (!thread) throw notFound('job');
  return thread;
}

function closedBecause({ is_held, is_archived }: Thread, viewer: Side): string | null {
  if (!is_held)
    return viewer === 'carrier'
      ? 'You’re no longer on this job, so you can’t write about it here. Call the broker instead.'
      : 'This carrier is no longer on the job.';
  if (!is_archived) return null;
  return viewer === 'carrier'
    ? 'The broker has archived this job. Call the broker instead.'
    : 'Restore the lead first.';
}

/** Messages of one carrier about one lead, including those about a job that it gave back and took again. */
const ofThread = ({ lead_id, carrier_id }: Thread) =>
  sql<boolean>`m.job_id in (select id from carrier_job where lead_id = ${lead_id} and carrier_id = ${carrier_id})`;

export async function presentThread(db: Kysely<Tables>, thread: Thread, viewer: Side): Promise<JobMessages> {
  const rows = await db
    .selectFrom('job_message as m')
    .leftJoin('file as f', 'f.id', 'm.file_id')
    .selectAll('m')
    .select(['f.media_type', 'f.size'])
    .where(ofThread(thread))
    .orderBy('m.sequence', 'desc')
    .limit(MESSAGES_SHOWN)
    .execute();
  const base =
    viewer === 'broker' ? '/files/agent-lead/job/message' : `/files/carrier/agent-lead/${thread.lead_id}/job/message`;
  return {
    lead_id: thread.lead_id,
    job_id: thread.job_id,
    carrier: thread.carrier,
    closed_because: closedBecause(thread, viewer),
    unread: rows.filter(({ side, read_at }) => side !== viewer && read_at === null).length,
    messages: rows.reverse().map((row) => ({
      id: row.id,
      side: row.side,
      author_name: row.author_name,
      about: row.is_about_payment ? 'payment' : null,
      text: row.text,
      file:
        row.file_id === null
          ? null
          : {
              name: row.file_name!,
              media_type: row.media_type!,
              size: row.size!,
              url: `${base}/${row.id}/content`,
              preview_url: row.media_type!.startsWith('image/') ? `${base}/${row.id}/content?preview=true` : null,
            },
      created_at: row.created_at,
      read_at: row.read_at,
    })),
  };
}

/** The file of a message of this conversation. @throws Problem 404 */
export async function fileOfMessage(db: Kysely<Tables>, messageId: string, thread: Thread | null) {
  const row = await db
    .selectFrom('job_message as m')
    .select(['m.file_id', 'm.file_name as name'])
    .where('m.id', '=', messageId)
    .$if(thread !== null, (query) => query.where(ofThread(thread!)))
    .executeTakeFirst();
  if (!row?.file_id) throw notFound('file');
  return { file_id: row.file_id, name: row.name! };
}

type Said = { text: string; about?: Topic | undefined } | { files: readonly StoredUpload[] };

/**
 * Writes a message, or one for each file. The lead is locked first, so that a carrier dropping out concurrently happens
 * before or after.
 *
 * @throws Problem 409 if the carrier no longer has the job, or the lead is archived
 */
export async function writeMessage(
  tx: Tx,
  parts: ApiParts,
  find: () => Promise<Thread>,
  side: Side,
  actor: Actor,
  said: Said,
): Promise<Thread> {
  await lockLead(tx, (await find()).lead_id);
  const thread = await find();
  const because = closedBecause(thread, side);
  if (because) throw problem(409, because);
  const now = parts.now();
  const isTold = side === 'broker' || (await isTellable(tx, thread, now, 'about' in said && said.about === 'payment'));
  const rows =
    'files' in said
      ? await Promise.all(
          said.files.map(async (file) => ({ file_id: await insertFile(tx, file), file_name: file.name })),
        )
      : [{ text: said.text, is_about_payment: said.about === 'payment' }];
  let first: RowOf<'job_message'> | undefined;
  for (const row of rows) {
    const written = await tx
      .insertInto('job_message')
      .values({
        id: newId(now.getTime()),
        job_id: thread.job_id,
        side,
        account_id: actor.id,
        author_name: actor.name,
        created_at: now.toISOString(),
        ...row,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    first ??= written;
  }
  if (side === 'broker') {
    await pushMessage(tx, parts, thread.job_id);
    await parts.jobs.enqueue(
      tx,
      mailJob,
      { jobId: thread.job_id },
      { singletonKey: thread.job_id, startAfter: MAILED_AFTER_MINUTES * 60 },
    );
  } else if (isTold)
    await tellOfDeed(tx, parts, {
      kind: 'carrier-message',
      leadId: thread.lead_id,
      to: [thread.assigned_agent_id],
      by: actor.id,
      source: { message_id: first!.id },
      at: now,
      needsAnswer: true,
    });
  await tellScreens(tx, thread);
  return thread;
}

/** Messages written in quick succession cause one notice; a question about money always causes one. */
async function isTellable(tx: Tx, thread: Thread, now: Date, isMoney: boolean): Promise<boolean> {
  if (isMoney) return true;
  const waiting = await tx
    .selectFrom('job_message as m')
    .select('m.id')
    .where(ofThread(thread))
    .where('m.side', '=', 'carrier')
    .where('m.read_at', 'is', null)
    .where('m.created_at', '>', new Date(now.getTime() - TOLD_AGAIN_MINUTES * MINUTE).toISOString())
    .limit(1)
    .executeTakeFirst();
  return waiting === undefined;
}

/** Marks messages as read up to the one that was seen; later ones stay unread. @throws Problem 404 */
export async function readThrough(tx: Tx, thread: Thread, viewer: Side, through: string, now: Date): Promise<void> {
  const seen = await tx
    .selectFrom('job_message as m')
    .select('m.sequence')
    .where('m.id', '=', through)
    .where(ofThread(thread))
    .executeTakeFirst();
  if (!seen) throw notFound('message');
  const { numUpdatedRows } = await tx
    .updateTable('job_message as m')
    .set({ read_at: now.toISOString() })
    .where(ofThread(thread))
    .where('m.side', '<>', viewer)
    .where('m.read_at', 'is', null)
    .where('m.sequence', '<=', seen.sequence)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await tellScreens(tx, thread);
}

async function tellScreens(tx: Tx, { lead_id, carrier_id }: Thread): Promise<void> {
  await publish(tx, { noun: 'agent-lead', id: lead_id, audience: 'agents' });
  await publish(tx, { noun: 'load', id: lead_id, audience: `carrier:${carrier_id}` });
}
