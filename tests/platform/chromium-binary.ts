import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of a Chromium: what CHROMIUM_PATH says, else the system's, else Playwright's own, else the one that comes
 * with the development dependencies (unpacked to the temporary folder on first use), so that tests need no other step.
 *
 * @throws when CHROMIUM_PATH names no file
 */
export async function findChromium(): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH names no file: ${chosen}`);
    return chosen;
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = folders.flatMap((folder) => systemNames.map((name) => join(folder, name)));
  const found = [...candidates, chromium.executablePath()].find((path) => existsSync(path));
  return found ?? (await packedChromium());
}

async function packedChromium(): Promise<string> {
  // It brings the libraries that slim images lack only where it believes to run in a cloud function.
  const packed = await import('@sparticuz/chromium');
  return await packed.default.executablePath();
}
