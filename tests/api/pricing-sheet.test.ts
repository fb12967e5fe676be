import { beforeAll, expect, test } from 'vitest';
import type { PricingRow } from '#src/machines/carrier/pricing-sheet.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';

/** A carrier's price sheet: read and written by the carrier, and by agents under the same rules. */
let application: Application;
let agent: Account;
let carrier: Account;
let rival: Account;

interface Sheet {
  data: PricingRow[];
  price_ratio: number;
  version: number;
}
interface Refusal {
  detail: string;
  errors?: { field: string; message: string }[];
  current?: Sheet;
}

beforeAll(async () => {
  application = await startApplication();
  agent = await signedIn(application, 'agent', 'Ann Agent');
  carrier = await signedIn(application, 'carrier', 'Sheet Movers LLC');
  rival = await signedIn(application, 'carrier', 'Rival Movers LLC');
});

const cell = (
  miles_from: number,
  miles_to: number,
  lb_from: number,
  lb_to: number,
  rate_per_cwt = 4000,
): PricingRow => ({ miles_from, miles_to, lb_from, lb_to, rate_per_cwt, minimum: 50_000 });
const grid = [cell(0, 500, 0, 2000), cell(0, 500, 2000, 9000), cell(500, 3000, 0, 2000), cell(500, 3000, 2000, 9000)];
const read = ({ token }: Account) => call<Sheet>(application, 'GET', 'carrier/pricing-sheet', { token });
const put = ({ token }: Account, body: unknown, headers?: Record<string, string>) =>
  call<Sheet & Refusal>(application, 'PUT', 'carrier/pricing-sheet', { token, body, ...(headers ? { headers } : {}) });
const told = async () =>
  (
    await application.database.kysely
      .selectFrom('live_event')
      .select('audience')
      .where('noun', '=', 'carrier')
      .where('subject_id', '=', carrier.carrierId)
      .execute()
  ).map(({ audience }) => audience);

test('a sheet is written in its order, told to agents and to its own carrier alone, and no rival’s is touched', async () => {
  const before = await read(rival);
  const { version, price_ratio } = (await read(carrier)).body;
  const { status, body } = await put(carrier, { data: grid.toReversed(), version });
  expect([status, body]).toEqual([200, { data: grid, price_ratio, version: version + 1 }]);
  expect((await read(carrier)).body).toEqual(body);
  expect(await told()).toEqual(['agents', `carrier:${carrier.carrierId}`]);
  expect(await read(rival)).toMatchObject({ status: 200, body: before.body });
  expect((await call(application, 'GET', 'carrier/pricing-sheet', { token: agent.token })).status).toBe(403);
});

test('over a version that is not the newest nothing is written, and the newest comes along', async () => {
  const { body: now } = await read(carrier);
  const { status, body } = await put(carrier, { data: [], version: now.version + 1 });
  expect([status, body.current]).toEqual([409, now]);
  const both = await Promise.all(
    [4100, 4200].map((rate) => put(carrier, { data: [cell(0, 500, 0, 2000, rate)], version: now.version })),
  );
  expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await read(carrier)).body.version).toBe(now.version + 1);
});

test('the same key writes once', async () => {
  const { version } = (await read(carrier)).body;
  const headers = { 'idempotency-key': 'sheet-saved-once' };
  const answers = [
    await put(carrier, { data: grid, version }, headers),
    await put(carrier, { data: grid, version }, headers),
  ];
  expect(answers.map(({ status, body }) => [status, body.version])).toEqual([
    [200, version + 1],
    [200, version + 1],
  ]);
});

const wrong: [string, unknown[], string][] = [
  ['a band that ends before it begins', [cell(500, 400, 0, 2000)], 'data/0/miles_to'],
  ['bands that overlap', [cell(0, 500, 0, 2000), cell(400, 900, 0, 2000)], 'data/1/miles_from'],
  ['a gap between bands', [cell(0, 500, 0, 2000), cell(600, 900, 0, 2000)], 'data/1/miles_from'],
  ['a hole in the grid', grid.slice(0, 3), 'data/2/rate_per_cwt'],
  ['a job for nothing', [{ ...cell(0, 500, 0, 2000), rate_per_cwt: 0, minimum: 0 }], 'data/0/rate_per_cwt'],
  ['half a mile', [cell(0, 500.5, 0, 2000)], 'data/0/miles_to'],
];

test.each(wrong)(
  '%s is refused at its field, from the carrier and from an agent, and nothing is written',
  async (_, data, field) => {
    const before = await read(carrier);
    const mine = await put(carrier, { data, version: before.body.version });
    const theirs = await call<Refusal>(application, 'PUT', `agent/carriers/${carrier.carrierId}/pricing-sheet`, {
      token: agent.token,
      body: { price_ratio: 1, data, version: before.body.version },
    });
    for (const { status, body } of [mine, theirs])
      expect([status, body.errors?.map((one) => one.field)]).toEqual([422, [field]]);
    expect((await read(carrier)).body).toEqual(before.body);
  },
);

test.each<[string, unknown]>([
  ['a ratio of one’s own', { data: grid, price_ratio: 3 }],
  ['a field that is none', { data: [{ ...grid[0], discount: 1 }] }],
  ['a text for a rate', { data: [{ ...grid[0], rate_per_cwt: '4000' }] }],
  ['a part of a cent', { data: [{ ...grid[0], minimum: 0.5 }] }],
  ['more rows than a sheet has', { data: Array.from({ length: 401 }, () => grid[0]) }],
  ['nothing', {}],
])('%s is refused', async (_, body) => {
  const before = await read(carrier);
  const { status } = await put(carrier, { version: before.body.version, ...(body as object) });
  expect(status).toBe(422);
  expect((await read(carrier)).body).toEqual(before.body);
});
