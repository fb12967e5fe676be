import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { dateIn } from '#src/machines/calendar/days.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { CalendarDate, Named, OneOf } from '#src/api/http/schemas.ts';

const STEPS = ['on-the-way', 'picked-up', 'delivered'] as const;

export const JobProgress = Type.Array(Named('JobProgressStep', { step: OneOf(STEPS), on: CalendarDate }), {
  maxItems: 3,
  description: 'What the carrier has done of the move, by the day where the client is.',
});

/** What a client sees of the job: the completed steps and their days; no times, and no papers. */
export async function progressOf(
  db: Kysely<Tables>,
  lead: Pick<LeadRow, 'id' | 'client_zone' | 'carrier_signed_at' | 'job_agreement_id'>,
): Promise<{ step: (typeof STEPS)[number]; on: string }[]> {
  if (lead.carrier_signed_at === null || lead.job_agreement_id === null) return [];
  const job = await db
    .selectFrom('carrier_job')
    .select(['departed_at', 'picked_up_at', 'delivered_at'])
    .where('agreement_id', '=', lead.job_agreement_id)
    .executeTakeFirst();
  if (!job) return [];
  const moments = { 'on-the-way': job.departed_at, 'picked-up': job.picked_up_at, delivered: job.delivered_at };
  return STEPS.flatMap((step) => {
    const at = moments[step];
    return at === null ? [] : [{ step, on: dateIn(lead.client_zone, new Date(at)) }];
  });
}
