import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export interface Chromium {
  readonly executablePath: string;
  /** Environment variables that it needs besides ours. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * A Chromium: the one that CHROMIUM_PATH names, otherwise the system's, otherwise Playwright's own, otherwise the one
 * that comes with the development dependencies, so that tests need no other setup.
 *
 * @throws if CHROMIUM_PATH names no file
 */
export async function findChromium(): Promise<Chromium> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH names no file: ${chosen}`);
    return { executablePath: chosen, env: {} };
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = folders.flatMap((folder) => systemNames.map((name) => join(folder, name)));
  const found = [...candidates, chromium.executablePath()].find((path) => existsSync(path));
  return found ? { executablePath: found, env: {} } : await packedChromium();
}

/**
 * The packed Chromium, with the libraries and fonts that slim images lack. It is unpacked on first use, beside the
 * package: under a fixed name in the temporary folder, anyone could have placed another program.
 */
async function packedChromium(): Promise<Chromium> {
  const module = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const { version } = JSON.parse(await readFile(resolve(module, '../../package.json'), 'utf8')) as { version: string };
  const cache = join(import.meta.dirname, '../../node_modules/.cache');
  const folder = join(cache, `chromium-${version}`);
  const executablePath = join(folder, 'chromium');
  if (!existsSync(executablePath)) await unpack(folder, executablePath);
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') };
  return { executablePath, env };
}

/** Unpacked elsewhere and then moved atomically: several workers may need it at once, and a run may be killed. */
async function unpack(folder: string, executablePath: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  // Only the current user may open it.
  const draft = await mkdtemp(`${folder}.draft-`);
  try {
    // The package unpacks to the temporary folder named by its environment, and unpacks everything only if it believes
    // to run in a cloud function.
    const script = "const { default: packed } = await import('@sparticuz/chromium'); await packed.executablePath();";
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      env: { TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    });
    // The default configuration names folders that anyone can create.
    await writeFile(join(draft, 'fonts', 'fonts.conf'), fontsConfiguration(join(folder, 'fonts')));
    // A browser that was still running when the packages were reinstalled recreates only its font cache here.
    if (!existsSync(executablePath)) await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another worker was faster.
    if (!existsSync(executablePath)) throw error;
  }
}

function fontsConfiguration(folder: string): string {
  const path = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path}/cache</cachedir>
</fontconfig>
`;
}
