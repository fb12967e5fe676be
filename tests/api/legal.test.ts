import { expect, test } from 'vitest';
import { NEWEST_BUILT_IN } from '#src/machines/legal/legal-text.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';

/** Legal texts that the brokerage publishes: who may, what is refused, and that published texts stay. */
const application = await startApplication();
const ann = await signedIn(application, 'agent', 'Ann Agent');
const mover = await signedIn(application, 'mover', 'Max Mover');
const NEWEST = NEWEST_BUILT_IN['privacy-policy'];
const SOURCE = '{name}, {address}, {email}.\n\n## In short {#in-short}\n\nWords.';

const publish = (version: number, source: string, token = ann.token) =>
  call<{ version: number; actor_name: string | null }[] & { detail: string; errors: object[] }>(
    application,
    'POST',
    'agent/legal/privacy-policy',
    { token, body: { version, source } },
  );
const versions = async (token?: string) =>
  (await call<object[]>(application, 'GET', 'legal/privacy-policy', token ? { token } : {})).body;
const textOf = (version: number) =>
  call<{ source: string }>(application, 'GET', `legal/privacy-policy/text?version=${version}`);

test('a version follows the one that was seen, and stays as it was', async () => {
  expect(await versions()).toEqual([]);
  expect((await publish(NEWEST, SOURCE)).status).toBe(200);
  expect((await publish(NEWEST + 1, `${SOURCE} More.`)).status).toBe(200);
  expect(await versions(ann.token)).toMatchObject([
    { version: NEWEST + 2, actor_name: 'Ann Agent' },
    { version: NEWEST + 1, actor_name: 'Ann Agent' },
  ]);
  expect(await versions(mover.token)).toMatchObject([{ actor_name: null }, { actor_name: null }]);
  expect((await textOf(NEWEST + 1)).body).toEqual({ source: SOURCE });
  expect((await textOf(NEWEST + 2)).body).toEqual({ source: `${SOURCE} More.` });
  expect((await textOf(NEWEST + 3)).status).toBe(404);
  expect((await call(application, 'GET', 'legal/terms-of-service')).body).toEqual([]);
});

test('of two who saw the same version one publishes', async () => {
  const answers = await Promise.all(['One.', 'Two.'].map((more) => publish(NEWEST + 2, `${SOURCE} ${more}`)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect((await publish(NEWEST, SOURCE)).status).toBe(409);
});

test.each([
  ['an unknown blank', `${SOURCE} {fax}`],
  ['no section', '{name} {address} {email}'],
  ['no brokerage', '## In short {#in-short}\n\nWords.'],
])('%s is refused at the field', async (_, source) => {
  const before = await versions();
  const { status, body } = await publish(NEWEST + 3, source);
  expect([status, body.errors]).toEqual([422, [{ field: 'source', message: expect.any(String) }]]);
  expect(await versions()).toEqual(before);
});

test('nobody else publishes', async () => {
  expect((await publish(NEWEST + 3, SOURCE, mover.token)).status).toBe(403);
});
