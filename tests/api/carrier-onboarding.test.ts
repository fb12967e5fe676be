import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createBrowser } from '#tests/gateway/gateway-browser.ts';
import { startGateway } from '#tests/gateway/gateway-server.ts';
import { PASSWORD, call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { soon } from '#tests/platform/soon.ts';
import {
  FIELDS,
  PDF,
  POLICY,
  form,
  inDays,
  newCarrier,
  profileOf,
  putProfile,
  readAgreement,
  sign,
  storedFiles,
  traces,
  uploadPolicy,
} from './carrier-api.ts';
import type { Profile, Refusal } from './carrier-api.ts';

/** A carrier from its registration to its signature, step by step, and what must be refused on the way. */
let application: Application;
let agent: Account;
let stranger: Account;

beforeAll(async () => {
  application = await startApplication();
  agent = await signedIn(application, 'agent', 'Ann Agent');
  stranger = await newCarrier(application, 'Stranger Movers LLC');
});

const rowOf = ({ carrierId }: Account) =>
  application.database.kysely.selectFrom('carrier').selectAll().where('id', '=', carrierId).executeTakeFirstOrThrow();
const toldOf = async ({ carrierId }: Account) =>
  (
    await application.database.kysely
      .selectFrom('live_event')
      .select(['noun', 'audience'])
      .where('subject_id', '=', carrierId)
      .orderBy('sequence')
      .execute()
  ).slice(-2);
const eventually = (expectation: () => Promise<void>): Promise<void> => soon(expectation as () => void);

/** A carrier with a complete profile. */
async function ready(name: string): Promise<Account> {
  const account = await newCarrier(application, name);
  const { status, body } = await putProfile(application, account, { legal_name: name });
  expect(status, JSON.stringify(body)).toBe(200);
  return account;
}

async function signed(name: string): Promise<Account> {
  const account = await ready(name);
  const { status } = await sign(application, account, (await readAgreement(application, account)).body.document_hash);
  expect(status).toBe(200);
  return account;
}

describe('the profile', () => {
  test('of a new registration says what it lacks, and what keeps it from bidding', async () => {
    const account = await newCarrier(application, 'Fresh Start Moving LLC');
    const { status, body } = await profileOf(application, account);
    expect(status).toBe(200);
    expect(body.missing).toEqual([
      'the street address',
      'city, state and ZIP',
      'the equipment that you run',
      'the states that you serve',
    ]);
    expect(body.gaps).toEqual([
      'the broker-carrier agreement is not signed',
      'the operating authority is pending',
      'there is no liability insurance',
      'there is no cargo insurance',
    ]);
    expect([body.cover_gaps, body.insurance, body.licenses, body.agreement_url]).toEqual([
      ['there is no liability insurance', 'there is no cargo insurance'],
      [],
      [],
      null,
    ]);
  });

  test('is saved as it was given, is found, and has its place on the map', async () => {
    const account = await newCarrier(application, 'Lake Street Movers LLC');
    const { status, body } = await putProfile(application, account, { legal_name: 'Lake Street Movers LLC' });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ ...FIELDS, docket_number: 'MC-778899', missing: [], version: 2 });
    const row = await rowOf(account);
    expect([row.lat, row.lng].map(Math.round)).toEqual([45, -93]);
    const found = await call<{ carriers: { id: string }[] }>(application, 'GET', 'agent/carriers?query=778899', {
      token: agent.token,
    });
    expect(found.body.carriers.map(({ id }) => id)).toEqual([account.carrierId]);
    expect(await toldOf(account)).toEqual([
      { noun: 'carrier', audience: 'agents' },
      { noun: 'carrier', audience: `carrier:${account.carrierId}` },
    ]);
  });

  test('lists are replaced; docket number and licenses stay where they are left out', async () => {
    const account = await ready('Listed Movers LLC');
    const licenses = [{ kind: 'State mover permit', number: 'MN-1' }];
    await putProfile(application, account, { legal_name: 'Listed Movers LLC', licenses: JSON.stringify(licenses) });
    const kept = await putProfile(application, account, {
      legal_name: 'Listed Movers LLC',
      docket_number: null,
      equipment: ['Piano boards', ' Piano boards '],
      service_states: '',
    });
    expect([kept.body.docket_number, kept.body.licenses.length, kept.body.equipment, kept.body.service_states]).toEqual(
      ['MC-778899', 1, ['Piano boards'], []],
    );
    expect(kept.body.missing).toEqual(['the states that you serve']);
    const cleared = await putProfile(application, account, {
      legal_name: 'Listed Movers LLC',
      docket_number: '',
      licenses: '[]',
    });
    expect([cleared.body.docket_number, cleared.body.licenses]).toEqual([null, []]);
  });

  test('text comes back as it was written', async () => {
    const account = await newCarrier(application, 'Odd Text LLC');
    const odd = `O’Brien & <img src=x onerror=alert(1)> "Söhne"`;
    const { body } = await putProfile(application, account, {
      legal_name: odd,
      contact_name: odd,
      address: odd,
      equipment: [odd.slice(0, 60).trim()],
    });
    expect([body.legal_name, (await profileOf(application, account)).body.equipment]).toEqual([
      odd,
      [odd.slice(0, 60).trim()],
    ]);
  });

  test.each<[string, Record<string, string | string[] | null>, string]>([
    ['no legal name', { legal_name: '  ' }, 'legal_name'],
    ['a ZIP that is none', { zip: '00000' }, 'zip'],
    ['a ZIP of another state', { state: 'OH' }, 'state'],
    ['a phone that is none', { phone: '612' }, 'phone'],
    ['a docket number that is none', { docket_number: 'XX-1' }, 'docket_number'],
    ['a state that is none', { service_states: ['MN', 'ZZ'] }, 'service_states'],
    ['a state twice', { service_states: ['MN', 'MN'] }, 'service_states'],
    ['an empty address', { address: '' }, 'address'],
    ['a field twice', { city: ['Minneapolis', 'Saint Paul'] }, 'city'],
    ['a field that is not its own', { authority: 'active' }, 'authority'],
    ['another USDOT number', { usdot: '7' }, 'usdot'],
    ['a text that is too long', { address: 'x'.repeat(201) }, 'address'],
    ['licenses that are no JSON', { licenses: '[' }, 'licenses'],
    ['a license without a number', { licenses: JSON.stringify([{ kind: 'Permit', number: '' }]) }, 'licenses/0/number'],
    [
      'a license of no state',
      { licenses: JSON.stringify([{ kind: 'Permit', number: '1', state: 'ZZ' }]) },
      'licenses/0/state',
    ],
    [
      'a license that is not its own',
      { licenses: JSON.stringify([{ id: '00000000-0000-7000-8000-000000000000', kind: 'Permit', number: '1' }]) },
      'licenses/0/id',
    ],
    [
      'a file that did not come',
      { licenses: JSON.stringify([{ kind: 'Permit', number: '1', file: 0 }]) },
      'licenses/0/file',
    ],
  ])('with %s is refused, and nothing is changed', async (_, fields, field) => {
    const before = await traces(application);
    const { status, body } = await putProfile(application, stranger, {
      legal_name: 'Stranger Movers LLC',
      ...fields,
    } as never);
    expect([status, body.errors?.map((one) => one.field)], JSON.stringify(body)).toEqual([422, [field]]);
    expect(await traces(application)).toEqual(before);
  });

  test('is a form', async () => {
    expect((await call(application, 'PUT', 'carrier/', { token: stranger.token, body: FIELDS })).status).toBe(415);
  });

  test('of an older version changes nothing and says what it is now', async () => {
    const account = await ready('Two Windows LLC');
    const first = await putProfile(application, account, {
      legal_name: 'Two Windows LLC',
      address: '1 First Street',
      version: '2',
    });
    const late = await putProfile(application, account, {
      legal_name: 'Two Windows LLC',
      address: '2 Late Street',
      version: '2',
    });
    expect([first.status, late.status, late.body.current?.version]).toEqual([200, 409, 3]);
    expect((await rowOf(account)).address).toBe('1 First Street');
    const both = await Promise.all(
      ['3 Third Street', '4 Fourth Street'].map((address) =>
        putProfile(application, account, { legal_name: 'Two Windows LLC', address, version: '3' }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('is nobody else’s', async () => {
    const mover = await signedIn(application, 'mover', 'Mo Mover');
    for (const token of [agent.token, mover.token, undefined]) {
      const refused = token ? 403 : 401;
      const options = token ? { token } : {};
      const answers = await Promise.all([
        call(application, 'GET', 'carrier/profile', options),
        call(application, 'PUT', 'carrier/', { ...options, body: new FormData() }),
        call(application, 'POST', 'carrier/insurance/upload', { ...options, body: new FormData() }),
        call(application, 'DELETE', 'carrier/insurance/00000000-0000-7000-8000-000000000000', options),
        call(application, 'GET', 'carrier/agreement', options),
        call(application, 'GET', 'carrier/agreement/signed', options),
        call(application, 'POST', 'carrier/agreement/sign', {
          ...options,
          body: { kind: 'typed', name: 'Max', has_consent: true, document_hash: '0'.repeat(64), zone: 'UTC' },
        }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => refused));
    }
  });
});

describe('licenses', () => {
  const put = (account: Account, licenses: object[], files: [string, string | Buffer][] = []) =>
    putProfile(
      application,
      account,
      { legal_name: 'Paper Movers LLC', licenses: JSON.stringify(licenses) },
      { license_files: files },
    );
  const file = (account: Account, id: string) =>
    fetch(`${application.url}/api/frontend/carrier/licenses/${id}/file`, {
      headers: { authorization: `Bearer ${account.token}` },
    });

  test('have files, keep them by their id, and let them go', async () => {
    const account = await ready('Paper Movers LLC');
    const stored = await storedFiles(application);
    const permit = { kind: 'State mover permit', number: 'MN-100', state: 'MN', expires: inDays(200) };
    const { status, body } = await put(
      account,
      [permit, { kind: 'FMCSA authority', number: 'MC-778899', file: 0 }],
      [['authority.pdf', PDF]],
    );
    expect(status, JSON.stringify(body)).toBe(200);
    const [first, second] = body.licenses as [Profile['licenses'][0], Profile['licenses'][0]];
    expect([first, second]).toEqual([
      { id: first.id, ...permit, url: null },
      {
        id: second.id,
        kind: 'FMCSA authority',
        number: 'MC-778899',
        state: null,
        expires: null,
        url: `/files/carrier/licenses/${second.id}/file`,
      },
    ]);
    const got = await file(account, second.id);
    expect([got.status, await got.text(), got.headers.get('content-disposition')?.split(';')[0]]).toEqual([
      200,
      PDF,
      'attachment',
    ]);
    expect((await file(account, first.id)).status).toBe(404);
    expect((await file(stranger, second.id)).status).toBe(404);
    const forAgents = await fetch(
      `${application.url}/api/frontend/agent/carriers/${account.carrierId}/licenses/${second.id}/file`,
      { headers: { authorization: `Bearer ${agent.token}` } },
    );
    expect([forAgents.status, await forAgents.text()]).toEqual([200, PDF]);

    const kept = await put(account, [{ ...permit, id: second.id, number: 'MC-1' }]);
    expect(kept.body.licenses).toEqual([{ ...permit, id: second.id, number: 'MC-1', url: second.url }]);
    const swapped = await put(account, [{ ...permit, id: second.id, file: 0 }], [['newer.pdf', `${PDF}%`]]);
    expect(await (await file(account, swapped.body.licenses[0]!.id)).text()).toBe(`${PDF}%`);
    const bare = await put(account, [{ ...permit, id: second.id, file: null }]);
    expect(bare.body.licenses[0]!.url).toBeNull();
    await eventually(async () => expect(await storedFiles(application)).toEqual(stored));
  });

  test('one that has expired is refused, unless it was on record while it was valid', async () => {
    const account = await ready('Lapsed Movers LLC');
    const permit = { kind: 'State mover permit', number: 'MN-100', state: 'MN', expires: inDays(-2) };
    const refused = await put(account, [permit]);
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [{ field: 'licenses/0/expires', message: 'This license has expired. Enter the one that is valid now.' }],
    ]);
    const { id } = (await put(account, [{ ...permit, expires: inDays(2) }])).body.licenses[0]!;
    await application.database.kysely
      .updateTable('carrier')
      .set({ licenses: JSON.stringify([{ ...permit, id, file_id: null }]) })
      .where('id', '=', account.carrierId)
      .execute();
    const other = { kind: 'FMCSA authority', number: 'MC-778899', state: null, expires: null };
    expect((await put(account, [{ ...permit, id }, other])).status).toBe(200);
    expect((await put(account, [{ ...permit, id, expires: inDays(-3) }, other])).status).toBe(422);
  });

  test.each<[string, object[], [string, string | Buffer][], string]>([
    ['a file that no license names', [{ kind: 'Permit', number: '1' }], [['a.pdf', PDF]], 'license_files'],
    [
      'a file for two licenses',
      [
        { kind: 'Permit', number: '1', file: 0 },
        { kind: 'Permit', number: '2', file: 0 },
      ],
      [['a.pdf', PDF]],
      'license_files',
    ],
    [
      'a drawing that could run',
      [{ kind: 'Permit', number: '1', file: 0 }],
      [['permit.pdf', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>']],
      'license_files',
    ],
  ])('%s is refused, and nothing is kept', async (_, licenses, files, field) => {
    const before = await traces(application);
    const { status, body } = await put(stranger, licenses, files);
    expect([status, body.errors?.map((one) => one.field)], JSON.stringify(body)).toEqual([422, [field]]);
    expect(await traces(application)).toEqual(before);
  });
});

describe('the agreement', () => {
  test('is not drawn up before the profile is complete', async () => {
    const account = await newCarrier(application, 'Not Yet LLC');
    const early = await readAgreement(application, account);
    expect([early.status, early.body.state, early.body.unmet]).toEqual([
      409,
      'profile-incomplete',
      ['the street address', 'city, state and ZIP', 'the equipment that you run', 'the states that you serve'],
    ]);
    expect((await sign(application, account, '0'.repeat(64))).status).toBe(404);
    const { rows } = {
      rows: await application.database.kysely
        .selectFrom('agreement')
        .select('id')
        .where('carrier_id', '=', account.carrierId)
        .execute(),
    };
    expect(rows).toEqual([]);
  });

  test('says what the profile says, without a gap, and is drawn up once', async () => {
    const account = await ready('Once Only Movers LLC');
    const [one, two] = await Promise.all([readAgreement(application, account), readAgreement(application, account)]);
    expect([one.status, two.status, one.body.state, one.body.is_open]).toEqual([200, 200, 'sent', true]);
    expect(one.body.document_hash).toBe(two.body.document_hash);
    for (const said of [
      'Once Only Movers LLC',
      '210 Lake Street, Minneapolis, MN 55408',
      (await rowOf(account)).usdot,
      'MC-778899',
      'Henry Lund',
      '26 ft box truck, Liftgate',
      'MN, WI',
    ])
      expect(one.body.html).toContain(said);
    expect(one.body.html).not.toContain('____');
    const drawn = await application.database.kysely
      .selectFrom('agreement')
      .select('state')
      .where('carrier_id', '=', account.carrierId)
      .execute();
    expect(drawn).toEqual([{ state: 'sent' }]);
  });

  test('opens the board, is sealed and mailed, and tells the brokerage that somebody waits for its authority', async () => {
    const account = await ready('Signed Movers LLC');
    await uploadPolicy(application, account);
    await uploadPolicy(application, account, { kind: 'cargo' });
    const { body: shown } = await readAgreement(application, account);
    const { status, body } = await sign(application, account, shown.document_hash);
    expect([status, body.state, body.signer_name, body.is_open]).toEqual([200, 'signed', 'Henry Lund', false]);
    const profile = (await profileOf(application, account)).body;
    expect([profile.agreement_signed_at !== null, profile.authority, profile.gaps]).toEqual([
      true,
      'pending',
      ['the operating authority is pending'],
    ]);
    const copy = await mailTo(application, account.email, /^Your signed agreement with/);
    expect(copy.attachments.map(({ name }) => name)).toEqual(['Broker-carrier agreement Signed Movers LLC.pdf']);
    const news = await mailTo(application, application.parts.brokerage.email, /^Signed Movers LLC signed/);
    expect(news.links.some((link) => link.endsWith(`/agent-portal/carriers/${account.carrierId}`))).toBe(true);
    const pdf = await fetch(`${application.url}/api/frontend/carrier/agreement/signed`, {
      headers: { authorization: `Bearer ${account.token}` },
    });
    expect([pdf.status, (await pdf.text()).slice(0, 5), pdf.headers.get('content-disposition')?.split(';')[0]]).toEqual(
      [200, '%PDF-', 'attachment'],
    );
    expect((await profileOf(application, account)).body.agreement_url).toBe('/files/carrier/agreement/signed');
    expect(
      (
        await fetch(`${application.url}/api/frontend/carrier/agreement/signed`, {
          headers: { authorization: `Bearer ${stranger.token}` },
        })
      ).status,
    ).toBe(404);
    const row = await application.database.kysely
      .selectFrom('agreement')
      .select(['signer_ip', 'signer_zone', 'consent_text'])
      .where('carrier_id', '=', account.carrierId)
      .executeTakeFirstOrThrow();
    expect([row.signer_ip !== null, row.signer_zone, row.consent_text?.includes('electronic')]).toEqual([
      true,
      'America/Chicago',
      true,
    ]);
  });

  test.each<[string, Record<string, unknown>, number]>([
    ['another text than the one shown', { document_hash: 'f'.repeat(64) }, 409],
    ['no consent', { has_consent: false }, 409],
    ['a name of one letter', { name: 'x' }, 422],
    ['a name without letters', { name: '. 12' }, 422],
    ['a drawing that is not there', { kind: 'drawn' }, 409],
    ['no name', { name: ' ' }, 422],
    ['no zone', { zone: 'Nowhere/At_all' }, 422],
    ['a field that is not its own', { signed_at: '2020-01-01' }, 422],
  ])('with %s is not signed', async (_, part, status) => {
    const account = await ready('Refused Movers LLC');
    const { body: shown } = await readAgreement(application, account);
    const before = await traces(application);
    const answer = await sign(application, account, shown.document_hash, part);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect(await traces(application)).toEqual(before);
    expect((await rowOf(account)).agreement_signed_at).toBeNull();
  });

  test('is signed once, also by twenty at once', async () => {
    const account = await ready('Many Hands LLC');
    const { body: shown } = await readAgreement(application, account);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sign(application, account, shown.document_hash)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    const again = await sign(application, account, shown.document_hash);
    expect([again.status, again.body.state]).toEqual([409, 'signed']);
    const mails = await application.database.kysely
      .selectFrom('mail')
      .select('id')
      .where('kind', '=', 'carrier-signed')
      .where('subject', 'like', 'Many Hands%')
      .execute();
    expect(mails).toHaveLength(1);
  });

  test('drawn up from an older profile cannot be signed; the next reading has the newer one', async () => {
    const account = await ready('Moving Target LLC');
    const { body: old } = await readAgreement(application, account);
    await putProfile(application, account, { legal_name: 'Moving Target Movers LLC' });
    const late = await sign(application, account, old.document_hash);
    expect([late.status, late.body.state]).toEqual([409, 'voided']);
    const { body: fresh } = await readAgreement(application, account);
    expect([fresh.html.includes('Moving Target Movers LLC'), fresh.document_hash === old.document_hash]).toEqual([
      true,
      false,
    ]);
    expect((await sign(application, account, fresh.document_hash)).status).toBe(200);
  });

  test('whose time ran out is drawn up anew', async () => {
    const account = await ready('Slow Reader LLC');
    const { body: old } = await readAgreement(application, account);
    const { kysely } = application.database;
    await kysely
      .updateTable('agreement')
      .set({ expires_at: '2020-01-01T00:00:00Z' })
      .where('carrier_id', '=', account.carrierId)
      .execute();
    expect((await sign(application, account, old.document_hash)).status).toBe(409);
    await readAgreement(application, account);
    const states = await kysely
      .selectFrom('agreement')
      .select('state')
      .where('carrier_id', '=', account.carrierId)
      .orderBy('created_at')
      .execute();
    expect(states.map(({ state }) => state)).toEqual(['voided', 'sent']);
    expect((await sign(application, account, old.document_hash)).status).toBe(200);
  });

  test('holds the legal name; the rest of the profile may still change, and the signature stands', async () => {
    const account = await signed('Settled Movers LLC');
    const renamed = await putProfile(application, account, { legal_name: 'Other Name LLC' });
    expect([renamed.status, renamed.body.errors?.map(({ field }) => field)]).toEqual([422, ['legal_name']]);
    const moved = await putProfile(application, account, {
      legal_name: 'Settled Movers LLC',
      city: 'Columbus',
      state: 'OH',
      zip: '43215',
    });
    expect([
      moved.status,
      moved.body.agreement_signed_at !== null,
      (await readAgreement(application, account)).body.state,
    ]).toEqual([200, true, 'signed']);
  });
});

describe('the operating authority', () => {
  const pathsOf = ({ links }: { links: string[] }) => links.map((link) => new URL(link).pathname);
  const set = (carrierId: string, body: object, token = agent.token) =>
    call<{ authority: string; version: number } & Refusal>(application, 'PATCH', `agent/carriers/${carrierId}`, {
      token,
      body,
    });

  test('is confirmed by an agent, who tells the carrier by mail and on its screen', async () => {
    const account = await signed('Confirmed Movers LLC');
    // The worker has finished.
    await mailTo(application, account.email, /^Your signed agreement with/);
    const { version } = await rowOf(account);
    const { status, body } = await set(account.carrierId, { authority: 'active', version });
    expect([status, body.authority, body.version]).toEqual([200, 'active', version + 1]);
    const mail = await mailTo(application, account.email, /^Your operating authority is confirmed/);
    expect(mail.text).toContain('there is no cargo insurance');
    expect(pathsOf(mail)).toEqual(['/load-board/settings/general']);
    expect(await toldOf(account)).toEqual([
      { noun: 'carrier', audience: 'agents' },
      { noun: 'carrier', audience: `carrier:${account.carrierId}` },
    ]);
    const before = await traces(application);
    expect((await set(account.carrierId, { authority: 'active' })).status).toBe(200);
    expect(await traces(application)).toEqual(before);
    expect((await set(account.carrierId, { authority: 'revoked' })).status).toBe(200);
    await mailTo(application, account.email, /^You cannot bid at/);
    // With nothing missing, the mail leads to the loads.
    for (const fields of [{}, { kind: 'cargo', limit: '10000000' }])
      expect((await uploadPolicy(application, account, fields)).status).toBe(200);
    expect((await set(account.carrierId, { authority: 'active' })).status).toBe(200);
    const again = await mailTo(application, account.email, {
      subject: /^Your operating authority is confirmed/,
      about: 'You can bid on loads now.',
    });
    expect(pathsOf(again)).toEqual(['/load-board/leads/available']);
  });

  test('is no carrier’s to set, nor anybody’s with an old version or an unknown word', async () => {
    const account = await signed('Not By Itself LLC');
    const { carrierId } = account;
    const refused = await Promise.all([
      set(carrierId, { authority: 'active' }, account.token),
      set(carrierId, { authority: 'active', version: 1 }),
      set(carrierId, { authority: 'fine' }),
      set(carrierId, { authority: 'active', agreement_signed_at: null }),
      set('00000000-0000-7000-8000-000000000000', { authority: 'active' }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([403, 409, 422, 422, 404]);
    expect((await rowOf(account)).authority).toBe('pending');
  });
});

test('the same over GraphQL: read, signed, confirmed', async () => {
  const account = await ready('Graph Movers LLC');
  // A gateway that accepts any document, in front of the same API.
  const gateway = await startGateway(application.url, {
    publicUrl: () => application.url,
    sessionSecret: application.parts.sessionSecret,
  });
  onTestFinished(() => gateway.close());
  const browser = createBrowser(gateway.url);
  await browser.signIn('load_board', account.email, PASSWORD);
  const { data, errors } = await browser.post({
    query:
      '{ carrierProfile { id missing gaps authority licenses { id } insurance { kind } brokerage { phone } } carrierAgreement { state documentHash } }',
  });
  expect(data, JSON.stringify(errors)).toMatchObject({
    carrierProfile: { id: account.carrierId, missing: [], authority: 'pending' },
    carrierAgreement: { state: 'sent' },
  });
  const signature = {
    kind: 'typed',
    name: 'Henry Lund',
    hasConsent: true,
    documentHash: (data as { carrierAgreement: { documentHash: string } }).carrierAgreement.documentHash,
    zone: 'UTC',
  };
  const mutation = 'mutation($signature: SignatureInput!) { signCarrierAgreement(signature: $signature) { state } }';
  expect((await browser.post({ query: mutation, variables: { signature } })).data).toEqual({
    signCarrierAgreement: { state: 'signed' },
  });
  expect((await browser.post({ query: mutation, variables: { signature } })).errors?.[0]?.extensions).toMatchObject({
    code: 'CONFLICT',
    state: 'signed',
  });

  const uploaded = await browser.request('/files/carrier/insurance/upload', {
    method: 'POST',
    headers: { 'x-requested-with': 'lead-platform' },
    body: form({ ...POLICY, kind: 'workers-compensation' }, { insurance: [['c.pdf', PDF]] }),
  });
  const { insurance } = (await uploaded.json()) as Profile;
  expect((await browser.post({ query: '{ carrierProfile { insurance { kind url } } }' })).data).toEqual({
    carrierProfile: {
      insurance: [{ kind: 'workers_compensation', url: `/files/carrier/insurance/${insurance[0]!.id}/file` }],
    },
  });
  const got = await browser.request(insurance[0]!.url!);
  expect([got.status, await got.text()]).toEqual([200, PDF]);
  const removed = await browser.post({
    query: 'mutation($id: ID!) { removePolicy(id: $id) { insurance { id } } }',
    variables: { id: insurance[0]!.id },
  });
  expect(removed.data).toEqual({ removePolicy: { insurance: [] } });

  const office = createBrowser(gateway.url);
  await office.signIn('agent_portal', agent.email, PASSWORD);
  const confirm = {
    query: 'mutation($id: ID!) { setCarrierAuthority(id: $id, authority: active) { authority gaps } }',
    variables: { id: account.carrierId },
  };
  expect((await office.post(confirm)).data).toMatchObject({ setCarrierAuthority: { authority: 'active' } });
  expect((await browser.post(confirm)).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
});
