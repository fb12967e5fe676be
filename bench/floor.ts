/**
 * The baseline for the gateway: the same JSON from a hand-written Fastify server over pg, which checks the token and
 * reads the role from the database as the product does, and nothing else.
 */
import Fastify from 'fastify';
import pg from 'pg';
import { createTokens } from '#src/api/session/tokens.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const tokens = createTokens({ sessionSecret: process.env.SESSION_SECRET!, now: () => new Date() });
const app = Fastify({ logger: false });

/** The shop is open to everyone. */
const WHO: Record<string, string | null> = { '/loads': 'carrier', '/shop': null };

app.addHook('onRequest', async (request, reply) => {
  const role = request.url in WHO ? WHO[request.url] : 'agent';
  if (role === null) return;
  const token = /access-token=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
  const payload = token ? tokens.readAccess(token) : null;
  const { rows } = await pool.query(
    `select a.role, c.id as carrier from refresh_token t join account a on a.id = t.account_id left join carrier c on c.account_id = a.id
     where t.id = $1 and a.id = $2 and t.revoked_at is null and a.disabled_at is null and t.created_at >= a.sessions_valid_from`,
    [payload?.sid, payload?.sub],
  );
  const [found] = rows as { role: string; carrier: string | null }[];
  if (found?.role !== role) return reply.code(401).send({});
  request.headers['x-carrier'] = found?.carrier ?? '';
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

const place = (which: string, lead: string) =>
  `json_build_object('city', ${lead}.${which}_city, 'state', ${lead}.${which}_state)`;

app.post('/loads', async (request) => {
  const { rows } = await pool.query(
    `select json_agg(load) as loads from (
       select json_build_object('id', l.id, 'reference', l.reference, 'origin', ${place('origin', 'l')}, 'destination', ${place('destination', 'l')},
         'moveDate', l.move_date, 'distanceMiles', l.distance_miles, 'weightLb', l.weight_lb, 'mayBid', true,
         'bid', (select json_build_object('amount', b.amount, 'state', b.state) from bid b where b.lead_id = l.id and b.carrier_id = $1 order by b.created_at desc limit 1)) as load
       from agent_lead l where state = 'award-carrier' and not is_archived order by entered_state_at desc, id desc limit 50) x`,
    [request.headers['x-carrier']],
  );
  return { data: { loads: rows[0] as unknown } };
});

app.post('/shop', async () => {
  const forSale = `received_at > now() - interval '30 days' and (move_date is null or move_date >= current_date) and duplicate_of is null and off_market_at is null
    and (select count(*) from purchase_item i where i.lead_id = l.id and i.is_held and (i.held_until is null or i.held_until > now())) < 3`;
  const { rows } = await pool.query(
    `select json_build_object('total', (select count(*) from state_lead l where ${forSale}), 'items', (select json_agg(item) from (
       select json_build_object('id', l.id, 'origin', ${place('origin', 'l')}, 'destination', ${place('destination', 'l')}, 'miles', l.miles, 'size', l.size,
         'moveDate', l.move_date, 'receivedAt', l.received_at, 'price', 1200, 'sharesLeft', 3 - (select count(*) from purchase_item i where i.lead_id = l.id and i.is_held)) as item
       from state_lead l where ${forSale} order by received_at desc, id desc limit 24) x)) as page`,
  );
  return { data: { shopLeads: (rows[0] as { page: unknown }).page } };
});

app.post<{ Body: { id: string; before: number } }>('/chat', async (request) => {
  const { rows } = await pool.query(
    `select json_agg(json_build_object('id', id, 'sequence', sequence, 'author', author, 'authorName', author_name, 'text', text, 'at', at, 'photos', '[]'::json) order by sequence) as messages
       from (select * from chat_message where chat_id = $1 and sequence < $2 order by sequence desc limit 100) m`,
    [request.body.id, request.body.before],
  );
  return { data: { chatEarlier: { ...(rows[0] as object), hasEarlier: true } } };
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
