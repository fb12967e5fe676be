import { createHash } from 'node:crypto';
import { globSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The repository's root; every path here is relative to it. */
export const root = join(import.meta.dirname, '..');

const stampFile = join(root, 'dist/.inputs');

/**
 * Whether the files that match `patterns` differ from those of the last `remember(product)`. Compares contents, not
 * times: a fresh checkout or a switched branch must not count as a change.
 */
export function isStale(product: string, patterns: readonly string[]): boolean {
  return stamps()[product] !== fingerprint(patterns);
}

/** Records that `product` is up to date with the current files. */
export function remember(product: string, patterns: readonly string[]): void {
  write(product, fingerprint(patterns));
}

/**
 * Modification times and sizes of all input files. If they are unchanged, nothing is stale and no file has to be read;
 * otherwise the contents decide.
 */
export function touches(): string {
  const hash = createHash('sha256');
  for (const folder of ['.', 'schema', 'scripts', 'src']) {
    const entries = readdirSync(join(root, folder), { recursive: folder !== '.', withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const path = join(entry.parentPath, entry.name);
      const { ctimeMs, mtimeMs, size } = lstatSync(path);
      hash.update(`${path.slice(root.length)}\0${ctimeMs}\0${mtimeMs}\0${size}\0`);
    }
  }
  return hash.digest('hex');
}

export const isUntouched = (): boolean => stamps()[TOUCHES] === touches();

/** @param seen the `touches` before the files were read */
export const rememberTouches = (seen: string): void => write(TOUCHES, seen);

const TOUCHES = 'touches';

function write(key: string, value: string): void {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, `${JSON.stringify({ ...stamps(), [key]: value }, null, 2)}\n`);
}

function stamps(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8')) as Record<string, string>;
  } catch {
    // No or an incomplete record: rebuild.
    return {};
  }
}

function fingerprint(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  const found = globSync([...patterns], { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = found.map((entry) => join(entry.parentPath, entry.name)).sort();
  for (const path of paths) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}
