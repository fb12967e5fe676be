import pg from 'pg';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { currentScope } from '#src/api/http/in-process.ts';
import { gestures, newStage, people, reload, standingBid } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { createBrowser } from '#tests/gateway/gateway-browser.ts';
import { PASSWORD, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';

/** How many SQL statements the most frequent requests may take; requesting fewer fields reads less. */
const statements: string[] = [];

// Patched before the first connection, which takes its `query` from here. Statements of jobs and live updates meanwhile
// do not belong to a call of the gateway.
const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
  const [first] = given as [string | { text?: string }];
  if (currentScope()) statements.push((typeof first === 'string' ? first : (first.text ?? '')).trim());
  return query.apply(this, given) as never;
});

// Any document is accepted, as during development.
vi.stubEnv('NODE_ENV', 'development');

let application: Application;
let who: People;
let browser: ReturnType<typeof createBrowser>;
let stage: Stage;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed', 'load.posted'] as const) {
    await gestures[event](stage);
    await reload(stage);
  }
  await standingBid(stage);
  browser = createBrowser(application.url);
  await browser.signIn('agent_portal', who.agent.email, PASSWORD);
});

beforeEach(() => {
  statements.length = 0;
});

const BIDS = 'bids { id amount state gaps sheetPrice createdAt carrier { id legalName } }';
const ask = async <T = Record<string, unknown>>(source: string, variables: object = {}) => {
  const { data, errors } = await browser.post({ query: source, variables });
  expect(errors).toBeUndefined();
  return data as T;
};
// A call that finds all connections in use opens another one, which is set up first.
const isControl = (text: string) => /^(begin|commit|start transaction|set)\b/i.test(text);
const counted = () => statements.filter((text) => !isControl(text));

test('a list with the bids of each lead is read with who asks in two statements', async () => {
  const data = await ask(`{ agentLeads(tab: award_carrier) { leads { id client { name } quote { total } ${BIDS} } } }`);
  expect(data.agentLeads).toMatchObject({ leads: [{ id: stage.lead.id, bids: [{ gaps: [], state: 'active' }] }] });
  expect(counted(), counted().join('\n')).toHaveLength(2);
});

test('one lead with its bids, too', async () => {
  await ask(`query ($id: ID!) { agentLead(id: $id) { id state facts { awardableBids } ${BIDS} } }`, {
    id: stage.lead.id,
  });
  expect(counted(), counted().join('\n')).toHaveLength(2);
});

test('what nobody asks for is not read, and what somebody asks for is', async () => {
  const id = stage.lead.id;
  await ask('query ($id: ID!) { agentLead(id: $id) { reference } }', { id });
  expect(counted(), counted().join('\n')).toHaveLength(2);
  expect(counted().join()).not.toMatch(/\b(estimate|bid|link|attachment|contract|inventory|stops)\b/);
  statements.length = 0;
  const { agentLead } = await ask<{ agentLead: { estimates: unknown[] } }>(
    'query ($id: ID!) { agentLead(id: $id) { estimates { number } links { id } duplicates { id } } }',
    { id },
  );
  expect(agentLead.estimates).toHaveLength(1);
  expect(counted()).toHaveLength(5);
});

test('several questions of one request look up once who asks', async () => {
  await ask(
    '{ a: agentLeadCounts { archived } b: searchAgentLeads(query: "nobody") { id } c: agentLeadCounts { archived } }',
  );
  expect(counted().filter((text) => text.includes('from refresh_token'))).toHaveLength(1);
});

test('a move with its history, outbox and idempotency takes six statements', async () => {
  const other = await newStage(application, who);
  statements.length = 0;
  const { followUp } = await ask(
    `mutation ($id: ID!, $version: Int!) { followUp(leadId: $id, version: $version, date: "2040-01-02", reason: "Call") {
      id state version followUp { date } } }`,
    { id: other.lead.id, version: other.lead.version },
  );
  expect(followUp).toMatchObject({ state: 'follow_up', followUp: { date: '2040-01-02' } });
  expect(counted().map((text) => text.slice(0, 60))).toHaveLength(6);
});

test('a session that was ended is out at the next call, also inside one request', async () => {
  const [own, other] = [createBrowser(application.url), createBrowser(application.url)];
  for (const one of [own, other]) await one.signIn('agent_portal', who.agent.email, PASSWORD);
  // The second field runs after the first one has ended all sessions, with the token that was revoked.
  const query = 'mutation { endAllSessions markBidsSeen(leadId: "00000000-0000-7000-8000-000000000000") { id } }';
  const { errors } = await own.post({ query });
  expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  const after = await other.post({ query: '{ agentLeadCounts { archived } }' });
  expect(after.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  await browser.signIn('agent_portal', who.agent.email, PASSWORD);
});
