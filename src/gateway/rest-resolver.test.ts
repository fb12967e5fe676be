import { graphql, GraphQLError, Source } from 'graphql';
import { expect, test } from 'vitest';
import { createSchema, schemaFiles } from './schema.ts';

const definitions = `
  scalar Json
  enum Tab { new follow_up }
  input Filter { originState: String tabs: [Tab!] isMine: Boolean }
  input Stop { zipCode: String note: String stairs: Int }
  input LeadInput { moveSize: String stops: [Stop!] first: Stop }
  type Bid { leadId: ID! amountInCents: Int! amount: Int! }
  type Lead {
    id: ID!
    tab: Tab
    links: [ID!] @rest(GET: "/lead/{$this.id}", select: "links")
    near(limit: Int): [ID!] @rest(GET: "/lead/{$this.id}/near")
    bids: [Bid!] @rest(GET: "/bid/", batch: "lead_id")
  }
  type Query {
    leads(tab: Tab, filter: Filter, after: String, query: String): [Lead!]
      @rest(GET: "/lead/", query: { state: "{tab}", sort: "newest" }, omitEmpty: ["query"], select: "items")
    lead(id: ID!): Lead @rest(GET: "/lead/{id}")
    me: ID @rest(GET: "/{$session.portal}/me", select: "id")
  }
  type Mutation {
    edit(id: ID!, version: Int!, input: LeadInput!): Lead @rest(PATCH: "/lead/{id}")
    shelve(id: ID!, version: Int, why: String = null): Lead
      @rest(PATCH: "/lead/{id}", body: { is_archived: true, reason: "{why}" }, omitEmpty: ["version"])
    take(id: ID!): Lead @rest(POST: "/lead/{id}/take")
    check(id: ID!): Lead @rest(POST: "/lead/{id}/check", body: {})
    sign(token: String!, name: String!): Boolean! @rest(POST: "/sign", query: { token: "{token}" }, result: true)
    remove(id: ID!, reason: String!): Boolean! @rest(DELETE: "/lead/{id}", result: true)
  }
`;
const directives = schemaFiles().find(({ name }) => name === 'schema/rest.graphql')!;
const schema = createSchema([directives, new Source(definitions)], {});

/** What the document requests from REST, which responds with `answer`. */
async function asked(source: string, answer: unknown = {}, role = 'mover') {
  const calls: unknown[][] = [];
  const contextValue = {
    rest: { call: async (...call: unknown[]) => (calls.push(call[2] === undefined ? call.slice(0, 2) : call), answer) },
    tokens: { role: () => role },
  };
  const { data, errors } = await graphql({ schema, source, contextValue });
  return { calls, data, errors };
}

test('arguments go into the path and the query, an input object by its fields; what was not given stays out', async () => {
  const filter = 'filter: { originState: "a&b c", tabs: [follow_up, new], isMine: false }';
  const { calls, data } = await asked(`{ leads(tab: follow_up, ${filter}) { id } }`, { items: [{ id: '1' }] });
  expect(calls).toEqual([
    ['GET', '/lead/?state=follow-up&sort=newest&origin_state=a%26b%20c&tabs=follow-up%2Cnew&is_mine=false'],
  ]);
  expect(data).toEqual({ leads: [{ id: '1' }] });
  const none = await asked('{ leads(tab: null, filter: { tabs: [] }, after: "", query: "") { id } }', { items: [] });
  expect(none.calls).toEqual([['GET', '/lead/?sort=newest&after=']]);
});

test('the body has the arguments in the spelling of REST, down to the inputs in lists', async () => {
  const input = '{ moveSize: null, stops: [{ zipCode: "1", note: null }], first: { stairs: 2 } }';
  const { calls } = await asked(`mutation { edit(id: "a-1", version: 3, input: ${input}) { id } }`);
  const body = { version: 3, move_size: null, stops: [{ zip_code: '1', note: null }], first: { stairs: 2 } };
  expect(calls).toEqual([['PATCH', '/lead/a-1', body]]);
});

test('constants, arguments by another name, and what is left out where it is empty', async () => {
  const { calls } = await asked(
    'mutation { a: shelve(id: "1", version: null) { id } b: shelve(id: "1", version: 2, why: "x") { id } }',
  );
  expect(calls).toEqual([
    ['PATCH', '/lead/1', { is_archived: true, reason: null }],
    ['PATCH', '/lead/1', { is_archived: true, reason: 'x', version: 2 }],
  ]);
});

test('a call has no body without fields, unless the schema says so', async () => {
  const { calls } = await asked('mutation { take(id: "1") { id } check(id: "1") { id } }');
  expect(calls).toEqual([
    ['POST', '/lead/1/take'],
    ['POST', '/lead/1/check', {}],
  ]);
});

test('done is true whatever was answered; DELETE has its arguments in the query', async () => {
  const { calls, data } = await asked(
    'mutation { sign(token: "t", name: "N") remove(id: "1", reason: "r") }',
    undefined,
  );
  expect(data).toEqual({ sign: true, remove: true });
  expect(calls).toEqual([
    ['POST', '/sign?token=t', { name: 'N' }],
    ['DELETE', '/lead/1?reason=r'],
  ]);
});

test.each(['', '.', '..', 'a/b', 'a?b', 'a%2e', 'a b', 'x'.repeat(201)])('%j is no id of a path', async (id) => {
  const { calls, errors } = await asked(`{ lead(id: ${JSON.stringify(id)}) { id } }`);
  expect(calls).toEqual([]);
  expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
});

test('the portal of the path is that of who is signed in', async () => {
  expect((await asked('{ me }', { id: '1' }, 'assistant')).calls).toEqual([['GET', '/user/me']]);
  expect((await asked('{ me }', { id: '1' }, 'carrier')).calls).toEqual([['GET', '/carrier/me']]);
  const { calls, errors } = await asked('{ me }', { id: '1' }, 'nobody');
  expect(calls).toEqual([]);
  expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
});

test('what an object has already is not asked for; with arguments it is another question', async () => {
  const lead = { id: '7', links: ['l'], near: ['n'] };
  const has = await asked('{ lead(id: "7") { links near(limit: 2) } }', lead);
  expect(has.calls).toEqual([
    ['GET', '/lead/7'],
    ['GET', '/lead/7/near?limit=2'],
  ]);
  const lacks = await asked('{ lead(id: "7") { links } }', { id: '7' });
  expect(lacks.calls).toEqual([
    ['GET', '/lead/7'],
    ['GET', '/lead/7'],
  ]);
});

test('a failed call fails its field', async () => {
  const contextValue = {
    rest: { call: () => Promise.reject(new GraphQLError('No.', { extensions: { code: 'CONFLICT' } })) },
  };
  const { errors } = await graphql({ schema, source: 'mutation { remove(id: "1", reason: "r") }', contextValue });
  expect(errors?.[0]?.extensions.code).toBe('CONFLICT');
});

test('the rows of all objects of a list come in one call, each to its own', async () => {
  const rows = [
    { lead_id: 'b', amount: 1 },
    { lead_id: 'a', amount: 2 },
    { lead_id: 'b', amount: 3 },
  ];
  const calls: unknown[][] = [];
  const leads = { items: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] };
  const call = async (...given: unknown[]) => (
    calls.push(given.slice(0, 2)),
    String(given[1]).startsWith('/bid') ? rows : leads
  );
  const { data } = await graphql({
    schema,
    source: '{ leads { id bids { amountInCents: leadId amount } } }',
    contextValue: { rest: { call } },
  });
  expect(data).toEqual({
    leads: [
      { id: 'a', bids: [{ amountInCents: 'a', amount: 2 }] },
      {
        id: 'b',
        bids: [
          { amountInCents: 'b', amount: 1 },
          { amountInCents: 'b', amount: 3 },
        ],
      },
      { id: 'c', bids: [] },
    ],
  });
  expect(calls).toEqual([
    ['GET', '/lead/?sort=newest'],
    ['GET', '/bid/?lead_id=a%2Cb%2Cc'],
  ]);
});
