import { MOST_JOB_PAPERS } from '#src/machines/job/job.lifecycle.ts';
import type { JobEvent } from '#src/machines/job/job.lifecycle.ts';
import type { JobPaperKind } from '#src/machines/job/job.steps.ts';
import { removeFile } from '#src/api/account/account.repository.ts';
import type { Actor } from '#src/api/agent-lead/agent-lead.transition.ts';
import { newId } from '#src/api/database/ids.ts';
import type { Tx } from '#src/api/database/write.ts';
import { insertFile } from '#src/api/http/multipart.ts';
import type { StoredUpload } from '#src/api/http/multipart.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { moveJob } from './carrier-job.record.ts';
import type { JobRow } from './carrier-job.record.ts';

type Job = Pick<JobRow, 'id' | 'lead_id' | 'carrier_id'>;

/** Adds papers from the carrier. @throws Problem 409 if the job no longer accepts any */
export async function addPapers(
  tx: Tx,
  parts: ApiParts,
  job: Job,
  files: readonly StoredUpload[],
  kind: JobPaperKind,
  actor: Actor,
  event: JobEvent = { type: 'paper.added', by: actor.role },
): Promise<void> {
  await moveJob(tx, parts, {
    job,
    actor,
    event: ({ facts }) => {
      if (facts.papers > 0 && facts.papers < MOST_JOB_PAPERS && facts.papers + files.length > MOST_JOB_PAPERS)
        throw problem(409, `A job takes at most ${MOST_JOB_PAPERS} files, and has ${facts.papers}.`);
      return event;
    },
    apply: async ({ row, now }) => {
      for (const file of files)
        await tx
          .insertInto('carrier_job_paper')
          .values({
            id: newId(),
            job_id: row.id,
            file_id: await insertFile(tx, file),
            kind,
            name: file.name,
            brought_by: actor.id,
            brought_by_name: actor.name,
            created_at: now.toISOString(),
          })
          .execute();
      return { payload: { kind, added: files.map(({ name }) => name) } };
    },
  });
}

/** The carrier removes a paper that it added. @throws Problem 404 no such paper; 409 if the contract is closed */
export async function removePaper(tx: Tx, parts: ApiParts, job: Job, paperId: string, actor: Actor): Promise<void> {
  await moveJob(tx, parts, {
    job,
    actor,
    event: async () => {
      await paperOf(tx, job.id, paperId);
      return { type: 'paper.removed', by: actor.role };
    },
    apply: async () => {
      const paper = await paperOf(tx, job.id, paperId);
      await tx.deleteFrom('carrier_job_paper').where('id', '=', paperId).execute();
      await removeFile(tx, parts, paper.file_id);
      return { payload: { kind: paper.kind, deleted: paper.name } };
    },
  });
}

/** The completion-of-work statement of the carrier that has the job. @throws Problem 422 if it was removed meanwhile */
export async function broughtStatement(tx: Tx, agreementId: string | null, paperId: string) {
  const paper = await tx
    .selectFrom('carrier_job_paper as p')
    .innerJoin('carrier_job as j', 'j.id', 'p.job_id')
    .select(['p.file_id', 'p.name'])
    .where('p.id', '=', paperId)
    .where('j.agreement_id', '=', agreementId)
    .where('p.kind', '=', 'completion-statement')
    .executeTakeFirst();
  if (paper) return paper;
  const message = 'The carrier has taken this statement back. Choose another one, or attach it yourself.';
  throw problem(422, message, { errors: [{ field: 'paper_id', message }] });
}

/** @throws Problem 404 */
export async function paperOf(tx: Pick<Tx, 'selectFrom'>, jobId: string | null, paperId: string) {
  const paper = await tx
    .selectFrom('carrier_job_paper')
    .selectAll()
    .where('id', '=', paperId)
    .$if(jobId !== null, (query) => query.where('job_id', '=', jobId!))
    .executeTakeFirst();
  if (!paper) throw notFound('paper');
  return paper;
}
