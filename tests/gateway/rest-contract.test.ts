import { Source } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { openApiDocument } from '#src/api/openapi.ts';
import { byHand } from '#src/gateway/by-hand.ts';
import { createSchema, schemaFiles } from '#src/gateway/schema.ts';
import { restFaults, type Contract } from '../../scripts/rest-contract.ts';

/** The GraphQL schema may state about the REST API only what its contract does; any difference is detected. */
let contract: Contract;
beforeAll(async () => {
  contract = (await openApiDocument()) as Contract;
});

const faultsOf = (files: Source[]): string[] => restFaults(createSchema(files, byHand), byHand, contract);

test('the schema says what the contract does', () => {
  expect(faultsOf(schemaFiles())).toEqual([]);
});

/** The schema with one text, which occurs once, replaced by another. */
function planted(before: string, after: string): Source[] {
  const files = schemaFiles();
  expect(files.map(({ body }) => body.split(before).length - 1).reduce((a, b) => a + b)).toBe(1);
  return files.map(
    ({ body, name }) =>
      new Source(
        body.replace(before, () => after),
        name,
      ),
  );
}

test.each<[string, string, string, string[]]>([
  [
    'a field that REST does not answer',
    'type Bid {\n',
    'type Bid {\n  shoeSize: Int\n',
    ['schema/bid.graphql: Bid.shoeSize: GET /agent-lead/bid/ does not answer shoe_size.'],
  ],
  [
    'a type that is another one',
    'type FollowUp {\n  date: Date!',
    'type FollowUp {\n  date: Int!',
    [
      'schema/agent-lead.graphql: FollowUp.date: GET /agent-lead/{leadId} answers date string here, which is Int! in the schema.',
    ],
  ],
  [
    'one where REST answers a list',
    'placed: Int!\n',
    'placed: [Int!]!\n',
    [
      'schema/carrier.graphql: BidCounts.placed: GET /agent/carriers/{carrierId}/details answers integer here, which is [Int!]! in the schema.',
    ],
  ],
  [
    'what REST may answer null',
    'lostReason: String\n  counter: CounterOffer\n  seenAt: Instant\n  "The load',
    'lostReason: String!\n  counter: CounterOffer\n  seenAt: Instant\n  "The load',
    ['schema/bid.graphql: Bid.lostReason: GET /agent-lead/bid/ may answer null here, which is not null in the schema.'],
  ],
  [
    'a required argument that is missing',
    'date: Date!, reason: String!): AgentLead!',
    'date: Date!): AgentLead!',
    ['schema/agent-lead.graphql: Mutation.followUp: POST /agent-lead/{leadId}/follow_up needs reason in its body.'],
  ],
  [
    'a required argument that may be left out',
    'date: Date!, reason: String!): AgentLead!',
    'date: Date!, reason: String): AgentLead!',
    ['schema/agent-lead.graphql: Mutation.followUp: POST /agent-lead/{leadId}/follow_up needs reason in its body.'],
  ],
  [
    'a required parameter of a query that is missing',
    'searchAgentLeads(query: String!)',
    'searchAgentLeads',
    ['schema/agent-lead.graphql: Query.searchAgentLeads: GET /agent-lead/search/global needs query in its query.'],
  ],
  [
    'an argument that REST does not take',
    'shareLead(leadId: ID!)',
    'shareLead(leadId: ID!, days: Int)',
    ['schema/agent-lead.graphql: Mutation.shareLead: POST /agent-lead/{leadId}/share takes no body.'],
  ],
  [
    'a field of an input that REST does not take',
    'input ClientInput {\n',
    'input ClientInput {\n  shoeSize: Int\n',
    [
      'schema/agent-lead.graphql: Mutation.createAgentLead: POST /agent-lead/ takes no shoe_size in client, as ClientInput.shoeSize is there.',
      'schema/agent-lead.graphql: Mutation.editAgentLead: PATCH /agent-lead/{leadId} takes no shoe_size in client, as ClientInput.shoeSize is there.',
    ],
  ],
  [
    'a field of an input, down in a list, of another type',
    'input InventoryItemInput {\n  room: String!\n  item: String!\n  quantity: Int!',
    'input InventoryItemInput {\n  room: String!\n  item: String!\n  quantity: String!',
    [
      'schema/agent-lead.graphql: Mutation.createAgentLead: POST /agent-lead/ takes integer as each of inventory.quantity, which is String!.',
      'schema/agent-lead.graphql: Mutation.editAgentLead: PATCH /agent-lead/{leadId} takes integer as each of inventory.quantity, which is String!.',
    ],
  ],
  [
    'a filter that is not a number',
    'radiusMiles: Int\n  dropNear: String\n  dropRadiusMiles: Int\n  "Pick-up',
    'radiusMiles: Boolean\n  dropNear: String\n  dropRadiusMiles: Int\n  "Pick-up',
    [
      'schema/carrier.graphql: Query.loads: GET /carrier/agent-lead/ takes string as radius_miles, which is Boolean.',
      'schema/carrier.graphql: Query.loadMap: GET /carrier/agent-lead/map takes string as radius_miles, which is Boolean.',
    ],
  ],
  [
    'a value too many of what is answered',
    'enum BidState {\n',
    'enum BidState {\n  forgotten\n',
    ['schema/bid.graphql: BidState.forgotten: no call knows the value "forgotten".'],
  ],
  [
    'a value too many of what is asked',
    'enum LoadSort {\n',
    'enum LoadSort {\n  prettiest\n',
    [
      'schema/carrier.graphql: Query.loads: GET /carrier/agent-lead/ does not take LoadSort.prettiest as sort.',
      'schema/carrier.graphql: LoadSort.prettiest: no call knows the value "prettiest".',
    ],
  ],
  [
    'a value that is spelled otherwise',
    '  best_paid\n',
    '  best_paid @spelled(as: "best_paid")\n',
    [
      'schema/carrier.graphql: Query.loads: GET /carrier/agent-lead/ does not take LoadSort.best_paid as sort.',
      'schema/carrier.graphql: LoadSort.best_paid: no call knows the value "best_paid".',
    ],
  ],
  [
    'a value that REST answers and the schema lacks',
    '  active\n  withdrawn\n  lost\n  awarded\n',
    '  active\n  withdrawn\n  awarded\n',
    ['schema/bid.graphql: Bid.state: GET /agent-lead/bid/ may answer "lost" here, which BidState does not have.'],
  ],
  [
    'a path that is not there',
    '"/agent-lead/{$this.id}/history"',
    '"/agent-lead/{$this.id}/story"',
    ['schema/agent-lead.graphql: AgentLead.history: GET /agent-lead/{}/story is not in the contract.'],
  ],
  [
    'a method that is not there',
    '@rest(POST: "/agent-lead/{leadId}/share")',
    '@rest(PUT: "/agent-lead/{leadId}/share")',
    ['schema/agent-lead.graphql: Mutation.shareLead: PUT /agent-lead/{}/share is not in the contract.'],
  ],
  [
    'a path that one portal does not have',
    '"/{$session.portal}/avatar"',
    '"/{$session.portal}/profile"',
    [
      'schema/account.graphql: Mutation.removeAvatar: DELETE /agent/profile is not in the contract.',
      'schema/account.graphql: Mutation.removeAvatar: DELETE /user/profile is not in the contract.',
      'schema/account.graphql: Mutation.removeAvatar: DELETE /carrier/profile is not in the contract.',
    ],
  ],
  [
    'an argument of a path that may be null',
    'agentLead(id: ID!)',
    'agentLead(id: ID)',
    [
      'schema/agent-lead.graphql: Query.agentLead: GET /agent-lead/{leadId} has {leadId} in its path, and the argument id may be null.',
    ],
  ],
  [
    'a constant that REST does not take',
    'body: { is_archived: false }',
    'body: { is_archived: "no" }',
    [
      'schema/agent-lead.graphql: Mutation.restoreAgentLead: PATCH /agent-lead/{leadId} does not take "no" as is_archived.',
    ],
  ],
  [
    'a parameter that is called otherwise there',
    'query: { lead_id: "{leadId}" }',
    'query: { lead: "{leadId}" }',
    [
      'schema/agent-lead.graphql: Mutation.markBidsSeen: POST /agent-lead/bid/mark_as_seen takes no lead in its query.',
      'schema/agent-lead.graphql: Mutation.markBidsSeen: POST /agent-lead/bid/mark_as_seen needs lead_id in its query.',
    ],
  ],
  [
    'a body that is missing',
    '@rest(POST: "/shop-lead/purchase/{token}/check", body: {})',
    '@rest(POST: "/shop-lead/purchase/{token}/check")',
    ['schema/marketplace.graphql: Mutation.checkPurchase: POST /shop-lead/purchase/{token}/check needs a body.'],
  ],
  [
    'a part of the answer that is not there',
    '@rest(POST: "/state-lead/archive", select: "results")',
    '@rest(POST: "/state-lead/archive", select: "leads")',
    [
      'schema/state-lead.graphql: Mutation.shelveStateLeads: POST /state-lead/archive does not answer leads, which is selected.',
    ],
  ],
  [
    'rows that do not say whose they are',
    'batch: "lead_id"',
    'batch: "load_id"',
    [
      'schema/agent-lead.graphql: AgentLead.bids: GET /agent-lead/bid/ needs lead_id in its query.',
      'schema/agent-lead.graphql: AgentLead.bids: GET /agent-lead/bid/ does not say in each row to which load_id it belongs.',
    ],
  ],
])('%s', (_, before, after, sentences) => {
  expect(faultsOf(planted(before, after))).toEqual(expect.arrayContaining(sentences));
});
