import { randomBytes } from 'node:crypto';
import { readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '#tests/gateway/gateway-browser.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { PASSWORD, call, startApplication } from '#tests/platform/application.ts';
import type { Answer, Application } from '#tests/platform/application.ts';
import { soon } from '#tests/platform/soon.ts';
import { ZipFile } from 'yazl';
import { pdfText } from '#tests/platform/sample-pdf.ts';

/**
 * Files of a lead, byte by byte over the network: directly to the REST API, and through the gateway as the browser
 * sends them.
 */
let application: Application;
let who: People;
let stage: Stage;
let browser: ReturnType<typeof createBrowser>;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = createBrowser(application.url);
  await browser.signIn('agent_portal', who.agent.email, PASSWORD);
});
beforeEach(async () => {
  stage = await newStage(application, who);
});

interface Part {
  field?: string;
  content: Buffer | string;
  /** As in the header; a text field if there is none. */
  name?: string;
  /** Percent-encoded (RFC 5987), for what a plain header cannot contain. */
  encodedName?: string;
  type?: string;
}
interface Attached {
  id: string;
  name: string;
  note: string | null;
  is_visible_to_carriers: boolean;
  media_type: string;
  size: number;
  url: string;
  preview_url: string | null;
  version: number;
}
type LeadAnswer = Answer<{ attachments: Attached[]; detail: string; version: number; errors?: { field: string }[] }>;

const BOUNDARY = 'the-boundary-of-this-test';
const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'x-requested-with': 'lead-platform' };

function multipart(parts: Part[]): Buffer {
  const written = parts.flatMap(
    ({ field = 'content', content, name, encodedName, type = 'application/octet-stream' }) => {
      const file =
        name === undefined && encodedName === undefined
          ? ''
          : encodedName === undefined
            ? `; filename="${name}"`
            : `; filename*=UTF-8''${encodedName}`;
      const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"${file}\r\n${file === '' ? '' : `Content-Type: ${type}\r\n`}\r\n`;
      return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
    },
  );
  return Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

type Way = 'REST' | 'the gateway';
const WAYS: Way[] = ['REST', 'the gateway'];
const authorization = () => ({ authorization: `Bearer ${who.agent.token}` });
const pathOf = (way: Way, leadId = stage.lead.id) =>
  `${way === 'REST' ? '/api/frontend' : '/files'}/agent-lead/${leadId}/attachment`;

async function upload(parts: Part[], way: Way = 'REST', leadId?: string): Promise<LeadAnswer> {
  const init = { method: 'POST', body: new Uint8Array(multipart(parts)) };
  const response =
    way === 'REST'
      ? await fetch(application.url + pathOf(way, leadId), { ...init, headers: { ...TYPE, ...authorization() } })
      : await browser.request(pathOf(way, leadId), { ...init, headers: TYPE });
  return { status: response.status, headers: response.headers, body: (await response.json()) as LeadAnswer['body'] };
}

/** What a refused upload must not leave behind: rows, stored files, uploads in progress, history. */
async function traces() {
  const { kysely } = application.database;
  const count = async (table: 'attachment' | 'file' | 'history') =>
    Number(
      (
        await kysely
          .selectFrom(table)
          .select((query) => query.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );
  return {
    attachments: await count('attachment'),
    files: await count('file'),
    history: await count('history'),
    stored: await storedFiles(),
  };
}

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(join(application.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The stored bytes of an attachment, read without any route. */
async function bytesOf(id: string): Promise<Buffer> {
  const row = await application.database.kysely
    .selectFrom('attachment')
    .innerJoin('file', 'file.id', 'attachment.file_id')
    .select('storage_key')
    .where('attachment.id', '=', id)
    .executeTakeFirstOrThrow();
  return application.parts.files.readAll(row.storage_key);
}

const download = (attached: Attached, way: Way, query = '', headers: Record<string, string> = {}) =>
  way === 'REST'
    ? fetch(`${application.url}/api/frontend${attached.url.slice('/files'.length)}${query}`, {
        headers: { ...authorization(), ...headers },
      })
    : browser.request(attached.url + query, { headers });

const PDF = pdfText();
const EXIF = {
  IFD0: { Copyright: 'Canary Photographer' },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '39/1 57/1 3960/100',
    GPSLongitudeRef: 'W',
    GPSLongitude: '83/1 0/1 0/100',
  },
};
const square = () => sharp({ create: { width: 24, height: 24, channels: 3, background: '#2f7d4f' } });
const jpegWithPlace = () => square().jpeg().withExif(EXIF).toBuffer();
const png = () => square().png().toBuffer();

const HTML = '<!doctype html><script>alert(1)</script>';
const HOSTILE: [name: string, type: string, content: Buffer][] = [
  ['page.html', 'text/html', Buffer.from(HTML)],
  ['drawing.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  [
    'drawing.png',
    'image/png',
    Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  ],
  ['notes.txt', 'text/plain', Buffer.from(`Just notes.\n${HTML}`)],
  ['html-then-pdf.pdf', 'application/pdf', Buffer.from(`${HTML}\n${PDF}`)],
  ['byte-order.txt', 'text/plain', Buffer.from(`\ufeff${HTML}`)],
  ['wide.html', 'text/html', Buffer.from(`\ufeff${HTML}`, 'utf16le')],
  ['script.js', 'text/javascript', Buffer.from('\0\u0001alert(1)')],
  ['script.txt', 'text/plain', Buffer.from('#!/bin/sh\nrm -rf /\n')],
  ['setup.exe', 'application/pdf', Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(2000)])],
  ['evil.pdf', 'application/pdf', randomBytes(2000)],
  ['empty.pdf', 'application/pdf', Buffer.alloc(0)],
  ['program', 'image/png', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(200)])],
];

describe.each(WAYS)('through %s', (way) => {
  test('several files at once: a document, a picture, and a photo that forgets where it was taken', async () => {
    const photo = await jpegWithPlace();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { status, body } = await upload(
      [
        { content: PDF, name: 'House rules.pdf', type: 'application/pdf' },
        { content: await png(), name: 'Sofa.png', type: 'image/png' },
        { content: photo, name: 'Kitchen.jpg', type: 'image/jpeg' },
        { field: 'note', content: 'From the client' },
        { field: 'is_visible_to_carriers', content: 'true' },
      ],
      way,
    );
    expect(status).toBe(201);
    const shared = { note: 'From the client', is_visible_to_carriers: true, version: 1 };
    const said = body.attachments.map(({ name, media_type, note, is_visible_to_carriers, version }) => ({
      name,
      media_type,
      note,
      is_visible_to_carriers,
      version,
    }));
    expect(said).toEqual([
      { name: 'House rules.pdf', media_type: 'application/pdf', ...shared },
      { name: 'Sofa.png', media_type: 'image/png', ...shared },
      { name: 'Kitchen.jpg', media_type: 'image/jpeg', ...shared },
    ]);
    const [document, , kitchen] = body.attachments;
    expect((await bytesOf(document!.id)).toString()).toBe(PDF);
    const stored = await bytesOf(kitchen!.id);
    const { exif, width, height } = await sharp(stored).metadata();
    expect({ exif, width, height }).toEqual({ exif: undefined, width: 24, height: 24 });
    expect(stored.includes('Canary') || stored.includes('Exif')).toBe(false);
    const got = await download(kitchen!, way);
    expect(Buffer.from(await got.arrayBuffer()).equals(stored)).toBe(true);
    expect(got.headers.get('content-disposition')).toBe(
      `attachment; filename="Kitchen.jpg"; filename*=UTF-8''Kitchen.jpg`,
    );
    const preview = await download(kitchen!, way, '?preview=true');
    expect([preview.status, preview.headers.get('content-disposition'), preview.headers.get('content-type')]).toEqual([
      200,
      'inline',
      'image/webp',
    ]);
    // The browser caches it, but revalidates each time.
    expect(preview.headers.get('cache-control')).toBe('private, no-cache');
    const again = await download(kitchen!, way, '?preview=true', { 'if-none-match': preview.headers.get('etag')! });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    const kept = (await storedFiles()).find((path) => path.endsWith('.preview'))!;
    const madeAt = (await stat(kept)).mtimeMs;
    expect((await download(kitchen!, way, '?preview=true')).status).toBe(200);
    expect((await stat(kept)).mtimeMs, 'it is made once').toBe(madeAt);
    expect((await download(document!, way, '?preview=true')).status).toBe(404);
  });

  test.each(HOSTILE)('%s is refused with a sentence, whatever it calls itself', async (name, type, content) => {
    const before = await traces();
    const { status, body } = await upload(
      [
        { content: PDF, name: 'fine.pdf' },
        { name, type, content },
      ],
      way,
    );
    expect([status, body.detail]).toEqual([
      422,
      content.length === 0
        ? `File ${name}: This file is empty.`
        : `The file ${name} cannot be used here. Send a photo, a PDF, a Word or Excel document (docx, xlsx), or a text or CSV file.`,
    ]);
    expect(body.errors?.map(({ field }) => field)).toEqual(['content']);
    expect(await traces()).toEqual(before);
  });

  test('a file that is too large leaves nothing, and neither do those before it', async () => {
    const before = await traces();
    const { status, body } = await upload(
      [
        { content: PDF, name: 'fits.pdf' },
        { content: Buffer.alloc(26 * 1024 * 1024, 'x'), name: 'large.bin' },
      ],
      way,
    );
    expect([status, body.detail]).toEqual([413, 'A file can be up to 25 MB.']);
    expect(await traces()).toEqual(before);
  });

  test('too many files in one upload leave nothing', async () => {
    const before = await traces();
    const { status, body } = await upload(
      Array.from({ length: 21 }, (_, index) => ({ content: PDF, name: `${index}.pdf` })),
      way,
    );
    expect([status, body.detail]).toEqual([413, 'There are too many files or fields in one upload.']);
    expect(await traces()).toEqual(before);
  });

  test.each([10, 50, 99])(
    'an upload broken off at %i % leaves no row, no file and no handler that waits',
    async (percent) => {
      const before = await traces();
      const body = multipart([
        { content: PDF, name: 'first.pdf' },
        { content: Buffer.alloc(3 * 1024 * 1024, 'x'), name: 'second.bin' },
      ]);
      const socket = connect(Number(new URL(application.url).port), '127.0.0.1');
      const headers = {
        ...TYPE,
        ...(way === 'REST' ? authorization() : { cookie: browser.header() }),
        host: new URL(application.url).host,
        'content-length': String(body.length),
      };
      socket.write(
        `POST ${pathOf(way)} HTTP/1.1\r\n${Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n`,
      );
      const sent = Math.floor((body.length * percent) / 100);
      socket.write(body.subarray(0, sent));
      // Nearly all of it is being stored before the connection goes dead.
      await eventually(async () => expect(await sizeUnderWay()).toBeGreaterThan(sent * 0.9 - 65_536));
      socket.destroy();
      await eventually(async () => {
        expect(await traces()).toEqual(before);
        expect(await openUploads()).toEqual([]);
      });
      const next = await upload([{ content: PDF, name: 'next.pdf' }], way);
      expect([next.status, next.body.attachments.map(({ name }) => name)]).toEqual([201, ['next.pdf']]);
    },
  );
});

const incoming = () => join(application.dataDir, 'files', 'incoming');

async function sizeUnderWay(): Promise<number> {
  const names = await readdir(incoming()).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(incoming(), name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Files of uploads that this process still has open: a handler that waits for the rest keeps its own open. */
async function openUploads(): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const handles = await readdir('/proc/self/fd');
  const targets = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(incoming()));
}

const eventually = (expectation: () => Promise<void>): Promise<void> => soon(expectation as () => void);

describe('a polyglot is what its beginning says, and keeps nothing of the rest that could run', () => {
  test('a picture is drawn anew, without what was hidden behind it', async () => {
    const script = '<script>alert("canary")</script>';
    const pictures: Part[] = [
      { name: 'tail.jpg', content: Buffer.concat([await jpegWithPlace(), Buffer.from(script)]) },
      { name: 'tail.png', content: Buffer.concat([await png(), Buffer.from(`PK\u0003\u0004${script}`)]) },
      {
        name: 'comment.png',
        content: await square()
          .png()
          .withExif({ IFD0: { Copyright: script } })
          .toBuffer(),
      },
    ];
    const { status, body } = await upload(pictures);
    expect(status).toBe(201);
    expect(body.attachments.map(({ media_type }) => media_type)).toEqual(['image/jpeg', 'image/png', 'image/png']);
    for (const { id } of body.attachments) expect((await bytesOf(id)).includes('canary')).toBe(false);
  });

  test.each([
    ['a GIF that is a script', Buffer.from('GIF89a/*\0\0*/=1;alert(1)//')],
    [
      'a PNG that is a page',
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<html><script>alert(1)</script>')]),
    ],
  ])('%s is no picture, and is refused', async (_, content) => {
    const before = await traces();
    const { status, body } = await upload([
      { content: PDF, name: 'fine.pdf' },
      { content, name: 'polyglot.png', type: 'image/png' },
    ]);
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([422, ['content']]);
    expect(body.detail).toMatch(/^(File polyglot\.png: |The file polyglot\.png cannot be used here)/);
    expect(await traces()).toEqual(before);
  });

  test('a document stays a document: a download, whatever it carries', async () => {
    const { body } = await upload([
      { content: pdfText('<html><script>alert(1)</script>'), name: 'both.html', type: 'text/html' },
    ]);
    const answer = await download(body.attachments[0]!, 'the gateway');
    expect([
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition')?.split(';')[0],
      answer.headers.get('x-content-type-options'),
    ]).toEqual(['application/pdf', 'attachment', 'nosniff']);
  });

  test.each(['avif', 'jpeg', 'png', 'webp', 'gif'] as const)(
    'a picture as %s keeps nothing of what it knew',
    async (format) => {
      const original = await square().withExif(EXIF).toFormat(format).toBuffer();
      const { status, body } = await upload([{ content: original, name: `place.${format}` }]);
      expect(status, JSON.stringify(body)).toBe(201);
      const stored = await bytesOf(body.attachments[0]!.id);
      expect([(await sharp(stored).metadata()).exif, stored.includes('Canary')]).toEqual([undefined, false]);
      const preview = await download(body.attachments[0]!, 'REST', '?preview=true');
      expect([preview.status, (await sharp(Buffer.from(await preview.arrayBuffer())).metadata()).exif]).toEqual([
        200,
        undefined,
      ]);
    },
  );

  test('an AVIF of few bytes and many pixels is refused at the upload', async () => {
    const before = await traces();
    // Says that it is larger than it is: the box `ispe` holds a version, the width, and the height (ISO 23008-12).
    const bomb = await square().avif().toBuffer();
    for (const at of [8, 12]) bomb.writeUInt32BE(9000, bomb.indexOf('ispe') + at);
    const { status, body } = await upload([{ content: bomb, name: 'bomb.avif' }]);
    expect([status, body.detail]).toEqual([422, 'File bomb.avif: This photo has too many pixels. Send a smaller one.']);
    expect(await traces()).toEqual(before);
  });

  test('a picture from before previews were kept gets its own when it is first asked for; a broken one is not found', async () => {
    const { body } = await upload([{ content: await png(), name: 'old.png' }]);
    const row = await application.database.kysely
      .selectFrom('attachment')
      .innerJoin('file', 'file.id', 'attachment.file_id')
      .select(['storage_key', 'file.id'])
      .where('attachment.id', '=', body.attachments[0]!.id)
      .executeTakeFirstOrThrow();
    const kept = join(application.dataDir, 'files', `${row.storage_key}.preview`);
    await rm(kept);
    expect((await download(body.attachments[0]!, 'REST', '?preview=true')).status).toBe(200);
    expect((await stat(kept)).isFile()).toBe(true);
    await rm(kept);
    await writeFile(join(application.dataDir, 'files', row.storage_key), 'no picture');
    expect((await download(body.attachments[0]!, 'REST', '?preview=true')).status).toBe(404);
  });

  test('office documents and tables are taken, and are downloads', async () => {
    const office = (entries: Record<string, string>) => zipped(entries);
    const docx = await office({
      '[Content_Types].xml':
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      'word/document.xml': '<w:document/>',
    });
    const xlsx = await office({
      '[Content_Types].xml':
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      'xl/workbook.xml': '<workbook/>',
    });
    const { status, body } = await upload([
      { content: docx, name: 'list.docx' },
      { content: xlsx, name: 'list.xlsx' },
      { content: 'room,item\nKitchen,Table\n', name: 'list.csv' },
      { content: 'Two cats', name: 'list.txt' },
    ]);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.attachments.map(({ media_type, preview_url }) => [media_type.split('.').at(-1), preview_url])).toEqual([
      ['document', null],
      ['sheet', null],
      ['text/csv', null],
      ['text/plain', null],
    ]);
    const archive = await upload([{ content: await office({ 'setup.exe': 'MZ' }), name: 'files.docx' }]);
    expect([archive.status, archive.body.detail]).toEqual([
      422,
      expect.stringMatching(/^The file files\.docx cannot be used here\. Send /),
    ]);
  });

  test.each([
    ['one that is cut off', pdfText().slice(0, -60)],
    ['one without a catalog', pdfText().replace('/Root 1 0 R', '')],
    ['one that needs a password', pdfText().replace('/Root 1 0 R', '/Root 1 0 R/Encrypt 9 0 R')],
    ['only its first line', `%PDF-1.7\n${'x'.repeat(500)}`],
  ])('a PDF that does not open is refused: %s', async (what, content) => {
    const { status, body } = await upload([{ content, name: 'paper.pdf' }]);
    expect([status, body.detail]).toEqual([
      422,
      what.includes('password')
        ? 'File paper.pdf: This PDF is protected by a password. Send a copy without protection.'
        : 'File paper.pdf: This PDF is damaged and cannot be opened. Save it again and send the new copy.',
    ]);
  });

  test('a picture of too many pixels is refused before it is drawn', async () => {
    const before = await traces();
    // Says that it is larger than it is: the first chunk holds the width and the height, and its checksum follows them.
    const bomb = await square().png().toBuffer();
    for (const at of [16, 20]) bomb.writeUInt32BE(9000, at);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    const { status, body } = await upload([{ content: bomb, name: 'bomb.png' }]);
    expect([status, body.detail]).toEqual([422, 'File bomb.png: This photo has too many pixels. Send a smaller one.']);
    expect(await traces()).toEqual(before);
  });
});

/**
 * The name that arrives, how it is stored, and how a renamed file is stored: a slash that a person types is not a
 * folder.
 */
const NAMES: [what: string, arrives: string, stored: string, renamed?: string][] = [
  ['folders', '..%2F..%2F..%2Fetc%2Fpasswd', 'passwd.pdf', '-..-..-etc-passwd.pdf'],
  ['folders of another system', '..%5C..%5CWindows%5Csystem.ini', 'system.ini.pdf', '-..-Windows-system.ini.pdf'],
  ['a NUL', 'invoice%00.pdf', 'invoice.pdf'],
  ['a line break', 'photo%0D%0ASet-Cookie: a=b%0D%0A.png', 'photoSet-Cookie_ a=b.pdf'],
  ['a mark that turns text round', 'report%E2%80%AEfdp.exe', 'reportfdp.exe.pdf'],
  ['a name that a system would run', 'policy.hta', 'policy.hta.pdf'],
  ['a batch file', 'report.PDF.bat', 'report.PDF.bat.pdf'],
  ['the ending of something else', 'paper.Docx', 'paper.pdf'],
  ['only an ending', '.pdf', 'pdf.pdf'],
  ['marks of right-to-left text', '%E2%80%8F%D7%9E%D7%A1%D7%9E%D7%9A%E2%80%8E.pdf', 'מסמך.pdf'],
  ['accents and pictures', 'Caf%C3%A9 %F0%9F%93%A6 %E2%80%93 na%C3%AFve.pdf', 'Café 📦 – naïve.pdf'],
  ['quotes and stars', 'a"b*c<d>e.pdf', 'a_b_c_d_e.pdf'],
  ['a drive', 'C:notes.txt', 'C_notes.pdf'],
  ['only dots', '..', 'file.pdf'],
  ['nothing but marks', '%E2%80%AE%00', 'file.pdf'],
  ['more than fits', `${'x'.repeat(300)}.pdf`, `${'x'.repeat(146)}.pdf`],
];

describe('the server names the file', () => {
  test.each(NAMES.filter(([, arrives]) => !/%0D/.test(arrives)))('%s', async (_, arrives, stored) => {
    const encodedName = arrives.replaceAll(/[^\w%.-]/g, (character) =>
      encodeURIComponent(character).replaceAll('*', '%2A'),
    );
    const { status, body } = await upload([{ content: PDF, encodedName }]);
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.attachments.map(({ name }) => name)).toEqual([stored]);
    const answer = await download(body.attachments[0]!, 'the gateway');
    expect(answer.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent(stored)}`);
    expect(await storedFiles()).toSatisfy((paths: string[]) =>
      paths.every((path) => /\/files\/[0-9a-f]{2}\/[0-9a-f-]{36}(\.preview)?$/.test(path)),
    );
  });

  test('a line break in a header is none of a file', async () => {
    const before = await traces();
    const { status, body } = await upload([{ content: PDF, encodedName: 'photo%0D%0ASet-Cookie%3A a=b.png' }]);
    expect([status, body.errors]).toEqual([422, [{ field: 'content', message: 'Choose at least one file.' }]]);
    expect(await traces()).toEqual(before);
  });

  test.each(NAMES.filter(([what]) => what !== 'more than fits'))(
    'also when it is renamed: %s',
    async (_, arrives, stored, otherwise = stored) => {
      const [attached] = (await upload([{ content: PDF, name: 'plain.pdf' }])).body.attachments;
      const wanted = decodeURIComponent(arrives);
      const { status } = await call(application, 'PATCH', `agent-lead/attachment/${attached!.id}`, {
        token: who.agent.token,
        body: { name: wanted },
      });
      // Text with a NUL is refused; everything else is sanitized.
      expect(status).toBe(wanted.includes('\0') ? 422 : 200);
      const [renamed] = ((await reload(stage)) as unknown as { attachments: Attached[] }).attachments;
      expect(renamed!.name).toBe(status === 200 ? otherwise : 'plain.pdf');
      const zip = await fetch(`${application.url}/api/frontend/agent-lead/${stage.lead.id}/attachments/download`, {
        headers: authorization(),
      });
      expect(entriesOf(Buffer.from(await zip.arrayBuffer())).map(({ name }) => name)).toEqual([renamed!.name]);
    },
  );
});

async function zipped(entries: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name, { compress: false });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The entries of a zip that stores its files uncompressed (APPNOTE 6.3.10, 4.3.12). */
function entriesOf(zip: Buffer): { name: string; content: string }[] {
  const entries: { name: string; content: string }[] = [];
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  for (let at = zip.readUInt32LE(end + 16); zip.readUInt32LE(at) === 0x02014b50;) {
    const [size, nameLength, extraLength, commentLength, local] = [
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ];
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      content: zip.toString('utf8', start, start + size),
    });
    at += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

async function onBoard(): Promise<void> {
  await reload(stage);
  for (const event of ['quote.sent', 'contract.sent', 'contract.marked-signed', 'load.posted'] as const) {
    const { status, body } = await gestures[event](stage);
    expect(status, JSON.stringify(body)).toBe(200);
    await reload(stage);
  }
}

describe('all files in one', () => {
  const files: Part[] = ['Photo.pdf', 'photo.PDF', 'Photo.pdf', 'Photo (2).pdf', 'no ending', 'no ending'].map(
    (name, index) => ({ name, content: pdfText(String(index)) }),
  );

  test('each with a name of its own, however they were called', async () => {
    await upload(files);
    const answer = await browser.request(`/files/agent-lead/${stage.lead.id}/attachments/download`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="L-\d+-files\.zip"/);
    const entries = entriesOf(Buffer.from(await answer.arrayBuffer()));
    expect(entries.map(({ content }) => content)).toEqual(files.map(({ content }) => content));
    expect(new Set(entries.map(({ name }) => name.toLowerCase())).size).toBe(files.length);
    expect(entries.map(({ name }) => name)).toEqual([
      'Photo.pdf',
      'photo (2).PDF',
      'Photo (3).pdf',
      'Photo (2) (2).pdf',
      'no ending.pdf',
      'no ending (2).pdf',
    ]);
  });

  test('without files there is none', async () => {
    const none = await browser.request(`/files/agent-lead/${stage.lead.id}/attachments/download`);
    expect([none.status, ((await none.json()) as { detail: string }).detail]).toEqual([
      404,
      'This lead has no files yet.',
    ]);
  });

  test('a carrier gets what is marked for carriers, of loads it may see', async () => {
    await upload([{ content: 'for the agents only, canary', name: 'secret.txt' }]);
    const { body } = await upload([
      { content: 'for carriers', name: 'visible.txt' },
      { field: 'is_visible_to_carriers', content: 'true' },
    ]);
    const [secret, visible] = body.attachments;
    const carrier = createBrowser(application.url);
    await carrier.signIn('load_board', who.carrier.email, PASSWORD);
    const zip = () => carrier.request(`/files/carrier/agent-lead/${stage.lead.id}/attachments/download`);
    const one = ({ id }: Attached) =>
      carrier.request(`/files/carrier/agent-lead/${stage.lead.id}/attachment/${id}/content`);
    expect((await zip()).status, 'not on the board yet').toBe(404);
    await onBoard();
    expect(entriesOf(Buffer.from(await (await zip()).arrayBuffer()))).toEqual([
      { name: 'visible.txt', content: 'for carriers' },
    ]);
    expect([(await one(visible!)).status, (await one(secret!)).status]).toEqual([200, 404]);
    const other = await newStage(application, who);
    const foreign = await upload(
      [
        { content: 'x', name: 'other.txt' },
        { field: 'is_visible_to_carriers', content: 'true' },
      ],
      'REST',
      other.lead.id,
    );
    expect((await one(foreign.body.attachments[0]!)).status, 'a file of another lead').toBe(404);
    expect((await carrier.request(visible!.url)).status, 'the agents’ address').toBe(403);
  });
});

describe('one file', () => {
  const change = (id: string, body: Record<string, unknown>) =>
    call<LeadAnswer['body'] & { current: { name: string } }>(application, 'PATCH', `agent-lead/attachment/${id}`, {
      token: who.agent.token,
      body,
    });
  const remove = (id: string) => call(application, 'DELETE', `agent-lead/attachment/${id}`, { token: who.agent.token });
  const add = async () => (await upload([{ content: 'Call notes', name: 'notes.txt' }])).body.attachments[0]!;

  test('is renamed, explained and shown, each with a version of its own', async () => {
    const { id } = await add();
    const renamed = await change(id, { version: 1, name: 'Call notes.txt' });
    const explained = await change(id, { version: 2, note: 'Of the first call' });
    const shown = await change(id, { version: 3, is_visible_to_carriers: true });
    expect([renamed.status, explained.status, shown.status]).toEqual([200, 200, 200]);
    const [{ name, note, is_visible_to_carriers, version }] = shown.body.attachments as [Attached];
    expect({ name, note, is_visible_to_carriers, version }).toEqual({
      name: 'Call notes.txt',
      note: 'Of the first call',
      is_visible_to_carriers: true,
      version: 4,
    });
    expect((await change(id, { note: null })).body.attachments[0]!.note).toBeNull();
    const { rows } = {
      rows: await application.database.kysely
        .selectFrom('history')
        .select(['event', 'payload'])
        .where('record_id', '=', stage.lead.id)
        .orderBy('sequence', 'desc')
        .limit(2)
        .execute(),
    };
    expect(rows.map((row) => [row.event, row.payload])).toEqual([
      ['lead.edited', { attachment: 'Call notes.txt', changed: ['note'] }],
      ['lead.edited', { attachment: 'Call notes.txt', changed: ['is_visible_to_carriers'] }],
    ]);
  });

  test('changed by somebody else in between is not overwritten', async () => {
    const { id } = await add();
    await change(id, { version: 1, name: 'Hers.txt' });
    const late = await change(id, { version: 1, name: 'His.txt' });
    expect([late.status, late.body.current.name]).toEqual([409, 'Hers.txt']);
    expect(late.body.detail).toMatch(/changed this file while you were working on it/);
    const both = await Promise.all([
      change(id, { version: 2, name: 'One.txt' }),
      change(id, { version: 2, name: 'Other.txt' }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('is deleted with what was stored, once', async () => {
    const before = await storedFiles();
    const { id } = await add();
    const answers = await Promise.all([remove(id), remove(id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    await eventually(async () => expect(await storedFiles()).toEqual(before));
    expect(
      (await fetch(`${application.url}/api/frontend/agent-lead/attachment/${id}/content`, { headers: authorization() }))
        .status,
    ).toBe(404);
    expect((await change(id, { name: 'again.txt' })).status).toBe(404);
  });

  test('that nobody ever added is not found', async () => {
    const nobody = '00000000-0000-7000-8000-000000000000';
    expect([(await change(nobody, { name: 'x' })).status, (await remove(nobody)).status]).toEqual([404, 404]);
    expect((await browser.request(`/files/agent-lead/attachment/${nobody}/content`)).status).toBe(404);
    expect((await upload([{ content: PDF, name: 'a.pdf' }], 'REST', nobody)).status).toBe(404);
    expect((await browser.request(`/files/agent-lead/${nobody}/attachments/download`)).status).toBe(404);
  });

  test('of an archived lead stays as it is', async () => {
    const { id } = await add();
    await reload(stage);
    expect((await gestures['lead.archived'](stage)).status).toBe(200);
    const before = await traces();
    const refused = [
      await upload([{ content: PDF, name: 'late.pdf' }]),
      await upload([{ content: PDF, name: 'late.pdf' }], 'the gateway'),
      await change(id, { name: 'late.txt' }),
      await remove(id),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect(await traces()).toEqual(before);
    const read = await browser.request(`/files/agent-lead/attachment/${id}/content`);
    expect([read.status, await read.text()]).toEqual([200, 'Call notes']);
  });

  test('sent again under the same key is kept once', async () => {
    const before = await storedFiles();
    const headers = { ...TYPE, ...authorization(), 'idempotency-key': 'the-same-upload-again' };
    const send = () =>
      fetch(application.url + pathOf('REST'), {
        method: 'POST',
        headers,
        body: new Uint8Array(multipart([{ content: PDF, name: 'once.pdf' }])),
      });
    const answers = [await send(), await send()];
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotency-replayed')])).toEqual([
      [201, null],
      [201, 'true'],
    ]);
    expect((await storedFiles()).length).toBe(before.length + 1);
  });

  test('needs the field it belongs in, and fields that are known', async () => {
    const before = await traces();
    expect((await upload([{ field: 'other', content: PDF, name: 'a.pdf' }])).status).toBe(422);
    expect(
      (
        await upload([
          { content: PDF, name: 'a.pdf' },
          { field: 'owner', content: 'me' },
        ])
      ).status,
    ).toBe(422);
    expect((await upload([{ field: 'note', content: 'no file' }])).status).toBe(422);
    expect(
      (
        await upload([
          { content: PDF, name: 'a.pdf' },
          { field: 'note', content: 'one' },
          { field: 'note', content: 'two' },
        ])
      ).body.errors?.map(({ field }) => field),
    ).toEqual(['note']);
    expect(await traces()).toEqual(before);
  });
});
