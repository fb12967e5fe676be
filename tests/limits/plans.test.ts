import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import type { LeadSort } from '#src/api/agent-lead/agent-lead.list.schemas.ts';
import { currentScope } from '#src/api/http/in-process.ts';
import persisted from '#src/generated/graphql/persisted-documents.json' with { type: 'json' };
import { createBrowser } from '#tests/gateway/gateway-browser.ts';
import { startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { AGENT, CARRIER, MESSAGES, seed } from '../../bench/seed.ts';
import { documents } from '../../bench/works.ts';

/**
 * No frequent statement may scan a big table from start to end. The product's actual statements are explained with
 * their values and, if they are sent as prepared statements, also without them.
 */
const LEADS = 100_000;
/** Tables that grow with the business. */
const BIG = [
  'agent_lead',
  'bid',
  'estimate',
  'contract',
  'history_agent_lead',
  'chat_message',
  'idempotency',
  'link',
  'mail',
  'lead_note',
  'payment',
];

interface Sent {
  text: string;
  values: unknown[];
  isNamed: boolean;
}

const sent: Sent[] = [];
const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
  const [first, second] = given as [string | { text: string; name?: string; values?: unknown[] }, unknown];
  const { text, values, name } =
    typeof first === 'string' ? { text: first, values: second, name: undefined } : { ...first };
  if (currentScope() && /^(\/\*|select|with|update|insert|delete)/i.test(text.trim()))
    sent.push({ text, values: Array.isArray(values) ? values : [], isNamed: name !== undefined });
  return query.apply(this, given) as never;
});
vi.stubEnv('NODE_ENV', 'development');

/** What the pages of leads read besides what the bench seeds. */
const FILLINGS = [
  `insert into link (id, token_hash, purpose, subject_id, expires_at) select gen_random_uuid(), id::text, 'estimate', id, now() from estimate`,
  `insert into mail (id, message_id, recipient, subject, body, kind, lead_id) select gen_random_uuid(), gen_random_uuid(), 'a@b.example', 'Your quote', '{}', 'quote', id from agent_lead limit 50000`,
  `insert into lead_note (id, lead_id, kind, text, created_by, created_at) select gen_random_uuid(), id, 'note', 'Called', (select id from account where role = 'agent' limit 1), now() from agent_lead limit 50000`,
  `insert into payment (id, lead_id, direction, kind, amount, method, paid_on, created_by_name, created_at) select gen_random_uuid(), id, 'from-client', 'deposit', 1000, 'check', current_date, 'Agent', now() from agent_lead limit 50000`,
];
const LEAD_PAGE = Object.values(persisted).find((text) => text.includes('query LeadPage('))!;

let application: Application;
let agent: ReturnType<typeof createBrowser>;
let carrier: ReturnType<typeof createBrowser>;
const one = { id: '', version: 0, board: '', chat: '', word: '' };

beforeAll(async () => {
  application = await startApplication();
  const { database } = application;
  await seed(database, LEADS);
  await sql`insert into idempotency (scope, key, fingerprint) select 'bulk', n::text, '' from generate_series(1, 50000) n`.execute(
    database.kysely,
  );
  for (const filling of FILLINGS) await sql.raw(filling).execute(database.kysely);
  await sql`analyze idempotency, link, mail, lead_note, payment`.execute(database.kysely);
  [agent, carrier] = [createBrowser(application.url), createBrowser(application.url)];
  await agent.signIn('agent_portal', AGENT.email, AGENT.password);
  await carrier.signIn('load_board', CARRIER.email, CARRIER.password);
  const { rows } = await sql<{ id: string; version: number; board: string; chat: string; word: string }>`
    select l.id, l.version, b.id as board, c.id as chat, split_part(b.client_name, ' ', 2) as word
      from (select * from agent_lead where state = 'new' limit 1) l, (select * from agent_lead where state = 'award-carrier' limit 1) b,
           (select * from chat order by messages desc limit 1) c`.execute(database.kysely);
  Object.assign(one, rows[0]);
}, 300_000);

/** The big tables that a plan scans completely, each with its node. */
function wholeTables(plan: unknown): string[] {
  if (plan === null || typeof plan !== 'object') return [];
  const { 'Node Type': node, 'Relation Name': table } = plan as Record<string, unknown>;
  const own = node === 'Seq Scan' && BIG.includes(String(table)) ? [`${node} on ${String(table)}`] : [];
  return [...own, ...Object.values(plan).flatMap(wholeTables)];
}

async function explained(how: string, { text, values }: Pick<Sent, 'text' | 'values'>): Promise<unknown> {
  const client = await application.database.pool.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(`explain (${how}) ${text}`, values);
    return rows[0]!['QUERY PLAN'];
  } finally {
    client.release();
  }
}

async function whole({ isNamed, ...statement }: Sent): Promise<string[]> {
  const plans = [await explained('format json', statement)];
  if (isNamed) plans.push(await explained('format json, generic_plan', { ...statement, values: [] }));
  return plans.flatMap(wholeTables);
}

const NARROWED =
  '{ agentLeadCounts(filter: { originState: "OH", originCity: "Col", priceFrom: 100000, ageTo: 90 }) { tabs { state all mine } } }';
const CHANGED = 'query ($ids: [ID!]) { agentLeads(ids: $ids, sort: due, limit: 2) { leads { id bidCount } ranks } }';
const works: [string, () => Promise<{ errors: unknown }>][] = [
  ['a list with bids', () => agent.post({ query: documents.list })],
  ['one lead with bids', () => agent.post({ query: documents.one, variables: { id: one.board } })],
  ["a lead's page", () => agent.post({ query: LEAD_PAGE, variables: { id: one.board } })],
  ['search', () => agent.post({ query: documents.search, variables: { query: one.word } })],
  [
    'a search for words that are not together',
    () => agent.post({ query: documents.search, variables: { query: `xylophone ${one.word}` } }),
  ],
  ['the numbers of the tabs', () => agent.post({ query: documents.counts })],
  ['the numbers of the tabs under a filter', () => agent.post({ query: NARROWED })],
  [
    'a filter in another order',
    () =>
      agent.post({
        query: documents.narrowed,
        variables: { sort: 'move_date', filter: { originState: 'OH', mine: true } },
      }),
  ],
  ['the leads that have changed', () => agent.post({ query: CHANGED, variables: { ids: [one.id, one.board] } })],
  ['the archive', () => agent.post({ query: documents.archive })],
  ["a carrier's board", () => carrier.post({ query: documents.loads })],
  ['the marketplace', () => createBrowser(application.url).post({ query: documents.shop })],
  ['a page of a chat', () => agent.post({ query: documents.chat, variables: { id: one.chat, before: MESSAGES - 50 } })],
  ['a move', () => agent.post({ query: documents.followUp, variables: { id: one.id, version: one.version } })],
];

test.each(works)('%s finds its rows by indexes', async (_, ask) => {
  sent.length = 0;
  const { errors } = await ask();
  expect(errors).toBeUndefined();
  const statements = sent.splice(0);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) expect(await whole(statement), statement.text).toEqual([]);
});

test("what a lead's page reads is planned once, not at each request", async () => {
  sent.length = 0;
  await agent.post({ query: LEAD_PAGE, variables: { id: one.board } });
  expect(sent.length).toBeGreaterThan(8);
  expect(sent.filter(({ isNamed }) => !isNamed).map(({ text }) => text)).toEqual([]);
});

/** The index by which each order is read, so that a page costs the same however many leads the tab has. */
const ORDER_INDEXES: Record<Exclude<LeadSort, 'due'>, string> = {
  newest: 'agent_lead_tab',
  oldest: 'agent_lead_tab',
  'move-date': 'agent_lead_tab_date',
  'move-date-desc': 'agent_lead_tab_date_last',
  client: 'agent_lead_tab_name',
  'client-desc': 'agent_lead_tab_name',
  'follow-up': 'agent_lead_tab_follow_up',
  'follow-up-desc': 'agent_lead_tab_follow_up_last',
  source: 'agent_lead_tab_source',
  'source-desc': 'agent_lead_tab_source',
  price: 'agent_lead_tab_price',
  'price-desc': 'agent_lead_tab_price_last',
  route: 'agent_lead_tab_route',
  'route-desc': 'agent_lead_tab_route_last',
  agent: 'agent_lead_tab_agent',
  'agent-desc': 'agent_lead_tab_agent_last',
};

test.each(Object.entries(ORDER_INDEXES))('the order “%s” is that of the index %s', async (sort, index) => {
  sent.length = 0;
  const { errors } = await agent.post({
    query: `{ agentLeads(tab: completed_contracts, sort: ${sort.replaceAll('-', '_')}, limit: 50) { leads { id } } }`,
  });
  expect(errors).toBeUndefined();
  const list = sent.find(({ text }) => text.includes('row_number() over () as position'))!;
  const plan = JSON.stringify(await explained('format json', list));
  expect(plan).toContain(`"Index Name":"${index}"`);
});

test.each([
  ['rare', { originCity: 'Zan' }, 'agent_lead_tab_origin_city'],
  ['rare', { originState: 'OH', destinationCity: 'zan' }, 'agent_lead_tab_destination_city'],
  ['common', { originCity: 'Col', destinationCity: 'Chi' }, 'agent_lead_tab'],
])('a city that is %s is found along the fitting index', async (_, filter, index) => {
  sent.length = 0;
  await agent.post({ query: documents.narrowed, variables: { filter } });
  const list = sent.find(({ text }) => text.includes('row_number() over () as position'))!;
  expect(JSON.stringify(await explained('format json', list))).toContain(`"Index Name":"${index}"`);
});

test('what a filter leaves in each tab is counted in an index alone', async () => {
  sent.length = 0;
  await agent.post({ query: NARROWED });
  const counting = sent.find(({ text }) => text.includes('count(*) filter'))!;
  const plan = JSON.stringify(await explained('format json', counting));
  expect(plan).toContain('"Node Type":"Index Only Scan"');
  expect(plan).toContain('"Index Name":"agent_lead_filters"');
});

test('the planned search finds any text with a trigram by its index', async () => {
  sent.length = 0;
  await agent.post({ query: documents.search, variables: { query: one.word } });
  expect(sent.map(({ text }) => text)).toContainEqual(expect.stringContaining('from search_leads($1)'));
  const { rows } = await sql<{
    body: string;
  }>`select prosrc as body from pg_proc where proname = 'search_leads'`.execute(application.database.kysely);
  const text = /select[^;]*/.exec(rows[0]!.body)![0].replace('like pattern', 'like $1');
  const plan = JSON.stringify(await explained('format json, generic_plan', { text, values: [] }));
  expect(plan).toContain('"Index Name":"agent_lead_search"');
  expect(plan).not.toContain('Seq Scan');
});

test('a statement without an index is noticed', async () => {
  const statement = { text: 'select id from agent_lead where notes = $1', values: ['x'], isNamed: true };
  // Once with its value, once without.
  expect(await whole(statement)).toEqual(['Seq Scan on agent_lead', 'Seq Scan on agent_lead']);
});
