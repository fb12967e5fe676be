import { graphql, Source } from 'graphql';
import { expect, test } from 'vitest';
import { createSchema, schemaFiles, type ByHand } from './schema.ts';

const directives = schemaFiles().find(({ name }) => name === 'schema/rest.graphql')!;
const created = (definitions: string, byHand: ByHand = {}) =>
  createSchema([directives, new Source(`scalar Json ${definitions}`)], byHand);

test('what REST answers is read by the names of GraphQL, extensions of types too', async () => {
  const lead = {
    id: '1',
    is_archived: false,
    tab: 'follow-up',
    follow_up: { due_date: '2030-01-01' },
    agent_name: 'A',
  };
  const seen: unknown[] = [];
  const schema = created(
    `
      enum Tab { new follow_up award_carrier nowhere @spelled(as: "none") }
      type Lead { id: ID! isArchived: Boolean! tab: Tab! followUp: FollowUp facts: Facts }
      type FollowUp { dueDate: String! }
      extend type Lead { agentName: String }
      type Facts { id: ID }
      type Query { lead(tab: Tab!): Lead }
    `,
    { Query: { lead: (_, { tab }: { tab: string }) => (seen.push(tab), lead) } },
  );
  const source = '{ lead(tab: award_carrier) { id isArchived tab followUp { dueDate } agentName } }';
  const { data, errors } = await graphql({ schema, source });
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    lead: { id: '1', isArchived: false, tab: 'follow_up', followUp: { dueDate: '2030-01-01' }, agentName: 'A' },
  });
  await graphql({ schema, source: '{ lead(tab: nowhere) { id } }' });
  expect(seen).toEqual(['award-carrier', 'none']);
});

test.each<[string, string, ByHand, string]>([
  ['a field that nobody answers', 'type Query { me: ID }', {}, 'Query.me has neither @rest nor a resolver.'],
  [
    'a field that two answer',
    'type Query { me: ID @rest(GET: "/me") }',
    { Query: { me: () => 'me' } },
    'Query.me has a resolver and @rest.',
  ],
  [
    'a resolver of no field',
    'type Query { me: ID @rest(GET: "/me") }',
    { Query: { you: () => 'you' }, Lead: { id: () => '1' } },
    'The schema does not have Query.you, Lead.id.',
  ],
  [
    'a call without a method',
    'type Query { me: ID @rest(select: "id") }',
    {},
    '@rest of Query.me has to name one method.',
  ],
  [
    'a call with two methods',
    'type Query { me: ID @rest(GET: "/me", POST: "/me") }',
    {},
    '@rest of Query.me has to name one method.',
  ],
  [
    'a path with an argument that is none',
    'type Query { lead(id: ID!): ID @rest(GET: "/lead/{leadId}") }',
    {},
    '@rest of Query.lead takes {leadId}, which is no argument of it.',
  ],
  [
    'a path with a field that the object does not have',
    'type Lead { id: ID! notes: [String!] @rest(GET: "/lead/{$this.key}/notes") } type Query { lead: Lead @rest(GET: "/lead") }',
    {},
    '@rest of Lead.notes takes $this.key, which is no field of Lead.',
  ],
  [
    'an argument that two fields of the body take',
    'type Query { a: ID @rest(GET: "/a") } type Mutation { a(id: ID, input: A): ID @rest(POST: "/a") } input A { id: ID }',
    {},
    '@rest of Mutation.a gives a parameter twice.',
  ],
  [
    'an argument to omit that is none',
    'type Query { a(id: ID): ID @rest(GET: "/a", omitEmpty: ["name"]) }',
    {},
    '@rest of Query.a omits name, which is no argument of it.',
  ],
  [
    'a Boolean that no answer gives',
    'type Query { a: Boolean! @rest(GET: "/a") }',
    {},
    '@rest of Query.a has `result: true` where the field is a Boolean, and only there.',
  ],
  [
    'a list of arguments that differ',
    'type Lead { id: ID! bids(state: ID): [ID!] @rest(GET: "/bid", batch: "lead_id") } type Query { lead: Lead @rest(GET: "/lead") }',
    {},
    '@rest of Lead.bids is a batch, which is a GET of whole rows by the ids alone.',
  ],
  [
    'a batch that names one object',
    'type Lead { id: ID! bids: [ID!] @rest(GET: "/lead/{$this.id}/bid", batch: "lead_id") } type Query { lead: Lead @rest(GET: "/lead") }',
    {},
    '@rest of Lead.bids is a batch, which is a GET of whole rows by the ids alone.',
  ],
])('%s stops the start', (_, definitions, byHand, sentence) => {
  expect(() => created(definitions, byHand)).toThrow(sentence);
});
