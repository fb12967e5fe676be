import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test, vi } from 'vitest';
import { tidyLogos } from '#src/api/settings/logo.ts';
import { call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** The brokerage's logo: who may change it, what is refused, and where it appears. */
const application = await startApplication();
const ann = await signedIn(application, 'agent', 'Ann Agent');
const bob = await signedIn(application, 'agent', 'Bob Agent');
let png: Buffer;
let jpeg: Buffer;
beforeAll(async () => {
  const mark = sharp({ create: { width: 1200, height: 300, channels: 3, background: '#14633b' } });
  [png, jpeg] = await Promise.all([mark.clone().png().toBuffer(), mark.clone().jpeg().toBuffer()]);
});

interface Body {
  version: number;
  logo: { url: string; width: number; height: number } | null;
  history: object[];
  detail: string;
}
const send = (version: number, content: Buffer, name = 'logo.png', token = ann.token, headers = {}) => {
  const body = new FormData();
  body.append('version', String(version));
  body.append('logo', new File([new Uint8Array(content)], name));
  return call<Body>(application, 'POST', 'agent/settings/logo', { token, body, headers });
};
const remove = (version: number) =>
  call<Body>(application, 'POST', 'agent/settings/logo/remove', { token: ann.token, body: { version } });
const shown = async () => (await call<{ logo: Body['logo'] }>(application, 'GET', 'brokerage')).body.logo;
const picture = (url: string) => fetch(application.url + url);
const mailed = async (to: string): Promise<string> => {
  await application.database.kysely
    .transaction()
    .execute((tx) =>
      application.parts.mail.send(tx, { to, subject: 'Hello', text: 'Hi', html: '<p>Hi</p>', kind: 'notice' }),
    );
  const { id } = await mailTo(application, to, /^Hello$/);
  return readFile(join(application.dataDir, 'mailbox', `${id}.eml`), 'utf8');
};

test('a logo is drawn small, seen by everybody at an address of its own, and travels in mails', async () => {
  expect(await shown()).toBeNull();
  expect(await mailed('before@test.example')).not.toContain('cid:');
  const { status, body } = await send(0, png);
  expect([status, body]).toEqual([
    200,
    {
      version: 1,
      logo: { url: '/files/brokerage/logo/1', width: 600, height: 150 },
      history: [{ version: 1, at: expect.any(String), actor_name: 'Ann Agent', is_removal: false }],
    },
  ]);
  expect(await shown()).toEqual(body.logo);
  const file = await picture('/files/brokerage/logo/1');
  expect([file.status, file.headers.get('content-type'), file.headers.get('cache-control')]).toEqual([
    200,
    'image/png',
    'public, max-age=31536000, immutable',
  ]);
  expect(await sharp(Buffer.from(await file.arrayBuffer())).metadata()).toMatchObject({ width: 600, height: 150 });
  const mail = await mailed('after@test.example');
  expect(mail).toMatch(/^Content-ID: <logo@brokerage>\r?$/im);
  expect(mail).toMatch(/src=(?:3D)?"cid:logo@brokerage"/);
});

test('another one has another address; of two who saw the same, one is told', async () => {
  const answers = await Promise.all([send(1, jpeg, 'logo.jpg'), send(1, png)]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  expect((await shown())!.url).toBe('/files/brokerage/logo/2');
  // An open page, or a waiting mail, still shows the previous one; a week later nothing does.
  expect((await picture('/files/brokerage/logo/1')).status).toBe(200);
  const { parts } = application;
  await tidyLogos({ ...parts, now: () => new Date(Date.now() + 8 * DAY) });
  expect((await picture('/files/brokerage/logo/1')).status).toBe(404);
  expect((await picture('/files/brokerage/logo/2')).status).toBe(200);
});

test('the same upload twice is one change', async () => {
  const { version } = (await call<Body>(application, 'GET', 'agent/settings/logo', { token: ann.token })).body;
  const key = { 'idempotency-key': 'one-logo-upload' };
  const first = await send(version, png, 'logo.png', ann.token, key);
  const second = await send(version, png, 'logo.png', ann.token, key);
  expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
});

test.each([
  ['no picture', () => Buffer.from('%PDF-1.4 nothing'), /PNG or JPEG/],
  ['another format', () => sharp(png).webp().toBuffer(), /PNG or JPEG/],
  ['half a picture', async () => jpeg.subarray(0, jpeg.length / 2), /damaged/],
  [
    'a photo of much detail',
    () =>
      sharp({
        create: {
          width: 600,
          height: 200,
          channels: 3,
          background: '#000',
          noise: { type: 'gaussian', sigma: 90, mean: 128 },
        },
      })
        .png()
        .toBuffer(),
    /too much detail/,
  ],
])('%s is refused, and nothing changes', async (_, content, sentence) => {
  const before = await shown();
  const { version } = (await call<Body>(application, 'GET', 'agent/settings/logo', { token: ann.token })).body;
  const { status, body } = await send(version, await content());
  expect([status, body.detail]).toEqual([422, expect.stringMatching(sentence)]);
  expect(await shown()).toEqual(before);
});

test('nobody without the right changes it', async () => {
  expect((await send(3, png, 'logo.png', bob.token)).status).toBe(403);
});

test('it is taken away, and the name stands alone again', async () => {
  const { version } = (await call<Body>(application, 'GET', 'agent/settings/logo', { token: ann.token })).body;
  expect((await remove(version - 1)).status).toBe(409);
  const { body } = await remove(version);
  expect(body).toMatchObject({ version: version + 1, logo: null });
  await vi.waitFor(async () => expect(await shown()).toBeNull());
  expect((await remove(version + 1)).body.version).toBe(version + 1);
  expect(await mailed('none@test.example')).not.toContain('cid:');
});
