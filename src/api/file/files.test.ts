import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
// @ts-expect-error It ships no types.
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFileStore, FileTooLarge, type FileStore } from './files.ts';
import { FileMissing } from './file-storage.ts';

let dataDir: string;
let s3: { run(): Promise<{ port: number }>; close(): Promise<void> };
const stores: Record<string, FileStore> = {};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'files-'));
  stores['folder'] = createFileStore({ dataDir: join(dataDir, 'local'), s3Url: null });
  s3 = new S3rver({ port: 0, silent: true, directory: join(dataDir, 's3'), configureBuckets: [{ name: 'leads' }] });
  const { port } = await s3.run();
  stores['s3'] = createFileStore({
    dataDir: join(dataDir, 'remote'),
    s3Url: `http://S3RVER:S3RVER@127.0.0.1:${port}/leads`,
  });
});

afterAll(async () => {
  await s3.close();
  await rm(dataDir, { recursive: true });
});

async function leftovers(): Promise<string[]> {
  const names = await readdir(join(dataDir, 'local'), { recursive: true, withFileTypes: true });
  return names.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe.each(['folder', 's3'])('in the %s', (kind) => {
  test('a file comes back as it was, and can be removed', async () => {
    const store = stores[kind]!;
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000)]);
    const stored = await store.put(Readable.from([content.subarray(0, 10), content.subarray(10)]), {
      maximumBytes: 1e6,
    });
    expect(stored).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{2}\/[0-9a-f-]{36}$/),
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      mediaType: 'application/pdf',
    });
    expect((await store.readAll(stored.key)).equals(content)).toBe(true);
    await store.remove(stored.key);
    await store.remove(stored.key);
    await expect(store.get(stored.key)).rejects.toThrow(FileMissing);
  });

  test('a buffer is kept too', async () => {
    const store = stores[kind]!;
    const { key, mediaType } = await store.put(Buffer.from('a,b\n1,2\n'), { maximumBytes: 100 });
    expect([mediaType, (await store.readAll(key)).toString()]).toEqual(['text/csv', 'a,b\n1,2\n']);
    await store.remove(key);
  });
});

test('what is too large, cut by a reader, or broken off leaves nothing', async () => {
  const store = stores['folder']!;
  await expect(store.put(Readable.from([Buffer.alloc(60), Buffer.alloc(60)]), { maximumBytes: 100 })).rejects.toThrow(
    FileTooLarge,
  );
  const cut = Object.assign(Readable.from([Buffer.alloc(60)]), { truncated: true });
  await expect(store.put(cut, { maximumBytes: 100 })).rejects.toThrow(FileTooLarge);
  const broken = new PassThrough();
  const put = store.put(broken, { maximumBytes: 100 });
  broken.write('half');
  await once(broken, 'readable').catch(() => {});
  broken.destroy();
  await expect(put).rejects.toThrow();
  expect(await leftovers()).toEqual([]);
});

test.each(['../../etc/passwd', 'incoming/x', '', 'aa/../../../../etc/passwd'])(
  'the key "%s" is refused',
  async (key) => {
    await expect((async () => await stores['folder']!.get(key))()).rejects.toThrow(TypeError);
  },
);
