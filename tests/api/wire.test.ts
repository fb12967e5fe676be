import { SIGNER_NAME_NEEDED } from '#src/machines/agreement/signer-name.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { pdfText } from '#tests/platform/sample-pdf.ts';
import { contractToken, gestures, newLead, newStage, people, reload, signatureOf } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { POLICY, form, inDays, newCarrier, profileOf, putProfile, readAgreement } from './carrier-api.ts';
import type { Profile, Refusal } from './carrier-api.ts';

/** What calls accept besides JSON: forms with the parts that API clients rely on. */
let application: Application;
let who: People;
let ink: Buffer;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  const line = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="120"><path d="M20 90 Q 120 10 200 70 T 380 40" stroke="#123" stroke-width="3" fill="none"/></svg>',
  );
  ink = await sharp(line).png().toBuffer();
});

type Told = Refusal & { state: string; html?: string; signer_name?: string | null };
const answersOf = async (stage: Stage, events: (keyof typeof gestures)[]): Promise<void> => {
  for (const event of events) {
    await reload(stage);
    const { status, body } = await gestures[event](stage);
    expect([event, status, JSON.stringify(body).slice(0, 200)]).toEqual([event, 200, expect.any(String)]);
  }
  await reload(stage);
};

interface Signer {
  path: string;
  token?: string;
}
async function contractToSign(): Promise<Signer> {
  const stage = await newStage(application, who);
  await answersOf(stage, ['quote.sent', 'contract.sent']);
  return { path: `agent-lead/contract/sign?token=${await contractToken(stage)}` };
}
async function jobToSign(): Promise<Signer> {
  const stage = await newStage(application, who);
  await answersOf(stage, ['quote.sent', 'contract.sent', 'contract.marked-signed', 'carrier.special-awarded']);
  return { path: `carrier/specific-job-agreement/${stage.lead.id}/sign`, token: who.carrier.token };
}
async function frameToSign(): Promise<Signer> {
  const carrier = await newCarrier(application, `Signing Movers ${Math.random().toString(36).slice(2, 8)}`);
  expect((await putProfile(application, carrier, { legal_name: 'Signing Movers LLC' })).status).toBe(200);
  expect((await readAgreement(application, carrier)).status).toBe(200);
  return { path: 'carrier/agreement/sign', token: carrier.token };
}

describe.each([
  ['the contract', contractToSign],
  ['a job agreement', jobToSign],
  ['the broker-carrier agreement', frameToSign],
] as const)('the signature of %s', (_, toSign) => {
  async function facts({ path, token }: Signer): Promise<Record<string, string>> {
    const { document_hash, zone } = await signatureOf({ application }, path.replace(/\/sign$/, ''), token);
    return { document_hash, zone, has_consent: 'true' };
  }
  const send = ({ path, token }: Signer, body: unknown) =>
    call<Told>(application, 'POST', path, { ...(token ? { token } : {}), body });

  test('as a typed name', async () => {
    const signer = await toSign();
    const { status, body } = await send(signer, form({ ...(await facts(signer)), signature: 'Casey Client' }));
    expect([status, body.state, body.signer_name]).toEqual([200, 'signed', 'Casey Client']);
  });

  test('as an image, with the name beside it', async () => {
    const signer = await toSign();
    const given = await facts(signer);
    const nameless = await send(signer, form(given, { signature: [['signature.png', ink]] }));
    expect([nameless.status, nameless.body.errors?.[0]?.field]).toEqual([422, 'name']);
    const { status, body } = await send(
      signer,
      form({ ...given, name: 'Casey Client' }, { signature: [['signature.png', ink]] }),
    );
    expect([status, body.state, body.signer_name], JSON.stringify(body).slice(0, 200)).toEqual([
      200,
      'signed',
      'Casey Client',
    ]);
    const kept = await application.database.kysely
      .selectFrom('agreement')
      .select('signature')
      .where('signed_at', 'is not', null)
      .orderBy('signed_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(kept.signature).toEqual({ kind: 'drawn', image: expect.stringMatching(/^data:image\/png;base64,iVBOR/) });
  });

  test('as JSON, drawn', async () => {
    const signer = await toSign();
    const given = await signatureOf({ application }, signer.path.replace(/\/sign$/, ''), signer.token);
    const { status, body } = await send(signer, {
      ...given,
      kind: 'drawn',
      image: `data:image/png;base64,${ink.toString('base64')}`,
    });
    expect([status, body.state]).toEqual([200, 'signed']);
  });

  test('without ink, without consent or without anything is none', async () => {
    const signer = await toSign();
    const given = await signatureOf({ application }, signer.path.replace(/\/sign$/, ''), signer.token);
    const blank = (channels: 3 | 4) =>
      sharp({
        create: {
          width: 300,
          height: 100,
          channels,
          background: channels === 3 ? '#fff' : { r: 0, g: 0, b: 0, alpha: 0 },
        },
      })
        .png()
        .toBuffer();
    const drawn = async (content: Buffer) =>
      (await send(signer, { ...given, kind: 'drawn', image: `data:image/png;base64,${content.toString('base64')}` }))
        .body.detail;
    expect([
      await drawn(Buffer.from([0, 0, 0])),
      await drawn(ink.subarray(0, 80)),
      await drawn(await sharp(ink).jpeg().toBuffer()),
    ]).toEqual([
      'This signature is not a PNG image. Draw it again.',
      'This signature cannot be read. Draw it again.',
      'This signature is not a PNG image. Draw it again.',
    ]);
    const empty = 'This signature is empty. Draw it, or type your name.';
    const whiteOnNothing = await sharp(await blank(4))
      .composite([
        {
          input: await sharp({ create: { width: 80, height: 20, channels: 3, background: '#fff' } })
            .png()
            .toBuffer(),
        },
      ])
      .png()
      .toBuffer();
    expect([await drawn(await blank(3)), await drawn(await blank(4)), await drawn(whiteOnNothing)]).toEqual([
      empty,
      empty,
      empty,
    ]);
    const fields = await facts(signer);
    const asForm = await send(
      signer,
      form({ ...fields, name: 'Casey Client' }, { signature: [['signature.png', await blank(4)]] }),
    );
    expect([asForm.status, asForm.body.detail, asForm.body.errors?.[0]?.field]).toEqual([422, empty, 'signature']);
    const nothing = await send(signer, form(fields));
    expect([nothing.status, nothing.body.detail]).toEqual([
      422,
      'Add your signature: an image of it, or your name as text.',
    ]);
    expect((await send(signer, form({ ...fields, has_consent: 'false', signature: 'Casey Client' }))).status).toBe(409);
    const unnamed = await send(signer, form({ ...fields, signature: 'x' }));
    expect([unnamed.status, unnamed.body.detail, unnamed.body.errors?.[0]?.field]).toEqual([
      422,
      SIGNER_NAME_NEEDED,
      'signature',
    ]);
    expect(
      (await send(signer, form({ ...fields, signature: 'Casey Client', name: 'Someone Else' }))).body.errors?.[0]
        ?.field,
    ).toBe('name');
    expect(
      (await send(signer, form({ ...fields, signature: 'Casey Client' }))).status,
      'it was open all the time',
    ).toBe(200);
  });
});

describe('a contract signed on paper', () => {
  const paper = { broker_shipper_agreement: [['agreement.pdf', pdfText()]] as [string, string][] };
  const send = (stage: Stage, body?: unknown) =>
    call<Told & { contract: { broker_shipper_agreement: unknown; signed_at: string } }>(
      application,
      'POST',
      `agent-lead/${stage.lead.id}/contracted/send`,
      { token: who.agent.token, ...(body === undefined ? {} : { body }) },
    );

  test('needs the paper and its date, each asked for by name; both are answered', async () => {
    const stage = await newStage(application, who);
    await answersOf(stage, ['quote.sent', 'contract.sent']);
    const day = inDays(-1);
    const tries = [
      await send(stage),
      await send(stage, {}),
      await send(stage, form({})),
      await send(stage, { signed_at: day }),
      await send(stage, form({ signed_at: day })),
      await send(stage, form({}, paper)),
      await send(stage, form({ signed_at: day }, { agreement: paper.broker_shipper_agreement })),
    ];
    const lifecycle = expect.stringMatching(/the signed paper and its date/);
    expect(tries.map(({ status, body }) => [status, body.detail])).toEqual([
      [409, lifecycle],
      [409, lifecycle],
      [409, lifecycle],
      [422, 'Attach the signed agreement.'],
      [422, 'Attach the signed agreement.'],
      [422, 'Add the date on which the agreement was signed.'],
      [422, 'Agreement is not a field of this call.'],
    ]);
    expect((await reload(stage)).state).toBe('contract-sent');
    const { status, body } = await send(stage, form({ signed_at: day }, paper));
    expect([status, body.state, body.contract.broker_shipper_agreement]).toEqual([
      200,
      'contracted',
      { state: 'signed', url: `/files/agent-lead/${stage.lead.id}/contract/paper` },
    ]);
  });

  test.each([
    ['a program', 'evil.exe', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2000, 7)])],
    ['a text', 'agreement.pdf', Buffer.from('We agree.')],
    ['a table', 'agreement.csv', Buffer.from('a,b\n1,2\n')],
  ])('is not shown by %s, and no contract is closed with it', async (_, name, content) => {
    const stage = await newStage(application, who);
    await answersOf(stage, ['quote.sent', 'contract.sent']);
    const sentence = `The file ${name} cannot be used here. Send a PDF or a photo (JPEG, PNG, WebP, GIF or AVIF).`;
    const marked = await send(stage, form({ signed_at: inDays(-1) }, { broker_shipper_agreement: [[name, content]] }));
    expect([marked.status, marked.body.detail]).toEqual([422, sentence]);
    await answersOf(stage, ['contract.marked-signed', 'carrier.special-awarded', 'carrier.signed']);
    const closed = await call<Told>(application, 'POST', `agent-lead/${stage.lead.id}/contract/close`, {
      token: who.agent.token,
      body: form({}, { completion_of_work_statement: [[name, content]] }),
    });
    expect([closed.status, closed.body.detail, (await reload(stage)).stage]).toEqual([422, sentence, 'in-progress']);
    await answersOf(stage, ['contract.closed']);
  });
});

describe('a certificate of insurance with its last day alone', () => {
  type Incomplete = { id: string; missing: string[]; expiration_date: string; url: string };
  type Full = Profile & Refusal & { incomplete_insurance: Incomplete[]; insurance: { expiration_date: string }[] };
  const upload = (carrier: Account, fields: Record<string, string>) =>
    call<Full>(application, 'POST', 'carrier/insurance/upload', {
      token: carrier.token,
      body: form(fields, { insurance: [['certificate.pdf', pdfText()]] }),
    });

  test('is kept, is no cover, is seen by both sides, and counts once it is complete', async () => {
    const carrier = await newCarrier(application, 'Half Told Movers LLC');
    const other = await newCarrier(application, 'Other Movers LLC');
    const before = (await profileOf(application, carrier)).body.cover_gaps;
    const { status, body } = await upload(carrier, {
      expiration_date: POLICY.expiration_date,
      insurer: 'Keystone Mutual',
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const [certificate] = body.incomplete_insurance;
    expect([body.insurance, body.cover_gaps]).toEqual([[], before]);
    expect(certificate).toMatchObject({
      insurer: 'Keystone Mutual',
      expiration_date: POLICY.expiration_date,
      missing: ['the kind of cover', 'the policy number', 'the limit', 'the first day'],
    });
    const seen = await call<{ policies: unknown[]; incomplete_policies: Incomplete[] }>(
      application,
      'GET',
      `agent/carriers/${carrier.carrierId}/details`,
      { token: who.agent.token },
    );
    expect([seen.body.policies, seen.body.incomplete_policies.map(({ id }) => id)]).toEqual([[], [certificate!.id]]);
    const file = (account: Account, url: string) =>
      fetch(`${application.url}/api/frontend${url.slice('/files'.length)}`, {
        headers: { authorization: `Bearer ${account.token}` },
      });
    expect([
      (await file(carrier, certificate!.url)).status,
      (await file(who.agent, seen.body.incomplete_policies[0]!.url)).status,
      (await file(other, certificate!.url)).status,
    ]).toEqual([200, 200, 404]);

    const facts = {
      kind: 'liability',
      insurer: 'Keystone Mutual',
      policy_number: 'AL-7',
      limit: 75_000_000,
      effective: inDays(-3),
      expiration_date: POLICY.expiration_date,
    };
    const complete = (account: Account, changes: object = {}) =>
      call<Full>(application, 'POST', `carrier/insurance/${certificate!.id}/complete`, {
        token: account.token,
        body: { ...facts, ...changes },
      });
    expect([
      (await complete(other)).status,
      (await complete(carrier, { effective: POLICY.expiration_date })).status,
      (await complete(carrier, { expiration_date: inDays(-2), effective: inDays(-9) })).status,
    ]).toEqual([404, 422, 422]);
    const done = await complete(carrier);
    expect([done.status, done.body.incomplete_insurance, done.body.cover_gaps]).toEqual([
      200,
      [],
      ['there is no cargo insurance'],
    ]);
    expect(done.body.insurance).toEqual([
      {
        id: certificate!.id,
        kind: 'liability',
        insurer: 'Keystone Mutual',
        policy_number: 'AL-7',
        limit: 75_000_000,
        effective: facts.effective,
        expiration: facts.expiration_date,
        expiration_date: facts.expiration_date,
        url: certificate!.url,
      },
    ]);
    expect((await complete(carrier)).status).toBe(404);
  });

  test('does not stand in the way of a job nor for it, and is removed by its own carrier', async () => {
    const carrier = await signedIn(application, 'carrier', 'Covered Movers');
    const { body } = await upload(carrier, { expiration_date: inDays(1) });
    expect([body.gaps, body.incomplete_insurance.length]).toEqual([[], 1]);
    const gone = await call<Full>(application, 'DELETE', `carrier/insurance/${body.incomplete_insurance[0]!.id}`, {
      token: carrier.token,
    });
    expect([gone.status, gone.body.incomplete_insurance, gone.body.insurance.length]).toEqual([
      200,
      [],
      body.insurance.length,
    ]);
  });
});

describe('a part of a profile', () => {
  const put = (carrier: Account, fields: Parameters<typeof form>[0], files: Parameters<typeof form>[1] = {}) =>
    call<Profile & Refusal & { phone: string; city: string }>(application, 'PUT', 'carrier/', {
      token: carrier.token,
      body: form(fields, files),
    });

  test('changes what it says and nothing else', async () => {
    const carrier = await newCarrier(application, 'Partial Movers LLC');
    const whole = (
      await putProfile(application, carrier, {
        legal_name: 'Partial Movers LLC',
        licenses: JSON.stringify([{ kind: 'Permit', number: 'M-1' }]),
      })
    ).body;
    const { status, body } = await put(carrier, { phone: '+16145550142' });
    expect([status, body.version]).toEqual([200, whole.version + 1]);
    expect({ ...body, phone: null, version: 0 }).toEqual({ ...whole, phone: null, version: 0 });
    expect(body.phone).toBe('+16145550142');
    const lists = await put(carrier, { equipment: '', service_states: ['OH', 'TX'], version: String(body.version) });
    expect([lists.status, lists.body.equipment, lists.body.service_states]).toEqual([200, [], ['OH', 'TX']]);
    expect(
      (await put(carrier, { phone: '+16145550143', version: String(body.version) })).status,
      'an older version',
    ).toBe(409);
    expect((await put(carrier, { zip: '43215' })).body.errors, 'a ZIP of another state').toEqual([
      { field: 'state', message: '43215 is in Columbus, OH.' },
    ]);
    expect((await put(carrier, { phone: '12' })).status).toBe(422);
  });

  test('of one that has said nothing yet is taken too, and `profile` is the picture', async () => {
    const carrier = await newCarrier(application, 'Fresh Movers LLC');
    const photo = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#396' } })
      .jpeg()
      .toBuffer();
    const { status } = await put(carrier, { phone: '+16145550144' }, { profile: [['us.jpg', photo]] });
    expect(status).toBe(200);
    const me = await call<{ avatar_url: string; phone: string }>(application, 'GET', 'carrier/', {
      token: carrier.token,
    });
    expect(me.body.phone).toBe('+16145550144');
    const shown = await fetch(`${application.url}/api/frontend${me.body.avatar_url.slice('/files'.length)}`, {
      headers: { authorization: `Bearer ${carrier.token}` },
    });
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(512);
  });
});

test('a lead comes as JSON in one part, as single fields, or as both', async () => {
  const { client, ...rest } = newLead('forms@mail.example');
  const json = (fields: object) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]));
  const send = (fields: Record<string, string>) =>
    call<{ id: string; notes: string; client: { email: string }; attachments: unknown[] } & Refusal>(
      application,
      'POST',
      'agent-lead/',
      { token: who.agent.token, body: form(fields, { content: [['plan.pdf', pdfText()]] }) },
    );
  const tries = [
    await send({ lead: JSON.stringify({ client, ...rest }) }),
    await send({ ...json({ client, ...rest }), notes: 'Two cats' }),
    await send({ lead: JSON.stringify(rest), client: JSON.stringify(client), notes: 'Two cats' }),
  ];
  expect(tries.map(({ status, body }) => [status, body.client?.email, body.attachments?.length])).toEqual(
    [1, 2, 3].map(() => [201, 'forms@mail.example', 1]),
  );
  expect((await send({ client: JSON.stringify(client) })).body.errors?.map(({ field }) => field)).toEqual(['stops']);
});
