/**
 * What the gateway is measured against: the same JSON from a Fastify server written by hand over pg, which checks the
 * token and reads the role from the database as the product does, and nothing else.
 */
import Fastify from 'fastify';
import pg from 'pg';
import { createTokens } from '#src/api/session/tokens.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const tokens = createTokens({ sessionSecret: process.env.SESSION_SECRET!, now: () => new Date() });
const app = Fastify({ logger: false });

app.addHook('onRequest', async (request, reply) => {
  const token = /access-token=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
  const payload = token ? tokens.readAccess(token) : null;
  const { rows } = await pool.query(
    `select a.role from refresh_token t join account a on a.id = t.account_id
     where t.id = $1 and a.id = $2 and t.revoked_at is null and a.disabled_at is null and t.created_at >= a.sessions_valid_from`,
    [payload?.sid, payload?.sub],
  );
  if ((rows[0] as { role: string } | undefined)?.role !== 'agent') return reply.code(401).send({});
});

const lead = `json_build_object('id', l.id, 'reference', l.reference, 'state', replace(l.state, '-', '_'), 'moveDate', l.move_date,
  'client', json_build_object('name', l.client_name, 'email', l.client_email), 'origin', json_build_object('city', l.origin_city, 'state', l.origin_state),
  'destination', json_build_object('city', l.destination_city, 'state', l.destination_state),
  'quote', case when q.id is null then null else json_build_object('total', q.total, 'validUntil', q.valid_until) end,
  'bids', coalesce((select json_agg(json_build_object('id', b.id, 'amount', b.amount, 'state', b.state, 'carrier', json_build_object('id', c.id, 'legalName', c.legal_name)) order by b.created_at desc)
    from bid b join carrier c on c.id = b.carrier_id where b.lead_id = l.id), '[]'::json))`;

app.post('/list', async () => {
  const { rows } = await pool.query(
    `select json_agg(lead) as leads from (select ${lead} as lead from (select * from agent_lead where state = 'award-carrier' and not is_archived
       order by entered_state_at desc, id desc limit 50) l left join estimate q on q.id = l.quoted_estimate_id) x`,
  );
  return { data: { agentLeads: rows[0] as unknown } };
});

app.post<{ Body: { id: string } }>('/one', async (request) => {
  const { rows } = await pool.query(
    `select ${lead} as lead from agent_lead l left join estimate q on q.id = l.quoted_estimate_id where l.id = $1`,
    [request.body.id],
  );
  return { data: { agentLead: (rows[0] as { lead: unknown }).lead } };
});

app.post<{ Body: { query: string } }>('/search', async (request) => {
  const { rows } = await pool.query(
    `select id, reference, client_name as "clientName", state from agent_lead where search_text like $1 limit 20`,
    [`%${request.body.query}%`],
  );
  return { data: { searchAgentLeads: rows as unknown[] } };
});

app.post<{ Body: { id: string } }>('/follow-up', async (request) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query(
      `update agent_lead set state = 'follow-up', follow_up_date = $2, follow_up_reason = $3, version = version + 1, history_length = history_length + 1
        where id = $1 returning id, state, version, history_length, follow_up_date, follow_up_reason`,
      [request.body.id, '2099-01-01', 'Call'],
    );
    const [lead] = rows as { id: string; state: string; version: number; history_length: number }[];
    await client.query(
      `insert into history (lifecycle, record_id, sequence, event, payload, judged, facts, actor_role, at, to_state, model_version)
        values ('agent-lead', $1, $2, 'lead.followed-up', '{}', '{}', '{}', 'agent', now(), 'follow-up', 1)`,
      [lead!.id, lead!.history_length],
    );
    await client.query('commit');
    return { data: { followUp: lead } };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
console.log('Ready at floor');
