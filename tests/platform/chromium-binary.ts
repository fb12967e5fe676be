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
  /** What it needs in its environment beside ours. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * A Chromium: what CHROMIUM_PATH says, else the system's, else Playwright's own, else the one that comes with the
 * development dependencies, so that tests need no other step.
 *
 * @throws when CHROMIUM_PATH names no file
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
 * The packed Chromium, with the libraries and fonts that slim images lack. Unpacked on first use, beside the package:
 * a name that is the same for everybody in the temporary folder could be anybody's program.
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

/** Unpacked elsewhere and moved there whole: several workers may want it at once, and a run may be killed. */
async function unpack(folder: string, executablePath: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  // Only we may open it.
  const draft = await mkdtemp(`${folder}.draft-`);
  try {
    // The package unpacks to the temporary folder that its environment names, and all of it where it believes to be in
    // a cloud function.
    const script = "const { default: packed } = await import('@sparticuz/chromium'); await packed.executablePath();";
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      env: { TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    });
    // Its own names folders that anybody can make.
    await writeFile(join(draft, 'fonts', 'fonts.conf'), fontsConfiguration(join(folder, 'fonts')));
    // A browser that still ran when the packages were installed anew has made its font cache again, and nothing else.
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
