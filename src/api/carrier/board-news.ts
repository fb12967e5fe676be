import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Tables } from '#src/api/database/tables.ts';
import { Count, Instant, Named, Nullable, OneOf, Uuid } from '#src/api/http/schemas.ts';

const MOST = 200;

/** What waits for a carrier besides its lists: unread messages of its jobs, and its bids. */
export const BoardNews = Type.Object({
  unread: Type.Array(Named('UnreadOfJob', { lead_id: Uuid, tab: OneOf(['open', 'completed']), count: Count }), {
    maxItems: MOST,
  }),
  standing_bids: Count,
  decided_at: Nullable(Type.String({ ...Instant, description: 'When one of its bids was won or lost last' })),
});
type BoardNews = Static<typeof BoardNews>;

/** Only for jobs that the carrier still has. */
export async function readBoardNews(db: Kysely<Tables>, carrierId: string): Promise<BoardNews> {
  const { rows: unread } = await sql<BoardNews['unread'][number]>`
    select l.id as lead_id, case when l.state = 'completed-contracts' then 'completed' else 'open' end as tab, count(*)::int as count
      from carrier_job j
      join contract c on c.job_agreement_id = j.agreement_id
      join agent_lead l on l.id = j.lead_id
      join job_message m on m.job_id = j.id and m.side = 'broker' and m.read_at is null
     where j.carrier_id = ${carrierId}
     group by l.id order by max(m.sequence) desc, l.id limit ${MOST}`.execute(db);
  const { rows: bids } = await sql<{ standing_bids: number; decided_at: string | null }>`
    select count(*) filter (where b.state = 'active' and l.state = 'award-carrier' and not l.is_archived)::int as standing_bids,
           max(b.updated_at) filter (where b.state in ('awarded', 'lost')) as decided_at
      from bid b join agent_lead l on l.id = b.lead_id where b.carrier_id = ${carrierId}`.execute(db);
  return { unread, ...bids[0]! };
}
