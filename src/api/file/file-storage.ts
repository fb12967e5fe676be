import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Where finished files are kept. */
export interface FileStorage {
  /** Takes over the local file at `path`, which may be gone afterwards. */
  add(key: string, path: string, details: { size: number; mediaType: string }): Promise<void>;
  /** @throws FileMissing */
  get(key: string): Promise<Readable>;
  /** Removing a missing file is not an error. */
  remove(key: string): Promise<void>;
  /** Whether no files are stored. */
  isEmpty(): Promise<boolean>;
}

/** The folder for incomplete files, beside the stored ones. */
export const INCOMING = 'incoming';

export class FileMissing extends Error {
  constructor(key: string) {
    super(`There is no stored file ${key}.`);
    this.name = 'FileMissing';
  }
}

/** Files in a folder: each appears by a rename, whole or not at all. */
export function localStorage(folder: string): FileStorage {
  const pathOf = (key: string): string => join(folder, key);
  return {
    async add(key, path) {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(path, target);
      // The rename itself must survive a power failure: the row that names the file is about to be committed.
      const parent = await open(dirname(target), 'r');
      await parent.sync().finally(() => parent.close());
    },
    async get(key) {
      try {
        const file = await open(pathOf(key), 'r');
        return file.createReadStream();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new FileMissing(key);
        throw error;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async isEmpty() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      return names.every((name) => name === INCOMING);
    },
  };
}
