import { keepCompliantDays } from '#src/api/carrier/compliance.repository.ts';
import { connect } from 'node:net';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { remindOfEndingPolicies } from '#src/api/carrier/insurance.reminders.ts';
import { call, signedIn, startApplication, todayIn } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { soon } from '#tests/platform/soon.ts';
import { PDF, POLICY, form, inDays, newCarrier, profileOf, storedFiles, traces, uploadPolicy } from './carrier-api.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** Policies of carriers: uploaded, read, removed, and announced before they end. */
let application: Application;
let account: Account;
let stranger: Account;
let agent: Account;

beforeAll(async () => {
  application = await startApplication();
  account = await newCarrier(application, 'Insured Movers LLC');
  stranger = await newCarrier(application, 'Stranger Movers LLC');
  agent = await signedIn(application, 'agent', 'Ann Agent');
});

const eventually = (expectation: () => Promise<void>): Promise<void> => soon(expectation as () => void);
const download = (who: Account, path: string) =>
  fetch(`${application.url}/api/frontend/${path}`, { headers: { authorization: `Bearer ${who.token}` } });

describe('a policy', () => {
  test('is on record at once, with its certificate, and closes its gap', async () => {
    const { status, body } = await uploadPolicy(application, account);
    expect(status, JSON.stringify(body)).toBe(200);
    const [policy] = body.insurance;
    expect(policy).toEqual({
      id: policy!.id,
      kind: 'liability',
      insurer: 'Keystone Mutual',
      policy_number: 'AL-100',
      limit: 75_000_000,
      effective: POLICY.effective,
      expiration: POLICY.expiration_date,
      expiration_date: POLICY.expiration_date,
      url: `/files/carrier/insurance/${policy!.id}/file`,
    });
    expect(body.cover_gaps).toEqual(['there is no cargo insurance']);
    const told = await application.database.kysely
      .selectFrom('live_event')
      .select(['noun', 'audience'])
      .where('subject_id', '=', account.carrierId)
      .orderBy('sequence', 'desc')
      .limit(2)
      .execute();
    expect(told.map(({ noun, audience }) => `${noun} ${audience}`).toSorted()).toEqual([
      'carrier agents',
      `carrier carrier:${account.carrierId}`,
    ]);
    const seen = await call<{ policies: { id: string; url: string }[]; gaps: string[] }>(
      application,
      'GET',
      `agent/carriers/${account.carrierId}/details`,
      { token: agent.token },
    );
    expect(seen.body.policies.map(({ id }) => id)).toEqual([policy!.id]);
    const paths = [`carrier/insurance/${policy!.id}/file`, seen.body.policies[0]!.url.replace('/files/', '')];
    for (const [index, who] of [account, agent].entries()) {
      const got = await download(who, paths[index]!);
      expect([
        got.status,
        await got.text(),
        got.headers.get('content-disposition'),
        got.headers.get('x-content-type-options'),
      ]).toEqual([200, PDF, `attachment; filename="certificate.pdf"; filename*=UTF-8''certificate.pdf`, 'nosniff']);
    }
    expect((await download(stranger, paths[0]!)).status).toBe(404);
    expect((await download(account, paths[1]!)).status).toBe(403);
    expect((await download(agent, `agent/carriers/${stranger.carrierId}/insurance/${policy!.id}/file`)).status).toBe(
      404,
    );
  });

  test('is removed by its own carrier only, with its file', async () => {
    const before = await storedFiles(application);
    const { body } = await uploadPolicy(application, account, { kind: 'cargo' });
    const { id } = body.insurance.find(({ kind }) => kind === 'cargo')!;
    const remove = (who: Account) => call(application, 'DELETE', `carrier/insurance/${id}`, { token: who.token });
    expect((await remove(stranger)).status).toBe(404);
    expect(
      (await Promise.all([remove(account), remove(account)])).map(({ status }) => status).toSorted((a, b) => a - b),
    ).toEqual([200, 404]);
    expect((await profileOf(application, account)).body.insurance.map(({ kind }) => kind)).not.toContain('cargo');
    await eventually(async () => expect(await storedFiles(application)).toEqual(before));
  });

  test('sent twice under one key is one', async () => {
    const headers = { 'idempotency-key': 'policy-upload-1' };
    const files = { insurance: [['twice.pdf', PDF] as [string, string]] };
    const first = await uploadPolicy(application, stranger, {}, files, headers);
    const stored = await storedFiles(application);
    const second = await uploadPolicy(application, stranger, {}, files, headers);
    expect([first.status, second.status, second.body.insurance.length]).toEqual([200, 200, 1]);
    expect(await storedFiles(application)).toEqual(stored);
    expect((await uploadPolicy(application, stranger, { insurer: 'Another' }, files, headers)).status).toBe(422);
  });

  test('photographed, forgets where', async () => {
    const photo = await sharp({ create: { width: 24, height: 24, channels: 3, background: '#2f7d4f' } })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Canary' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 57/1 3960/100' } })
      .toBuffer();
    const { body } = await uploadPolicy(
      application,
      account,
      { kind: 'workers-compensation' },
      { insurance: [['photo.jpg', photo]] },
    );
    const { id } = body.insurance.find(({ kind }) => kind === 'workers-compensation')!;
    const got = Buffer.from(await (await download(account, `carrier/insurance/${id}/file`)).arrayBuffer());
    expect([(await sharp(got).metadata()).exif, got.includes('Canary')]).toEqual([undefined, false]);
  });

  test.each<[string, Record<string, string | null>, string]>([
    ['of an unknown kind', { kind: 'luck' }, 'kind'],
    ['that ends before it begins', { effective: inDays(10), expiration_date: inDays(5) }, 'expiration_date'],
    ['that has ended', { effective: inDays(-400), expiration_date: inDays(-2) }, 'expiration_date'],
    ['of a day that no calendar has', { expiration_date: '2027-02-30' }, 'expiration_date'],
    ['without a number', { policy_number: ' ' }, 'policy_number'],
    ['of no amount', { limit: '0' }, 'limit'],
    ['of half a cent', { limit: '100.5' }, 'limit'],
    ['without an insurer', { insurer: '' }, 'insurer'],
    ['of another carrier', { carrier_id: '00000000-0000-7000-8000-000000000000' }, 'carrier_id'],
  ])('%s is refused, and nothing is kept', async (_, fields, field) => {
    const before = await traces(application);
    const { status, body } = await uploadPolicy(application, account, fields);
    expect([status, body.errors?.map((one) => one.field)], JSON.stringify(body)).toEqual([422, [field]]);
    expect(await traces(application)).toEqual(before);
  });

  test.each<[string, Record<string, [string, string | Buffer][]>, number]>([
    ['nothing', {}, 422],
    [
      'a drawing that could run',
      { insurance: [['certificate.pdf', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>']] },
      422,
    ],
    ['a page', { insurance: [['certificate.pdf', '<!doctype html><script>alert(1)</script>']] }, 422],
    ['a text', { insurance: [['certificate.txt', 'We insure them, honestly.']] }, 422],
    [
      'a picture that is none',
      {
        insurance: [
          ['certificate.png', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<script>')])],
        ],
      },
      422,
    ],
    ['a file in another field', { content: [['certificate.pdf', PDF]] }, 422],
    [
      'two files',
      {
        insurance: [
          ['one.pdf', PDF],
          ['two.pdf', PDF],
        ],
      },
      422,
    ],
    [
      'a file that is too large',
      { insurance: [['large.pdf', Buffer.concat([Buffer.from(PDF), Buffer.alloc(26 * 1024 * 1024, 'x')])]] },
      413,
    ],
  ])('with %s for a certificate is refused, and nothing is kept', async (_, files, status) => {
    const before = await traces(application);
    const answer = await uploadPolicy(application, account, {}, files);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect(answer.body.detail).toMatch(/^[A-Z].*\.$/);
    expect(await traces(application)).toEqual(before);
  });

  test.each([10, 50, 99])('broken off at %i % leaves nothing, and the next one works', async (percent) => {
    const before = await traces(application);
    const request = new Request('http://x', {
      method: 'POST',
      body: form(POLICY, {
        insurance: [['large.pdf', Buffer.concat([Buffer.from(PDF), Buffer.alloc(2 * 1024 * 1024, 'x')])]],
      }),
    });
    const body = Buffer.from(await request.arrayBuffer());
    const socket = connect(Number(new URL(application.url).port), '127.0.0.1');
    const head = {
      'content-type': request.headers.get('content-type'),
      authorization: `Bearer ${account.token}`,
      host: 'x',
      'content-length': body.length,
    };
    socket.write(
      `POST /api/frontend/carrier/insurance/upload HTTP/1.1\r\n${Object.entries(head)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    );
    await new Promise<void>((done) =>
      socket.write(body.subarray(0, Math.floor((body.length * percent) / 100)), () => done()),
    );
    await eventually(async () => expect((await storedFiles(application)).length).toBeGreaterThan(before.stored.length));
    socket.destroy();
    await eventually(async () => expect(await traces(application)).toEqual(before));
    expect((await uploadPolicy(application, account)).status).toBe(200);
  });
});

describe('the end of a policy', () => {
  const today = () => todayIn(application);
  const end = (days: number) => new Date(Date.parse(`${today()}T12:00:00Z`) + days * DAY).toISOString().slice(0, 10);
  const runAfter = (days: number) =>
    remindOfEndingPolicies({ ...application.parts, now: () => new Date(Date.now() + days * DAY) });
  const subjects = async ({ email }: Account) =>
    (
      await application.database.kysely
        .selectFrom('mail')
        .select('subject')
        .where('recipient', '=', email)
        .where('kind', '=', 'policy-ending')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    ).map(({ subject }) => subject);

  /** A signed carrier whose only policy ends in 40 days. */
  async function ending(name: string, days = 40, changes: Record<string, unknown> = {}): Promise<Account> {
    const who = await signedIn(application, 'carrier', name, changes);
    const { kysely } = application.database;
    await kysely
      .deleteFrom('insurance_policy')
      .where('carrier_id', '=', who.carrierId)
      .where('kind', '=', 'cargo')
      .execute();
    await kysely
      .updateTable('insurance_policy')
      .set({ expiration: end(days) })
      .where('carrier_id', '=', who.carrierId)
      .execute();
    await keepCompliantDays(kysely, [who.carrierId]);
    return who;
  }

  test('is told 30, 14, 7 and 1 day before, once each, however often the job runs', async () => {
    const who = await ending('Ending Movers LLC');
    for (let day = 0; day <= 45; day += 1) {
      await runAfter(day);
      if (day % 5 === 0) await Promise.all([runAfter(day), runAfter(day)]);
    }
    expect(await subjects(who)).toEqual([
      'Your liability insurance ends in 30 days',
      'Your liability insurance ends in 14 days',
      'Your liability insurance ends in 7 days',
      'Your liability insurance ends tomorrow',
    ]);
  });

  test('two at once tell it once', async () => {
    const who = await ending('Twice Movers LLC', 30);
    await Promise.all([runAfter(0), runAfter(0), runAfter(0)]);
    expect(await subjects(who)).toEqual(['Your liability insurance ends in 30 days']);
  });

  test('is not told once the next policy takes over without a gap; with a gap it is', async () => {
    const renewed = await ending('Renewed Movers LLC', 10);
    const gapped = await ending('Gapped Movers LLC', 10);
    await uploadPolicy(application, renewed, { effective: end(11), expiration_date: end(376) });
    await uploadPolicy(application, gapped, { effective: end(13), expiration_date: end(378) });
    await runAfter(0);
    expect([await subjects(renewed), await subjects(gapped)]).toEqual([
      [],
      ['Your liability insurance ends in 10 days'],
    ]);
  });

  test('is not told to those who have not signed, may not work, or just uploaded it', async () => {
    const unsigned = await ending('Unsigned Movers LLC', 7, { agreement_signed_at: null });
    const revoked = await ending('Revoked Movers LLC', 7, { authority: 'revoked' });
    const fresh = await ending('Short Movers LLC', 100);
    await uploadPolicy(application, fresh, { kind: 'cargo', effective: end(-1), expiration_date: end(10) });
    await runAfter(0);
    expect([await subjects(unsigned), await subjects(revoked), await subjects(fresh)]).toEqual([[], [], []]);
    await runAfter(3);
    expect(await subjects(fresh)).toEqual(['Your cargo insurance ends in 7 days']);
  });

  test('is looked at every morning of the brokerage', async () => {
    const { rows } = await application.database.pool.query<{ cron: string; timezone: string }>(
      `select cron, timezone from pgboss.schedule where name = 'insurance.remind'`,
    );
    expect(rows).toEqual([{ cron: '0 8 * * *', timezone: application.parts.brokerage.zone }]);
  });
});
