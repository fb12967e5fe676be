import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The secret of this name, 43 characters of base64url (256 bits), generated on first use and kept in
 * `<dataDir>/secrets/<name>`, readable by the owner only. Two processes that create it at once get the same one.
 */
export async function loadOrCreateSecret(dataDir: string, name: string): Promise<string> {
  const content = await loadOrCreateFile(dataDir, name, async () => Buffer.from(randomBytes(32).toString('base64url')));
  return content.toString('utf8').trim();
}

/**
 * A private file that is created once. It appears whole or not at all: the content is written and flushed under another
 * name first, and linking fails if another process was faster, whose content is then used.
 *
 * @param name a plain file name
 */
export async function loadOrCreateFile(dataDir: string, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  if (!/^[\w.-]{1,80}$/.test(name)) throw new TypeError(`"${name}" is not a plain file name.`);
  const folder = join(dataDir, 'secrets');
  const path = join(folder, name);
  const existing = await readIfPresent(path);
  if (existing !== null) return existing;

  const content = await make();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
    return content;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return await readFile(path);
  } finally {
    await rm(draft, { force: true });
  }
}

async function readIfPresent(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
