import { afterAll, expect, test } from 'vitest';
import { newId } from '#src/api/database/ids.ts';
import { takeLead } from '#src/api/state-lead/state-lead.intake.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { insertLoads } from '#tests/api/load-rows.ts';
import { call, PASSWORD, signedIn, startApplication } from '#tests/platform/application.ts';
import { createBrowser } from './gateway-browser.ts';
import { startGateway } from './gateway-server.ts';

/** Histories include versions of the lifecycles that had other states and events; they can still be read. */
const application = await startApplication();
const gateway = await startGateway(application.url, { sessionSecret: application.parts.sessionSecret });
afterAll(() => gateway.close());

const entry = {
  payload: '{}',
  judged: '{}',
  facts: '{}',
  actor_name: 'The system',
  actor_role: 'system',
  at: '2026-01-01T00:00:00Z',
  model_version: 1,
};
const changed = { ...entry, event: 'model.changed', model_version: 2 };

test('of an agent’s lead', async () => {
  const { kysely } = application.database;
  const { old: leadId } = await insertLoads(application, { old: { from: '43215', to: '60601' } });
  await kysely
    .insertInto('history')
    .values([
      {
        ...entry,
        lifecycle: 'agent-lead',
        record_id: leadId!,
        sequence: 1,
        event: 'lead.created',
        from_state: null,
        to_state: 'on-hold.half-way',
      },
      {
        ...changed,
        lifecycle: 'agent-lead',
        record_id: leadId!,
        sequence: 2,
        from_state: 'on-hold.half-way',
        to_state: 'award-carrier',
      },
    ])
    .execute();
  const agent = await signedIn(application, 'agent', 'Dana Agent');
  const read = await call<object[]>(application, 'GET', `agent-lead/${leadId}/history`, { token: agent.token });
  expect(read).toMatchObject({
    status: 200,
    body: [
      { from_state: null, to_state: 'on-hold', to_stage: 'half-way' },
      { event: 'model.changed', from_state: 'on-hold', to_state: 'award-carrier', model_version: 2 },
    ],
  });

  const browser = createBrowser(gateway.url);
  await browser.signIn('agent_portal', agent.email, PASSWORD);
  const { data, errors } = await browser.post({
    query: `query ($id: ID!) { agentLead(id: $id) { history { event fromState fromStage toState toStage modelVersion } } }`,
    variables: { id: leadId },
  });
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    agentLead: {
      history: [
        {
          event: 'lead.created',
          fromState: null,
          fromStage: null,
          toState: 'on-hold',
          toStage: 'half-way',
          modelVersion: 1,
        },
        {
          event: 'model.changed',
          fromState: 'on-hold',
          fromStage: 'half-way',
          toState: 'award-carrier',
          toStage: null,
          modelVersion: 2,
        },
      ],
    },
  });
});

test('of a mover’s lead', async () => {
  const { parts, database } = application;
  const mover = await signedIn(application, 'mover', 'Mona Mover');
  const given = {
    external_id: newId(),
    client: { name: 'Casey Client', email: 'casey@client.test' },
    origin: { city: 'Miami', state: 'FL' },
    destination: { city: 'Chicago', state: 'IL' },
    size: 'studio',
  } as const;
  const { id: leadId } = await inTransaction(parts.database, (tx) => takeLead(tx, parts, 'import', given));
  const work = { business_id: mover.businessId!, lead_id: leadId };
  const { id } = await database.kysely
    .insertInto('state_lead_work')
    .values({ ...work, received_at: entry.at, model_version: 2, history_length: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.kysely
    .insertInto('history')
    .values({
      ...changed,
      lifecycle: 'state-lead',
      record_id: id,
      sequence: 1,
      from_state: 'archived.on-hold',
      to_state: 'fresh',
    })
    .execute();
  const read = await call<{ history: object[] }>(application, 'GET', `state-lead/${leadId}`, { token: mover.token });
  expect(read.status).toBe(200);
  expect(read.body.history).toMatchObject([{ event: 'model.changed', from_state: 'on-hold', to_state: 'fresh' }]);
});
