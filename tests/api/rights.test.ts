import { beforeAll, describe, expect, test } from 'vitest';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { readOperations, validFor } from './contract-operations.ts';
import type { Operation } from './contract-operations.ts';
import { principals, rights } from './rights.ts';
import { createWorld, signInAgain } from './rights-world.ts';
import type { World } from './rights-world.ts';

const operations = await readOperations();
const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

/** These remove what was requested. */
const takesAway = new Set([
  'DELETE user/delete',
  'DELETE agent-lead/attachment/{attachmentId}',
  'DELETE agent-lead/{leadId}/links/{linkId}',
  'DELETE carrier/agent-lead/{leadId}/job/paper/{paperId}',
  'DELETE carrier/insurance/{id}',
  'POST user/payment/card/{cardId}/detach',
]);
/** These sign someone out. */
const signsOut = new Set(['DELETE session/', 'DELETE account/sessions', 'DELETE account/sessions/{id}']);

let application: Application;
let world: World;

beforeAll(async () => {
  application = await startApplication();
  world = await createWorld(application);
});

test('every call has its cells, and nothing else has', () => {
  expect(Object.keys(rights).toSorted()).toEqual(operations.map(nameOf).toSorted());
  for (const [name, row] of Object.entries(rights))
    expect(row.trim().split(/\s+/), name).toHaveLength(principals.length);
});

function urlOf(operation: Operation): string {
  const name = nameOf(operation);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(world.idFor(name, parameter)),
  );
  const query = operation.parameters
    .filter((one) => one.in === 'query' && (one.required || ['token', 'lead_id'].includes(one.name)))
    .map((one) => [
      one.name,
      one.schema.format === 'uuid' || ['token', 'lead_id'].includes(one.name)
        ? world.idFor(name, one.name)
        : String(validFor(one.schema, world.stage.lead.id)),
    ]);
  return `${path}?${new URLSearchParams(query as [string, string][]).toString()}`;
}

async function ask(operation: Operation, token: string | undefined): Promise<number> {
  const body = operation.body ? validFor(operation.body, world.stage.lead.id) : undefined;
  const isForm = operation.contentType?.includes('urlencoded');
  const sent = isForm ? new URLSearchParams(body as Record<string, string>) : body;
  // A stream never ends, so it is only opened.
  const { status } =
    operation.path === 'live'
      ? await begin(token)
      : await call(application, operation.method, urlOf(operation), {
          ...(token ? { token } : {}),
          ...(sent === undefined ? {} : { body: sent }),
        });
  return status;
}

async function begin(token: string | undefined): Promise<{ status: number }> {
  const stop = new AbortController();
  const { status } = await fetch(`${application.url}/api/frontend/live`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: stop.signal,
  });
  stop.abort();
  return { status };
}

/** What a response says about a right. Any other refusal, and any failure, matches no cell. */
function cellOf(status: number, refusal: number): string {
  if (status === refusal) return '-';
  if (status === 404) return '0';
  return status === 401 || status === 403 || status >= 500 ? String(status) : '+';
}

const sorts = ['-', '0', '+'];

describe.each(operations.map((operation) => [nameOf(operation), operation] as const))('%s', (name, operation) => {
  const cells = (rights[name] ?? '').trim().split(/\s+/);
  // Callers that are refused go first: they must not have changed anything.
  const cases = principals
    .map((principal, index) => [principal, cells[index]!] as const)
    .toSorted((a, b) => sorts.indexOf(a[1]) - sorts.indexOf(b[1]));
  test.each(cases)('%s: %s', async (principal, cell) => {
    // Repeated guesses would have to wait, which is not what this tests.
    if (name.endsWith('/token')) await application.database.kysely.deleteFrom('sign_in_attempt').execute();
    const token = principal === 'anyone' ? undefined : world.who[principal].token;
    const status = await ask(operation, token);
    const refusal = principal === 'anyone' || /\/token(\/refresh)?$|^POST intake\//.test(name) ? 401 : 403;
    expect(cellOf(status, refusal)).toBe(cell);
    if (cell === '+' && takesAway.has(name)) world = await createWorld(application);
    if (cell === '+' && signsOut.has(name) && principal !== 'anyone')
      await signInAgain(application, world.who[principal]);
  });
});
