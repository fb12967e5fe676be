import { expect, test } from 'vitest';
import { launchBrowser, newPage } from './chromium.ts';

test('a browser starts and shows a page', async () => {
  const browser = await launchBrowser();
  try {
    const page = await newPage(browser);
    await page.setContent('<button>Hello</button>');
    expect(await page.getByRole('button').textContent()).toBe('Hello');
  } finally {
    await browser.close();
  }
});

test.fails('a page that logs an error fails its test', async () => {
  const browser = await launchBrowser();
  try {
    const page = await newPage(browser);
    await page.evaluate(() => console.error('broken'));
  } finally {
    await browser.close();
  }
});

test('an error that a test expects does not', async () => {
  const browser = await launchBrowser();
  try {
    const page = await newPage(browser, { allow: [/broken/] });
    await page.evaluate(() => console.error('broken'));
  } finally {
    await browser.close();
  }
});
