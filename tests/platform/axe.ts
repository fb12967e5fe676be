import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { motionsEnded } from './layout.ts';

/** The part of WCAG 2.2 AA that can be checked automatically. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The violations that axe finds on the page in its current state, after fades have ended. `rules: 'all'` adds best
 * practices to WCAG.
 *
 * @throws if the page contains a frame, which axe would not inspect
 */
export async function violationsOf(page: Page, rules: 'wcag' | 'all' = 'wcag'): Promise<axe.Result[]> {
  // During a fade, colors are neither the initial nor the final ones.
  await motionsEnded(page);
  if (!(await page.evaluate(() => 'axe' in window))) await load(page);
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(rules === 'wcag' ? { runOnly: WCAG } : {}) };
  return await page.evaluate(async (options) => {
    if (document.querySelector('iframe, frame')) throw new Error('Axe does not look into the frames of this page.');
    return (await (window as unknown as { axe: typeof axe }).axe.run(document, options)).violations;
  }, options);
}

/** Sends it directly to the browser: Playwright's API takes twice as long for a source of this size. */
async function load(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: `${source};0` });
  await session.detach();
  if (exceptionDetails) throw new Error(`axe did not load: ${exceptionDetails.text}`);
}
