import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { INCOMING, localStorage, type FileStorage } from './file-storage.ts';
import { s3Storage } from './file-storage-s3.ts';
import { newId } from '#src/api/database/ids.ts';
import { sniffFile } from './media-type.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

export interface StoredFile {
  /** Made by us; says nothing about the file. */
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** By content; `application/octet-stream` for all that a browser might run. */
  readonly mediaType: string;
}

export interface FileStore {
  /**
   * Keeps a file, and returns only once it is safely on disk. A source that breaks off or is too large leaves
   * nothing. A failure with the code ENOSPC means that the storage is full.
   *
   * @throws FileTooLarge
   */
  put(source: Readable | Buffer, limits: { maximumBytes: number }): Promise<StoredFile>;
  /** Keeps a smaller picture beside the file with this key; it goes when the file goes. */
  putPreview(key: string, webp: Buffer): Promise<void>;
  /** @throws FileMissing */
  getPreview(key: string): Promise<Readable>;
  /** @throws FileMissing */
  get(key: string): Promise<Readable>;
  /** @throws FileMissing */
  readAll(key: string): Promise<Buffer>;
  remove(key: string): Promise<void>;
  /** Whether no file is kept. */
  isEmpty(): Promise<boolean>;
  /** The folder in which a file is made whole before it is kept; it is there. */
  incoming(): Promise<string>;
  /** Takes over the local file at `path` as the one with this key, which another place gave it. */
  putBack(key: string, path: string, details: { size: number; mediaType: string }): Promise<void>;
}

export class FileTooLarge extends Error {
  readonly maximumBytes: number;

  constructor(maximumBytes: number) {
    super(`The file is larger than ${maximumBytes} bytes.`);
    this.name = 'FileTooLarge';
    this.maximumBytes = maximumBytes;
  }
}

const keyPattern = /^[0-9a-f]{2}\/[0-9a-f-]{36}$/;
const longestName = 150;
const abandonedAfterMilliseconds = DAY;

/** Files in `dataDir/files`, or in the bucket of `s3Url`. */
export function createFileStore({ dataDir, s3Url }: { dataDir: string; s3Url: string | null }): FileStore {
  const storage: FileStorage = s3Url === null ? localStorage(join(dataDir, 'files')) : s3Storage(s3Url);
  const incoming = join(dataDir, 'files', INCOMING);
  let prepared: Promise<void> | null = null;

  const checked = (key: string): string => {
    if (!keyPattern.test(key)) throw new TypeError('That is not the key of a stored file.');
    return key;
  };
  const previewOf = (key: string): string => `${checked(key)}.preview`;
  const get = (key: string): Promise<Readable> => storage.get(checked(key));

  const ready = (): Promise<void> =>
    (prepared ??= prepare(incoming).catch((error: unknown) => {
      prepared = null;
      throw error;
    }));

  async function keep(
    source: Readable | Buffer,
    maximumBytes: number,
    keyOf: (id: string) => string,
  ): Promise<StoredFile> {
    await ready();
    const id = newId();
    const path = join(incoming, id);
    try {
      const { size, sha256 } = await receive(source, path, maximumBytes);
      const mediaType = await sniffFile(path);
      const key = keyOf(id);
      await storage.add(key, path, { size, mediaType });
      return { key, size, sha256, mediaType };
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  return {
    put: (source, { maximumBytes }) => keep(source, maximumBytes, (id) => `${id.slice(-2)}/${id}`),

    async putPreview(key, webp) {
      await keep(webp, webp.length, () => previewOf(key));
    },

    getPreview: (key) => storage.get(previewOf(key)),

    get,

    async readAll(key) {
      const chunks: Buffer[] = [];
      for await (const chunk of await get(key)) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks);
    },

    async remove(key) {
      await storage.remove(checked(key));
      await storage.remove(previewOf(key));
    },

    isEmpty: () => storage.isEmpty(),

    async incoming() {
      await ready();
      return incoming;
    },

    putBack: (key, path, details) => storage.add(checked(key), path, details),
  };
}

/** Writes a source to a new file and flushes it. */
async function receive(
  source: Readable | Buffer,
  path: string,
  maximumBytes: number,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    await pipeline(
      // A buffer as such would be read byte by byte.
      Buffer.isBuffer(source) ? Readable.from([source]) : source,
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > maximumBytes) throw new FileTooLarge(maximumBytes);
          hash.update(chunk);
          await file.writeFile(chunk);
        }
      },
    );
    // Multipart readers end a file at their own limit and only set this flag.
    if ('truncated' in source && source.truncated === true) throw new FileTooLarge(maximumBytes);
    await file.sync();
    return { size, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/** Makes the folder for uploads under way and clears what a crash left there; a younger file may be another node's. */
async function prepare(incoming: string): Promise<void> {
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > abandonedAfterMilliseconds) await rm(path, { force: true });
  }
}

/**
 * A name that is safe to show, to store, and to send in a header: no folders, no control characters, and none of the
 * marks that turn the direction of text (which make `exe.fdp` read like `pdf.exe`). At most 150 characters, with the
 * ending kept. Never empty.
 */
export function sanitizeFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const clean = base
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  if (clean === '') return 'file';
  const characters = [...clean];
  if (characters.length <= longestName) return clean;
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(clean)?.[0] ?? '';
  return (
    characters
      .slice(0, longestName - [...ending].length)
      .join('')
      .trimEnd() + ending
  );
}

/** The endings that say what a file is; the first is the one that it gets. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['.pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'text/plain': ['.txt', '.csv'],
  'text/csv': ['.csv', '.txt'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
};
/** What a photo or a document ends with that has become something else. */
const REPLACED = /\.(pdf|docx|xlsx|txt|csv|jpe?g|png|webp|gif|avif|hei[cf])$/i;

/**
 * A name that ends as its content says: what a system does with a file that somebody opens goes by the ending, so
 * `report.bat` with a PDF in it becomes `report.bat.pdf`, and `photo.heic` that was drawn anew `photo.jpg`.
 */
export function nameByContent(name: string, mediaType: string): string {
  const endings = ENDINGS[mediaType];
  const lower = name.toLowerCase();
  if (!endings || endings.some((ending) => lower.endsWith(ending) && lower !== ending)) return name;
  return sanitizeFileName(`${name.replace(REPLACED, '') || 'file'}${endings[0]}`);
}
