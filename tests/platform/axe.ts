import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { motionsEnded } from './layout.ts';

/** What a program can tell of WCAG 2.2 AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe objects to on the page as it stands, once what fades in or out has done so. `rules: 'all'` adds to WCAG what is only good practice.
 *
 * @throws when the page holds a frame, into which axe would not look
 */
export async function violationsOf(page: Page, rules: 'wcag' | 'all' = 'wcag'): Promise<axe.Result[]> {
  // What fades in has the colors of neither its beginning nor its end.
  await motionsEnded(page);
  if (!(await page.evaluate(() => 'axe' in window))) await load(page);
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(rules === 'wcag' ? { runOnly: WCAG } : {}) };
  return await page.evaluate(async (options) => {
    if (document.querySelector('iframe, frame')) throw new Error('Axe does not look into the frames of this page.');
    return (await (window as unknown as { axe: typeof axe }).axe.run(document, options)).violations;
  }, options);
}

/** Straight to the browser: Playwright's own way takes twice as long for a source of this length. */
async function load(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: `${source};0` });
  await session.detach();
  if (exceptionDetails) throw new Error(`axe did not load: ${exceptionDetails.text}`);
}
