import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askRegister, lookUpCarrier } from '#src/api/carrier-register/register-check.ts';
import { createRegister } from '#src/api/carrier-register/register-service.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { HOUR } from '#src/machines/calendar/durations.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';

/** Compares carriers' data with the federal register: the peer speaks its protocol, and fails in every way. */
let application: Application;
let peer: Server;
let url: string;
let respond: () => { status?: number; body?: string; isSilent?: boolean };
const asked: string[] = [];

beforeAll(async () => {
  application = await startApplication();
  peer = createServer((request, response) => {
    asked.push(request.url!);
    const { status = 200, body = '', isSilent } = respond();
    if (!isSilent) response.writeHead(status).end(body);
    else response.destroy();
  });
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/qc/services`;
});
afterAll(() => peer?.close());

interface Check {
  state: string;
  failure: string | null;
  legal_name: string | null;
  liability: number | null;
  differences: { about: string; says: string }[];
  checked_at: string | null;
  may_ask: boolean;
  detail: string;
}

const entry = (besides: object = {}) =>
  JSON.stringify({
    content: {
      carrier: {
        legalName: 'PLAIN VANS, L.L.C.',
        dbaName: null,
        phyCity: 'COLUMBUS',
        phyState: 'OH',
        allowedToOperate: 'Y',
        commonAuthorityStatus: 'A',
        contractAuthorityStatus: 'N',
        bipdInsuranceOnFile: '750',
        cargoInsuranceOnFile: '0',
        ...besides,
      },
    },
  });
const partsWith = (parts: Partial<ApiParts> = {}): ApiParts =>
  Object.create(application.parts, {
    register: { value: createRegister({ register: { url, webKey: 'web-key-1' }, demo: false }) },
    ...Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, { value }])),
  }) as ApiParts;
const read = ({ token }: Account) => call<Check>(application, 'GET', 'carrier/register', { token });

/** One look-up, carried out immediately. */
async function ask({ carrierId }: Account, answers: typeof respond): Promise<void> {
  respond = answers;
  hours += 1;
  // The product's own worker must not look anything up.
  const jobs = Object.create(application.parts.jobs, { enqueue: { value: async () => null } }) as ApiParts['jobs'];
  const parts = partsWith({ now: () => new Date(Date.now() + hours * HOUR), jobs });
  await inTransaction(parts.database, (tx) => askRegister(tx, parts, carrierId!));
  await lookUpCarrier(parts, { carrierId: carrierId! });
}
let hours = 0;

test('the register is asked by number and key, and what differs is told to both sides', async () => {
  const carrier = await signedIn(application, 'carrier', 'Plain Vans');
  const agent = await signedIn(application, 'agent', 'Ann Agent');
  expect((await read(carrier)).body).toMatchObject({ state: 'not-asked', may_ask: true });
  await ask(carrier, () => ({ body: entry() }));
  expect(asked.at(-1)).toMatch(/^\/qc\/services\/carriers\/[1-9]\d*\?webKey=web-key-1$/);
  const same = (await read(carrier)).body;
  expect([same.state, same.legal_name, same.liability]).toEqual(['found', 'PLAIN VANS, L.L.C.', 75_000_000]);
  expect(same.differences.filter(({ about }) => about !== 'state')).toEqual([]);

  await ask(carrier, () => ({
    body: entry({
      legalName: 'OTHER TRUCKS INC',
      commonAuthorityStatus: 'I',
      bipdInsuranceOnFile: '300',
      allowedToOperate: 'N',
    }),
  }));
  const { body } = await call<Check>(application, 'GET', `agent/carriers/${carrier.carrierId}/register`, {
    token: agent.token,
  });
  expect(body.differences.map(({ about }) => about)).toEqual(
    expect.arrayContaining(['name', 'operating', 'authority', 'liability']),
  );
  expect(body.differences.find(({ about }) => about === 'name')!.says).toBe(
    'The register has this USDOT number under “OTHER TRUCKS INC”, not “Plain Vans”.',
  );
  expect((await read(carrier)).body.differences).toEqual(body.differences);
});

test('whatever fails is said in a sentence, blocks nothing, and leaves what was known', async () => {
  const carrier = await signedIn(application, 'carrier', 'Plain Vans LLC');
  await ask(carrier, () => ({ body: entry() }));
  const failing: [typeof respond, RegExp][] = [
    [() => ({ status: 401 }), /web key/],
    [() => ({ status: 503 }), /status 503/],
    [() => ({ body: '<html>' }), /could not be read/],
    [() => ({ body: JSON.stringify({ content: { carrier: 7 } }) }), /could not be read/],
    [() => ({ body: ' '.repeat(300_000) }), /could not be read/],
    [() => ({ isSilent: true }), /cannot be reached/],
  ];
  for (const [answers, said] of failing) {
    await ask(carrier, answers);
    const { body } = await read(carrier);
    expect(body).toMatchObject({ state: 'failed', legal_name: 'PLAIN VANS, L.L.C.', may_ask: true });
    expect(body.failure).toMatch(said);
  }
  await ask(carrier, () => ({ body: JSON.stringify({ content: null }) }));
  expect((await read(carrier)).body).toMatchObject({ state: 'unknown', legal_name: null, failure: null });
  const { status } = await call(application, 'GET', 'carrier/profile', { token: carrier.token });
  expect(status).toBe(200);
});

test('asking is for the carrier itself and for agents, and not again at once', async () => {
  const carrier = await signedIn(application, 'carrier', 'Asking Vans');
  const mover = await signedIn(application, 'mover', 'Some Mover');
  const check = (token: string) => call<Check>(application, 'POST', 'carrier/register/check', { token, body: {} });
  const first = await check(carrier.token);
  expect([first.status, first.body.state]).toEqual([200, 'waiting']);
  const second = await check(carrier.token);
  expect([second.status, second.body.detail]).toEqual([
    409,
    expect.stringMatching(/^(A check is already running|The register was checked a moment ago)/),
  ]);
  expect((await check(mover.token)).status).toBe(403);
  const path = `agent/carriers/${carrier.carrierId}/register`;
  expect((await call(application, 'GET', path, { token: carrier.token })).status).toBe(403);
});
