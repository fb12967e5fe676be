import { JOB_STATE_NAMES } from '#src/machines/job/job-state-names.ts';
import { sql } from 'kysely';
import type { Kysely, RawBuilder } from 'kysely';
import { jobLifecycle } from '#src/machines/job/job.lifecycle.ts';
import type { JobEvent, JobFacts, JobState } from '#src/machines/job/job.lifecycle.ts';
import type { Refusal } from '#src/machines/lifecycle.ts';
import { lockLead } from '#src/api/agent-lead/agent-lead.transition.ts';
import type { Actor } from '#src/api/agent-lead/agent-lead.transition.ts';
import { leadWithId, readLeads } from '#src/api/agent-lead/agent-lead.query.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { newId } from '#src/api/database/ids.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { recordedLifecycle } from '#src/api/engine/recorded-lifecycle.ts';
import type { Held } from '#src/api/engine/recorded-lifecycle.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { publish } from '#src/api/live/live.ts';
import { tellOfDeed } from '#src/api/notice/notice.outbox.ts';
import { NOTICE_OF_JOB } from '#src/machines/notice/notice.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { onlyIf } from '#src/machines/phrases.ts';

export type JobRow = RowOf<'carrier_job'>;
export interface HeldJob extends Held<JobRow, JobFacts> {
  lead: LeadRow;
}

/** When a job entered its current state. */
const sinceOf = (job: Pick<JobRow, 'state' | 'departed_at' | 'picked_up_at' | 'delivered_at' | 'created_at'>): string =>
  ({
    'not-started': job.created_at,
    'on-the-way': job.departed_at,
    'picked-up': job.picked_up_at,
    delivered: job.delivered_at,
  })[job.state] ?? job.created_at;

/**
 * Whether a job has a delivery receipt that counts. After a step is undone, the client signs for the next delivery; the
 * earlier receipt stays among the papers.
 */
export const hasReceipt = (jobId: RawBuilder<unknown>) => sql<boolean>`
  exists (select from carrier_job_paper r where r.job_id = ${jobId} and r.kind = 'delivery-receipt' and r.created_at >
    coalesce((select max(h.at) from history h where h.lifecycle = 'job' and h.record_id = ${jobId} and h.event = 'job.stepped-back'), '-infinity'))`;

/** The facts for the lifecycle; of the lead, its state and its award. */
export const factsOfJob = (
  job: Pick<JobRow, 'agreement_id' | 'state' | 'departed_at' | 'picked_up_at' | 'delivered_at' | 'created_at'>,
  lead: Pick<LeadRow, 'job_agreement_id' | 'state' | 'is_archived'>,
  papers: { count: number; hasReceipt: boolean },
  now: Date,
): JobFacts => ({
  now: now.toISOString(),
  since: sinceOf(job),
  isHeld: lead.job_agreement_id === job.agreement_id,
  isClosed: lead.state === 'completed-contracts',
  isArchived: lead.is_archived,
  papers: papers.count,
  hasReceipt: papers.hasReceipt,
});

export const jobRecord = recordedLifecycle({
  lifecycle: jobLifecycle,
  table: 'carrier_job',
  noun: 'job',
  columnsOf: (state: JobState) => ({ state }),
  stateOf: ({ state }) => state,
  async read(tx: Tx, _parts: Pick<ApiParts, 'now'>, row: JobRow, now: Date): Promise<HeldJob> {
    const [lead] = await readLeads(tx, leadWithId(row.lead_id));
    const papers = await tx
      .selectFrom('carrier_job_paper')
      .select([sql<number>`count(*)::int`.as('count'), hasReceipt(sql`${row.id}::uuid`).as('hasReceipt')])
      .where('job_id', '=', row.id)
      .executeTakeFirstOrThrow();
    return { row, lead: lead!, facts: factsOfJob(row, lead!, papers, now), now };
  },
  // Adding a photo does not conflict with a step.
  keepsVersion: ({ type }) => type === 'paper.added' || type === 'paper.removed' || type === 'receipt.signed',
  refusalOf,
  staleOf: ({ row }) =>
    problem(409, 'Someone changed this job while you were looking at it. Nothing was changed.', { state: row.state }),
});

/** What a person can do about it, if the phrase alone does not say. */
const SAID: Readonly<Record<string, string>> = {
  'the carrier still has the job': 'The carrier no longer has this job.',
  'the contract is not closed': 'The broker has closed this contract, so the job can no longer be changed.',
  'the lead is not archived': 'The broker has archived this lead, so the job cannot be changed now.',
  'there is no delivery receipt yet': 'There is a delivery receipt already. Remove it to have it signed again.',
};

/** The field of the call by which an unmet requirement can be fixed. */
const FIELDS: Partial<Record<JobEvent['type'], string>> = {
  'job.stepped-back': 'reason',
  'receipt.signed': 'signed_at',
};

function refusalOf({ row }: HeldJob, event: JobEvent, { because, unmet }: Refusal) {
  const extras = { state: row.state, unmet };
  if (because === 'role') return problem(403, 'You can’t do this here.', extras);
  if (because === 'state' && event.type === 'receipt.signed')
    return problem(409, 'Mark the load picked up before the client signs for it.', extras);
  if (because === 'state')
    return problem(409, `This job is now at “${JOB_STATE_NAMES[row.state]}”, so this step no longer applies.`, extras);
  const said = unmet.map((phrase) => SAID[phrase]).find(Boolean);
  const field = FIELDS[event.type] ?? 'at';
  const message = onlyIf(unmet);
  return problem(409, said ?? message, { ...extras, ...(said ? {} : { errors: [{ field, message }] }) });
}

/** The job is created in the transaction of the carrier's signature. */
export async function beginJob(
  tx: Tx,
  given: { lead: LeadRow; carrierId: string; agreementId: string; actor: Actor; now: Date },
): Promise<void> {
  const { lead, carrierId, agreementId, actor, now } = given;
  await jobRecord.create(tx, {
    actor,
    now,
    id: newId(now.getTime()),
    values: { lead_id: lead.id, carrier_id: carrierId, agreement_id: agreementId, created_at: now.toISOString() },
  });
}

interface Move {
  job: Pick<JobRow, 'id' | 'lead_id' | 'carrier_id'>;
  version?: number | null | undefined;
  actor: Actor;
  event: Parameters<typeof jobRecord.transition>[2]['event'];
  apply?: Parameters<typeof jobRecord.transition>[2]['apply'];
}

/** Applies one event to a job. The lead is locked first, so that closing it concurrently happens before or after. */
export async function moveJob(tx: Tx, parts: ApiParts, { job, ...move }: Move): Promise<void> {
  await lockLead(tx, job.lead_id);
  const { held, event, row } = await jobRecord.transition(tx, parts, { where: { id: job.id }, ...move });
  const kind = NOTICE_OF_JOB[event.type];
  if (kind)
    await tellOfDeed(tx, parts, {
      kind,
      leadId: job.lead_id,
      to: [held.lead.assigned_agent_id],
      by: move.actor.id,
      source: { lifecycle: jobRecord.id, record_id: row.id, sequence: row.history_length },
      at: held.now,
    });
  await publish(tx, { noun: 'agent-lead', id: job.lead_id, audience: 'agents' });
  await publish(tx, { noun: 'load', id: job.lead_id, audience: `carrier:${job.carrier_id}` });
}

/** @throws Problem 404 */
export async function jobById(db: Kysely<Tables>, id: string): Promise<JobRow> {
  const job = await db.selectFrom('carrier_job').selectAll().where('id', '=', id).executeTakeFirst();
  if (!job) throw notFound('job');
  return job;
}

/**
 * The signed job that a carrier currently has on a lead, open or completed. @throws Problem 404, also if it is another
 * carrier's
 */
export async function ownJob(db: Kysely<Tables>, leadId: string, carrierId: string): Promise<JobRow> {
  const job = await db
    .selectFrom('carrier_job as j')
    .innerJoin('contract as c', 'c.job_agreement_id', 'j.agreement_id')
    .innerJoin('agent_lead as l', 'l.id', 'j.lead_id')
    .selectAll('j')
    .where('j.lead_id', '=', leadId)
    .where('j.carrier_id', '=', carrierId)
    .where('c.awarded_carrier_id', '=', carrierId)
    .where('l.is_archived', '=', false)
    .executeTakeFirst();
  if (!job) throw notFound('job');
  return job;
}
