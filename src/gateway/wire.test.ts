import { graphqlSync } from 'graphql';
import { expect, test } from 'vitest';
import { schemaInRestSpelling } from './wire.ts';

const schema = schemaInRestSpelling(`
  enum Tab { new follow_up award_carrier }
  type Lead { id: ID! isArchived: Boolean! tab: Tab! followUp: FollowUp facts: Facts }
  type FollowUp { dueDate: String! }
  extend type Lead { agentName: String }
  type Facts { id: ID }
  type Query { lead(tab: Tab!): Lead asked: String }
`);

test('what REST answers is read by the names of GraphQL, extensions of types too', () => {
  const lead = {
    id: '1',
    is_archived: false,
    tab: 'follow-up',
    follow_up: { due_date: '2030-01-01' },
    agent_name: 'A',
  };
  const seen: unknown[] = [];
  const rootValue = { lead: ({ tab }: { tab: string }) => (seen.push(tab), lead) };
  const source = '{ lead(tab: award_carrier) { id isArchived tab followUp { dueDate } agentName } }';
  const { data, errors } = graphqlSync({ schema, source, rootValue });
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    lead: { id: '1', isArchived: false, tab: 'follow_up', followUp: { dueDate: '2030-01-01' }, agentName: 'A' },
  });
  expect(seen).toEqual(['award-carrier']);
});
