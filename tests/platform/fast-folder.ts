import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Linux's magic number of an in-memory file system (statfs(2)). */
const TMPFS = 0x01_02_19_94;
const GIB = 1024 ** 3;
/** Several times what a run needs at most: databases are dropped with the test file that created them. */
const ROOM = 4 * GIB;

/**
 * Where the tests' database and the data folders of their applications are: in memory if there is room, otherwise in
 * the temporary folder. A database has more than a thousand files, which take several times the CPU time to copy on a
 * disk's file system, and each file and each email in a data folder is flushed to the disk. Most containers have 64 MB
 * there, which is too little.
 */
export async function fastFolder(): Promise<string> {
  const found = await statfs(MEMORY).catch(() => null);
  const hasRoom = found?.type === TMPFS && found.bavail * found.bsize >= ROOM;
  return hasRoom && process.availableMemory() >= 2 * ROOM ? MEMORY : tmpdir();
}
