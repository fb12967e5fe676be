import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { openApiDocument } from '#src/api/openapi.ts';
import { PASSWORD, call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { pdfText } from '#tests/platform/sample-pdf.ts';
import { contractToken, gestures, newLead, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { Stage } from '#tests/paths/api-gestures.ts';
import { newCarrier, putProfile } from './carrier-api.ts';
import { BUILT_IN } from '#src/api/agreement/template.ts';
import { TEMPLATE_KINDS } from '#src/machines/agreement/template-text.ts';

/**
 * Every call of the contract that accepts a form, with invalid forms: refused with a sentence, nothing in the log,
 * nothing stored. First, each is shown to accept a valid one.
 */
interface Schema {
  properties: Record<string, { format?: string; type?: string; maxItems?: number; items?: { format?: string } }>;
  required?: string[];
}
const document = (await openApiDocument()) as {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
};
const forms = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) => {
    const schema = requestBody?.content['multipart/form-data']?.schema;
    return schema
      ? [
          {
            name: `${method.toUpperCase()} ${path.replace('/api/frontend/', '')}`,
            method: method.toUpperCase(),
            path,
            schema,
          },
        ]
      : [];
  }),
);
type FormCall = (typeof forms)[number];

const errors: string[] = [];
let application: Application;
let stage: Stage;
/** A lead whose carrier has signed. */
let underWay: Stage;
let mover: Account;
let photo: Buffer;

beforeAll(async () => {
  application = await startApplication({ errors });
  stage = await newStage(application, await people(application));
  underWay = await newStage(application, stage);
  for (const event of [
    'quote.sent',
    'contract.sent',
    'contract.marked-signed',
    'carrier.special-awarded',
    'carrier.signed',
  ] as const) {
    await reload(underWay);
    await gestures[event](underWay);
  }
  // The worker seals it a little later, and this test counts stored files.
  await vi.waitFor(
    () =>
      application.database.kysely
        .selectFrom('agreement')
        .select('id')
        .where('lead_id', '=', underWay.lead.id)
        .where('kind', '=', 'specific-job')
        .where('file_id', 'is not', null)
        .executeTakeFirstOrThrow(),
    10_000,
  );
  const job = await application.database.kysely
    .selectFrom('carrier_job')
    .select('id')
    .where('lead_id', '=', underWay.lead.id)
    .executeTakeFirstOrThrow();
  jobId = job.id;
  mover = await signedIn(application, 'mover', 'Mia Mover');
  photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#396' } })
    .png()
    .toBuffer();
});

const BOUNDARY = 'the-boundary-of-this-test';
interface Part {
  name?: string;
  content: Buffer | string;
  fileName?: string;
}

function bodyOf(parts: Part[], end = `--${BOUNDARY}--\r\n`): Buffer {
  const written = parts.flatMap(({ name, content, fileName }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data${name === undefined ? '' : `; name="${name}"`}${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...written, Buffer.from(end)]);
}

/** For each call: where a valid form is sent, by whom, its content, and the expected response. */
interface Good {
  url?: () => string;
  token?: () => string | undefined;
  parts: () => Part[] | Promise<Part[]>;
  status: number;
}
const agent = () => stage.agent.token;
const carrier = () => stage.carrier.token;
const paper: Pick<Part, 'content' | 'fileName'> = { content: pdfText(), fileName: 'paper.pdf' };
const avatar = (token: () => string): Good => ({
  token,
  parts: () => [{ name: 'avatar', content: photo, fileName: 'me.png' }],
  status: 200,
});
const signIn = (account: () => Account): Good => ({
  token: () => undefined,
  parts: () => [
    { name: 'username', content: account().email },
    { name: 'password', content: PASSWORD },
  ],
  status: 200,
});
const leadUrl = (rest: string) => () => `/api/frontend/agent-lead/${stage.lead.id}/${rest}`;
/**
 * In the wrong state, so that the lifecycle refuses a valid form and nothing changes: 409 comes after all checks of the
 * form.
 */
const LIFECYCLE = 409;
const signature = (): Part[] => [
  { name: 'signature', content: 'Casey Client' },
  { name: 'has_consent', content: 'true' },
  { name: 'document_hash', content: 'a'.repeat(64) },
  { name: 'zone', content: 'America/New_York' },
];
let signToken = '';
let jobId = '';
let unsigned: Account;
let chatLink = '';

/** With a token that was never issued; the form itself is what mail programs send according to RFC 8058. */
const oneClick = (path: string): Good => ({
  url: () => `/api/frontend/${path}/one-click/a-token-that-nobody-has`,
  token: () => undefined,
  parts: () => [{ name: 'List-Unsubscribe', content: 'One-Click' }],
  status: 404,
});

const good: Record<string, Good> = {
  ...Object.fromEntries(
    TEMPLATE_KINDS.map((kind) => [
      `POST agent/agreement-templates/${kind}/preview`,
      { token: agent, parts: () => [{ name: 'source', content: BUILT_IN[kind].source }], status: 200 } satisfies Good,
    ]),
  ),
  'POST agent/settings/logo': {
    token: agent,
    parts: () => [
      { name: 'version', content: '0' },
      { name: 'logo', content: photo, fileName: 'logo.png' },
    ],
    status: 200,
  },
  'POST agent/lead-imports': {
    token: agent,
    parts: () => [{ name: 'content', content: 'Name,Phone\nCasey Client,6145550143\n', fileName: 'leads.csv' }],
    status: 201,
  },
  'POST user/avatar': avatar(() => mover.token),
  'POST agent/avatar': avatar(agent),
  'POST carrier/avatar': avatar(carrier),
  'POST user/token': signIn(() => mover),
  'POST agent/token': signIn(() => stage.agent),
  'POST carrier/token': signIn(() => stage.carrier),
  'POST agent-lead/': {
    token: agent,
    parts: () =>
      Object.entries(newLead('flat@mail.example')).map(([name, value]) => ({ name, content: JSON.stringify(value) })),
    status: 201,
  },
  'POST agent-lead/{leadId}/attachment': {
    url: leadUrl('attachment'),
    token: agent,
    parts: () => [{ name: 'content', ...paper }],
    status: 201,
  },
  'POST agent-lead/{leadId}/contracted/send': {
    url: leadUrl('contracted/send'),
    token: agent,
    parts: () => [
      { name: 'broker_shipper_agreement', ...paper },
      { name: 'signed_at', content: '2026-01-02' },
    ],
    status: LIFECYCLE,
  },
  'POST agent-lead/{leadId}/contract/close': {
    url: leadUrl('contract/close'),
    token: agent,
    parts: () => [{ name: 'completion_of_work_statement', ...paper }],
    status: LIFECYCLE,
  },
  'POST carrier/agent-lead/{leadId}/job/paper': {
    url: () => `/api/frontend/carrier/agent-lead/${underWay.lead.id}/job/paper`,
    token: carrier,
    parts: () => [
      { name: 'kind', content: 'photo' },
      { name: 'content', ...paper },
    ],
    status: 201,
  },
  'POST carrier/agent-lead/{leadId}/job/messages/file': {
    url: () => `/api/frontend/carrier/agent-lead/${underWay.lead.id}/job/messages/file`,
    token: carrier,
    parts: () => [{ name: 'content', ...paper }],
    status: 201,
  },
  'POST agent-lead/job/{jobId}/messages/file': {
    url: () => `/api/frontend/agent-lead/job/${jobId}/messages/file`,
    token: agent,
    parts: () => [{ name: 'content', ...paper }],
    status: 201,
  },
  'POST agent-lead/contract/sign': {
    url: () => `/api/frontend/agent-lead/contract/sign?token=${signToken}`,
    token: () => undefined,
    parts: signature,
    status: LIFECYCLE,
  },
  'POST carrier/agreement/sign': { token: () => unsigned.token, parts: signature, status: LIFECYCLE },
  'POST carrier/specific-job-agreement/{leadId}/sign': {
    url: () => `/api/frontend/carrier/specific-job-agreement/${stage.lead.id}/sign`,
    token: carrier,
    parts: signature,
    status: 404,
  },
  'PUT carrier/': {
    token: carrier,
    parts: () => [
      { name: 'phone', content: '+16145550199' },
      { name: 'profile', content: photo, fileName: 'us.png' },
    ],
    status: 200,
  },
  'POST carrier/insurance/upload': {
    token: carrier,
    parts: () => [
      { name: 'insurance', ...paper },
      { name: 'expiration_date', content: '2031-01-01' },
    ],
    status: 200,
  },
  'POST ai-chat/client/{uuid}': {
    url: () => `/api/frontend/ai-chat/client/${chatLink}`,
    token: () => undefined,
    parts: () => [
      { name: 'message', content: 'We have a sofa' },
      { name: 'photos', content: photo, fileName: 'sofa.png' },
    ],
    status: 201,
  },
  'POST email_subscribe/one-click/{token}': oneClick('email_subscribe'),
  'POST user/settings/one-click/{token}': oneClick('user/settings'),
  'POST user/mails/one-click/{token}': oneClick('user/mails'),
  'POST carrier/load-searches/one-click/{token}': oneClick('carrier/load-searches'),
};

beforeAll(async () => {
  const chat = await call<{ url: string }>(application, 'POST', 'ai-chat/', {
    token: stage.agent.token,
    body: { name: 'Casey Client' },
  });
  chatLink = chat.body.url.split('/').at(-1)!;
  const other = await newStage(application, stage);
  for (const event of ['quote.sent', 'contract.sent'] as const) {
    await reload(other);
    await gestures[event](other);
  }
  await reload(other);
  signToken = await contractToken(other);
  unsigned = await newCarrier(application, 'Not Yet Movers LLC');
  await putProfile(application, unsigned, { legal_name: 'Not Yet Movers LLC' });
  // It is drawn up when it is first read.
  await call(application, 'GET', 'carrier/agreement', { token: unsigned.token });
});

async function send(
  form: FormCall,
  body: Buffer,
  type = `multipart/form-data; boundary=${BOUNDARY}`,
): Promise<{ status: number; detail: string; errors?: { field: string }[] }> {
  const { url, token } = good[form.name]!;
  const bearer = token?.();
  const response = await fetch(application.url + (url?.() ?? form.path), {
    method: form.method,
    body: new Uint8Array(body),
    headers: { 'content-type': type, ...(bearer ? { authorization: `Bearer ${bearer}` } : {}) },
  });
  const isFile = response.headers.has('content-disposition');
  return { status: response.status, ...(isFile ? { detail: '' } : ((await response.json()) as { detail: string })) };
}

async function traces(): Promise<Record<string, unknown> & { stored: number }> {
  const { rows } =
    await sql`select (select count(*) from file) as files, (select count(*) from attachment) as attachments, (select sum(version) from agent_lead) as leads, (select sum(version) from carrier) as carriers,
    (select count(*) from incomplete_policy) as certificates, (select count(*) from insurance_policy) as policies, (select count(*) from chat_message where author = 'client') as messages, (select count(*) from refresh_token) as sessions`.execute(
      application.database.kysely,
    );
  const stored = await readdir(join(application.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return { ...(rows[0] as object), stored: stored.filter((entry) => entry.isFile()).length };
}

test('all of them are known here', () => {
  expect(forms.map(({ name }) => name).toSorted()).toEqual(Object.keys(good).toSorted());
});

describe.each(forms.map((form) => [form.name, form] as const))('%s', (name, form) => {
  const isFile = (part: { format?: string; items?: { format?: string } }) => (part.items ?? part).format === 'binary';
  const files = Object.keys(form.schema.properties).filter((part) => isFile(form.schema.properties[part]!));
  const texts = Object.keys(form.schema.properties).filter((part) => !isFile(form.schema.properties[part]!));

  test('says of each part what it is', () => {
    expect(form.schema).toMatchObject({ type: 'object', additionalProperties: false });
    for (const part of files) {
      const { maxLength, description } = (form.schema.properties[part]!.items ?? form.schema.properties[part]!) as {
        maxLength?: number;
        description?: string;
      };
      expect([part, maxLength, description]).toEqual([
        part,
        expect.any(Number),
        expect.stringMatching(/at most \d+ MB/),
      ]);
    }
  });

  test('takes a good form, and none that is broken', async () => {
    const { parts, status } = good[name]!;
    const whole = await parts();
    const taken = await send(form, bodyOf(whole));
    expect([taken.status, taken.status === status ? '' : JSON.stringify(taken).slice(0, 300)]).toEqual([status, '']);

    const before = await traces();
    const body = bodyOf(whole);
    const long = 'x'.repeat(5000);
    const broken: [what: string, body: Buffer, type?: string][] = [
      ['no boundary', body, 'multipart/form-data'],
      ['an empty boundary', body, 'multipart/form-data; boundary='],
      ['an open quote', body, `multipart/form-data; boundary="${BOUNDARY}`],
      ['another boundary', body, 'multipart/form-data; boundary=another'],
      ['an overlong boundary', body, `multipart/form-data; boundary=${'b'.repeat(300)}`],
      ['a body that is cut off', body.subarray(0, Math.floor(body.length / 2))],
      ['no end', bodyOf(whole, '')],
      ['JSON that says it is a form', Buffer.from('{"a":1}')],
      ['a part without a name', bodyOf([...whole, { content: 'nobody' }])],
      ['a file without a name', bodyOf([...whole, { content: photo, fileName: 'a.png' }])],
      ['a field that is not known', bodyOf([...whole, { name: `nobody_knows_${long}`, content: '1' }])],
      [
        'a file that is not known',
        bodyOf([...whole, { name: `nobody_knows_${long}`, content: photo, fileName: 'a.png' }]),
      ],
      ['a name of every object', bodyOf([...whole, { name: 'constructor', content: '1' }])],
      ...(texts.length > 0
        ? [
            [
              'a file where text belongs',
              bodyOf([
                ...whole.filter((part) => part.name !== texts[0]),
                { name: texts[0]!, content: photo, fileName: 'a.png' },
              ]),
            ] as [string, Buffer],
          ]
        : []),
      ...(files.length > 0 && !texts.includes(files[0]!) && files[0] !== 'signature'
        ? [
            [
              'text where a file belongs',
              bodyOf([...whole.filter((part) => part.name !== files[0]), { name: files[0]!, content: 'text' }]),
            ] as [string, Buffer],
          ]
        : []),
      ...whole
        .filter((part) => form.schema.properties[part.name!]!.maxItems === undefined)
        .map((part) => [`${part.name} twice`, bodyOf([...whole, part])] as [string, Buffer]),
      ...files.map(
        (part) =>
          [
            `a program as ${part}`,
            bodyOf([
              ...whole.filter((one) => one.name !== part),
              { name: part, content: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(900)]), fileName: 'evil.exe' },
            ]),
          ] as [string, Buffer],
      ),
    ];
    errors.length = 0;
    for (const [what, content, type] of broken) {
      const { status: refused, detail, errors: named } = await send(form, content, type);
      expect([what, [400, 413, 422].includes(refused), `${refused} ${detail}`]).toEqual([
        what,
        true,
        expect.stringMatching(/^4\d\d [A-Z"a-z].{10,300}\.$/),
      ]);
      expect(detail, what).not.toMatch(/undefined|boundary not found|needle|busboy|\bat \w+ \(/i);
      expect(refused !== 422 || (named?.length ?? 0) > 0, `${what}: the field is named`).toBe(true);
    }
    expect(errors).toEqual([]);
    const { stored, ...rows } = await traces();
    expect({ ...rows, stored: before.stored }).toEqual(before);
    // Files that a valid form replaced are deleted a little later.
    expect(stored).toBeLessThanOrEqual(before.stored);
  }, 60_000);
});
