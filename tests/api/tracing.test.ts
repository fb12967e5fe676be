import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { SIGN_IN } from '#src/app/session-documents.ts';
import { PASSWORD, call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { atFileEnd } from '#tests/platform/file-end.ts';

/**
 * What an OpenTelemetry collector receives from a gateway and an API in separate processes, and what it must not
 * receive.
 */
interface Told {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
  service: string;
}
const spans: Told[] = [];
const bodies: string[] = [];
const paths: string[] = [];
let api: Application;
let gateway: Application;
let agent: Account;

const SESSION_SECRET = 'a session secret that is long enough for two nodes';
const COOKIE_NAMES = /(access|refresh)/;

beforeAll(async () => {
  const collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      bodies.push(body);
      paths.push(`${request.method} ${request.url}`);
      for (const { resource, scopeSpans } of (JSON.parse(body) as Export).resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === 'service.name')!.value.stringValue as string;
        for (const one of scopeSpans) spans.push(...one.spans.map((span) => ({ ...span, service })));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve));
  atFileEnd(async () => void collector.close());
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` };
  process.env.OTEL_BSP_SCHEDULE_DELAY = '100';
  api = await startApplication({ environment: { ...traces, SESSION_SECRET, PARTS: 'api,worker' } });
  gateway = await startApplication({ environment: { ...traces, SESSION_SECRET, PARTS: 'gateway', REST_URL: api.url } });
  agent = await signedIn(api, 'agent', 'Tracy Traced');
});

interface Export {
  resourceSpans: { resource: Pick<Told, 'attributes'>; scopeSpans: { spans: Omit<Told, 'service'>[] }[] }[];
}
const valueOf = ({ attributes }: Told, key: string): unknown =>
  Object.values(attributes.find((one) => one.key === key)?.value ?? {})[0];
const named = (name: string, of: readonly Told[] = spans) => of.filter((span) => span.name === name);
async function graphql(document: string, variables: object) {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: gateway.url },
    body: JSON.stringify({ query: document, variables }),
  });
  return { cookies: response.headers.getSetCookie(), body: (await response.json()) as { errors?: unknown } };
}

test('spans of one request hang together, from the gateway to the statements of the API', async () => {
  const { cookies, body } = await graphql(SIGN_IN, {
    platform: 'agent_portal',
    email: agent.email,
    password: PASSWORD,
  });
  expect(body.errors, JSON.stringify(body)).toBeUndefined();
  expect(cookies.join()).toMatch(COOKIE_NAMES);
  await expect.poll(() => named('mutation SignIn').length, { timeout: 20_000 }).toBe(1);
  const [operation] = named('mutation SignIn');
  const trace = () => spans.filter(({ traceId }) => traceId === operation!.traceId);
  await expect.poll(() => named('POST /graphql', trace()).length).toBe(1);
  await expect.poll(() => trace().some(({ name }) => name === 'SELECT')).toBe(true);
  const [request] = named('POST /graphql', trace());
  expect(request!.parentSpanId ?? '').toBe('');
  expect([valueOf(request!, 'http.route'), valueOf(request!, 'http.response.status_code')]).toEqual(['/graphql', 200]);
  expect(operation!.parentSpanId).toBe(request!.spanId);
  expect(valueOf(operation!, 'graphql.operation.name')).toBe('SignIn');
  const [asked] = named('POST REST', trace());
  expect(asked!.parentSpanId).toBe(operation!.spanId);
  const [answered] = named('POST /api/frontend/agent/token', trace());
  expect(answered!.parentSpanId).toBe(asked!.spanId);
  const statement = trace().find(({ name, parentSpanId }) => name === 'SELECT' && parentSpanId === answered!.spanId)!;
  expect(valueOf(statement, 'db.system.name')).toBe('postgresql');
  expect(String(valueOf(statement, 'db.query.text'))).toMatch(/^select /i);
  // Every span but the first has its parent in the trace.
  const orphans = () => {
    const ids = new Set(trace().map(({ spanId }) => spanId));
    return trace().filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId));
  };
  // A span that ends later is sent with a later batch.
  await expect.poll(orphans, { timeout: 20_000 }).toEqual([]);
});

test('a job and a mail are told by their names; requests by the template of their route', async () => {
  const email = 'somebody@private-mailbox.test';
  const { status } = await call(api, 'POST', 'agent/password/reset/confirm/', {
    body: { email: agent.email },
    headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  });
  expect(status).toBeLessThan(300);
  await mailTo(api, agent.email, /password/i);
  const stops = ['pick-up', 'drop-off'].map((role) => ({
    role,
    address: '7 Canary Street',
    city: 'Columbus',
    state: 'OH',
    zip: '43215',
  }));
  const made = await call<{ id: string }>(api, 'POST', 'agent-lead/', {
    token: agent.token,
    body: { client: { name: 'Private Person', email, phone: '+16145550199' }, stops },
  });
  expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
  await call(api, 'GET', `agent-lead/${made.body.id}`, { token: agent.token });
  await call(api, 'GET', `nothing/here/${encodeURIComponent(email)}`);
  await expect.poll(() => named('job mail.deliver').length, { timeout: 20_000 }).toBeGreaterThan(0);
  await expect.poll(() => spans.some(({ name }) => name.startsWith('mail '))).toBe(true);
  await expect.poll(() => named('GET /api/frontend/agent-lead/:leadId').length).toBeGreaterThan(0);
  // A request that arrives with a trace continues it.
  const continued = spans.filter(({ traceId }) => traceId === '0af7651916cd43dd8448eb211c80319c');
  expect(continued.find(({ parentSpanId }) => parentSpanId === 'b7ad6b7169203331')?.name).toMatch(
    /^POST \/api\/frontend\/agent\/password\/reset/,
  );
  expect(new Set(paths)).toEqual(new Set(['POST /v1/traces']));
  const all = bodies.join('\n');
  for (const secret of [
    email,
    encodeURIComponent(email),
    agent.email,
    agent.token,
    PASSWORD,
    'Private Person',
    '6145550199',
    '7 Canary Street',
    made.body.id,
    agent.id,
    '127.0.0.1',
  ])
    expect([secret, all.includes(secret)]).toEqual([secret, false]);
  // No tokens, and no one's addresses, in any form.
  for (const { attributes } of spans)
    for (const { key, value } of attributes)
      expect([key, String(Object.values(value)[0])]).toEqual([
        key,
        expect.not.stringMatching(/@[\w-]+\.\w|eyJ[\w-]{10,}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/),
      ]);
});
