import { beforeAll, expect, test } from 'vitest';
import { CreateLeadBody } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { typeOf, validFor } from './contract-operations.ts';
import type { Schema } from './contract-operations.ts';

let application: Application;
let agent: Account;
beforeAll(async () => {
  application = await startApplication();
  agent = await signedIn(application, 'agent', 'Dana');
});

/** Values that a schema cannot describe: existing places and people. */
const fitting: Record<string, () => unknown> = {
  stops: () => ['pick-up', 'drop-off'].map((role) => ({ ...(every(part('stops').items!, 'stops') as object), role })),
  'stops/city': () => 'Columbus',
  'stops/latest': () => '2030-01-02',
  assigned_agent_id: () => agent.id,
};

/** A value of the schema that includes all optional fields. */
function every(schema: Schema, path: string): unknown {
  if (schema.anyOf) return every(schema.anyOf[0]!, path);
  if (typeOf(schema) === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, inner]) => {
        const at = [path, name].filter(Boolean).join('/');
        return [name, fitting[at]?.() ?? every(inner, at)];
      }),
    );
  if (typeOf(schema) === 'array') return [every(schema.items!, path)];
  return validFor(schema, agent.id);
}
const body: Schema = JSON.parse(JSON.stringify(CreateLeadBody));
const part = (name: string): Schema => body.properties![name]!;

type Write = (lead: object) => Promise<string>;
const create: Write = async (lead) => {
  const answer = await call<{ id: string }>(application, 'POST', 'agent-lead/', { token: agent.token, body: lead });
  expect(answer).toMatchObject({ status: 201 });
  return `agent-lead/${answer.body.id}`;
};
const edit: Write = async (lead) => {
  const path = await create({ client: { name: 'Casey', phone: '+16145550199' }, stops: fitting.stops!() });
  const answer = await call(application, 'PATCH', path, { token: agent.token, body: { ...lead, version: 1 } });
  expect(answer).toMatchObject({ status: 200 });
  return path;
};

test('a kind that nobody chose follows the stops; a chosen one stays', async () => {
  const stop = (role: string, city: string, state: string, zip: string) => ({ role, city, state, zip });
  const [austin, dallas, chicago] = [
    stop('pick-up', 'Austin', 'TX', '78701'),
    stop('drop-off', 'Dallas', 'TX', '75201'),
    stop('drop-off', 'Chicago', 'IL', '60601'),
  ];
  const client = { name: 'Casey', phone: '+16145550199' };
  for (const [kind, before, after] of [
    [undefined, 'household-intrastate', 'household-interstate'],
    ['commercial', 'commercial', 'commercial'],
  ]) {
    const path = await create({ client, kind, stops: [austin, dallas] });
    const kindNow = async () =>
      (await call<{ kind: string }>(application, 'GET', path, { token: agent.token })).body.kind;
    expect(await kindNow()).toBe(before);
    const body = { stops: [austin, chicago], version: 1 };
    expect((await call(application, 'PATCH', path, { token: agent.token, body })).status).toBe(200);
    expect(await kindNow()).toBe(after);
  }
});

test.each([
  ['created', create],
  ['edited', edit],
])('%s: everything that is said of a lead is what it then says', async (_how, write) => {
  const given = every(body, '') as Record<string, unknown>;
  expect(Object.keys(given)).toEqual(Object.keys(CreateLeadBody.properties));
  const { assigned_agent_id, ...rest } = given;
  const { body: lead } = await call(application, 'GET', await write(given), { token: agent.token });
  expect(lead).toMatchObject({ ...rest, assigned_agent: { id: assigned_agent_id } });
});
