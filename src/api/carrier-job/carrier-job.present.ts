import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Static } from 'typebox';
import { maySignReceipt, papersUnmet, stepsOf } from '#src/machines/job/job.steps.ts';
import { instant } from '#src/api/database/database-types.ts';
import { prepared } from '#src/api/database/prepared.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import { factsOfJob, hasReceipt } from './carrier-job.record.ts';
import type { JobRow } from './carrier-job.record.ts';
import type { LeadJob, OwnJob } from './carrier-job.schemas.ts';

type PaperRow = Pick<RowOf<'carrier_job_paper'>, 'id' | 'kind' | 'name' | 'brought_by_name' | 'created_at'> & {
  media_type: string;
  size: number;
};
/** A job with its papers; timestamps in PostgreSQL's format. */
export type JobWithPapers = Omit<JobRow, 'history_length' | 'model_version'> & {
  papers: PaperRow[];
  has_receipt: boolean;
  from_carrier: number;
  from_broker: number;
};

/** How many messages of one side about job `k` the other side has not read. */
const unreadOf = (side: 'carrier' | 'broker') => sql`
  select count(*)::int from job_message m where m.job_id = k.id and m.side = ${sql.lit(side)} and m.read_at is null`;

/** The job of a row aliased `k`, as one column. */
const JOB_JSON = sql`
  json_build_object('id', k.id, 'lead_id', k.lead_id, 'carrier_id', k.carrier_id, 'agreement_id', k.agreement_id, 'state', k.state,
    'version', k.version, 'created_at', k.created_at::text, 'departed_at', k.departed_at::text, 'picked_up_at', k.picked_up_at::text,
    'delivered_at', k.delivered_at::text, 'has_receipt', (${hasReceipt(sql`k.id`)}),
    'from_carrier', (${unreadOf('carrier')}), 'from_broker', (${unreadOf('broker')}), 'papers', (
      select coalesce(json_agg(json_build_object('id', p.id, 'kind', p.kind, 'name', p.name, 'brought_by_name', p.brought_by_name,
               'created_at', p.created_at::text, 'media_type', f.media_type, 'size', f.size) order by p.created_at, p.id), '[]')
        from carrier_job_paper p join file f on f.id = p.file_id where p.job_id = k.id))`;

/** The signed job that a carrier has on the lead aliased `l`, as a column. */
export const ownJobOf = (carrierId: string) => sql`
  (select ${JOB_JSON} from carrier_job k join contract kc on kc.job_agreement_id = k.agreement_id
    where k.lead_id = l.id and k.carrier_id = ${carrierId}::uuid) as own_job`;

/** How far that carrier is with it, as a column. */
export const ownProgressOf = (carrierId: string) => sql`
  (select json_build_object('state', k.state, 'picked_up_at', k.picked_up_at::text) from carrier_job k join contract kc on kc.job_agreement_id = k.agreement_id
    where k.lead_id = l.id and k.carrier_id = ${carrierId}::uuid) as own_progress`;

type PlaceOfLead = Parameters<typeof factsOfJob>[1];

function presentJob(job: JobWithPapers, lead: PlaceOfLead, now: Date, viewer: 'agent' | 'carrier') {
  const own = {
    ...job,
    created_at: instant(job.created_at),
    departed_at: job.departed_at && instant(job.departed_at),
    picked_up_at: job.picked_up_at && instant(job.picked_up_at),
    delivered_at: job.delivered_at && instant(job.delivered_at),
  };
  const facts = factsOfJob(own, lead, { count: job.papers.length, hasReceipt: job.has_receipt }, now);
  const base =
    viewer === 'agent' ? '/files/agent-lead/job/paper' : `/files/carrier/agent-lead/${job.lead_id}/job/paper`;
  return {
    facts,
    shown: {
      id: job.id,
      state: job.state,
      version: job.version!,
      signed_at: own.created_at,
      departed_at: own.departed_at,
      picked_up_at: own.picked_up_at,
      delivered_at: own.delivered_at,
      unread_messages: viewer === 'agent' ? job.from_carrier : job.from_broker,
      actions: stepsOf(job.state, facts, viewer),
      papers: job.papers.map((paper) => ({
        id: paper.id,
        kind: paper.kind,
        name: paper.name,
        media_type: paper.media_type,
        size: paper.size,
        url: `${base}/${paper.id}/content`,
        preview_url: paper.media_type.startsWith('image/') ? `${base}/${paper.id}/content?preview=true` : null,
        brought_by: paper.brought_by_name,
        created_at: instant(paper.created_at),
      })),
    },
  };
}

export function presentOwnJob(job: JobWithPapers, lead: PlaceOfLead, now: Date): Static<typeof OwnJob> {
  const { facts, shown } = presentJob(job, lead, now, 'carrier');
  return {
    ...shown,
    papers_unmet: papersUnmet(job.state, facts, 'paper.added'),
    may_sign_receipt: maySignReceipt(job.state, facts),
  };
}

/** All jobs that a lead has had, newest first, for its agents. */
export async function jobsOfLead(db: Kysely<Tables>, leadId: string, now: Date): Promise<Static<typeof LeadJob>[]> {
  const { rows } = await sql<{
    job: JobWithPapers;
    lead: PlaceOfLead;
    legal_name: string;
    has_messages: boolean;
    history: (Omit<Static<typeof LeadJob>['history'][number], 'actor_name'> & { actor_name: string | null })[];
  }>`${prepared}
    select ${JOB_JSON} as job, r.legal_name,
           exists (select from job_message m where m.job_id = k.id) as has_messages,
           json_build_object('state', l.state, 'is_archived', l.is_archived, 'job_agreement_id', c.job_agreement_id) as lead,
           (select json_agg(json_build_object('sequence', h.sequence, 'event', h.event, 'payload', h.payload, 'actor_name', h.actor_name,
                     'actor_role', h.actor_role, 'at', h.at::text, 'from_state', h.from_state, 'to_state', h.to_state) order by h.sequence)
              from history h where h.lifecycle = 'job' and h.record_id = k.id) as history
      from carrier_job k join carrier r on r.id = k.carrier_id
      join agent_lead l on l.id = k.lead_id join contract c on c.lead_id = k.lead_id
     where k.lead_id = ${leadId} order by k.created_at desc, k.id desc limit 50`.execute(db);
  return rows.map(({ job, lead, legal_name, has_messages, history }) => {
    const { facts, shown } = presentJob(job, lead, now, 'agent');
    return {
      ...shown,
      carrier: { id: job.carrier_id, legal_name },
      has_messages,
      is_held: facts.isHeld,
      history: history.map((entry) => ({
        ...entry,
        actor_name: entry.actor_name ?? legal_name,
        at: instant(entry.at),
      })),
    };
  });
}
