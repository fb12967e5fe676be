import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const MEMORY = '/dev/shm';
/** Linux's name for a file system in memory (statfs(2)). */
const TMPFS = 0x01_02_19_94;
const GIB = 1024 ** 3;
/** What a run needs at most, several times over: its databases are dropped with the file that made them. */
const ROOM = 4 * GIB;

/**
 * Where the tests' database lives, and with it the data folders of their applications: in memory where there is room,
 * else in the temporary folder. A database is more than a thousand files, which cost a disk's file system several times
 * the processor time to copy, and each file and each email in a data folder is flushed to the disk. Most containers
 * have 64 MB there, which is no room.
 */
export async function fastFolder(): Promise<string> {
  const found = await statfs(MEMORY).catch(() => null);
  const hasRoom = found?.type === TMPFS && found.bavail * found.bsize >= ROOM;
  return hasRoom && process.availableMemory() >= 2 * ROOM ? MEMORY : tmpdir();
}
