import type { Page } from '@playwright/test';
import { seen as expect } from '#tests/platform/seen.ts';
import { pdfText } from '#tests/platform/sample-pdf.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

const PAPER = { mimeType: 'application/pdf', buffer: Buffer.from(pdfText()) };
const dayIn = (days: number): string =>
  new Date(Date.now() + days * DAY).toLocaleDateString('en-US', { timeZone: 'UTC' });

/** The last part of a carrier's sign-up, and the same forms in its settings: seeX checks, the others act. */
export function carrierSignUpPage(page: Page, url: string) {
  async function see(
    step: 'Your company' | 'Your licenses' | 'Your insurance' | 'The broker-carrier agreement',
  ): Promise<void> {
    await expect(page.getByRole('heading', { name: step, exact: true })).toBeVisible();
  }

  async function choose(label: string | RegExp, name: string): Promise<void> {
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel(label).click();
    await (await chooser).setFiles({ name, ...PAPER });
  }

  async function fillCompany({ street = '210 Lake Street' } = {}): Promise<void> {
    await page.getByLabel('Phone').fill('6125550111');
    await page.getByLabel('Street address').fill(street);
    await page.getByLabel('ZIP').fill('55408');
    await expect(page.getByLabel('City')).toHaveValue('Minneapolis');
    await expect(page.getByLabel('State', { exact: true })).toHaveValue('MN');
    await page.getByRole('button', { name: '26 ft box truck' }).click();
    await page.getByRole('button', { name: 'MN Minnesota' }).click();
  }

  const saveAndContinue = () => page.getByRole('button', { name: 'Save and continue' }).click();
  const skip = () => page.getByRole('button', { name: 'Skip for now' }).click();

  async function addLicense(number: string, file?: string): Promise<void> {
    await page.getByRole('button', { name: 'Add a license' }).click();
    await page.getByLabel('Kind', { exact: true }).last().fill('State mover permit');
    await page.getByLabel('Number', { exact: true }).last().fill(number);
    await page.getByLabel('State', { exact: true }).last().selectOption('MN');
    await page
      .getByLabel(/^Expires/)
      .last()
      .fill(dayIn(300));
    if (file) await choose(/^Copy/, file);
  }

  async function uploadPolicy(kind: 'Auto liability' | 'Cargo', number: string, { ends = 200 } = {}): Promise<void> {
    await page.getByLabel('Kind of policy').selectOption({ label: kind });
    await page.getByLabel('Limit').fill('750000');
    await page.getByLabel('Insurer').fill('Keystone Mutual');
    await page.getByLabel('Policy number').fill(number);
    await page.getByLabel('In force from').fill(dayIn(-30));
    await page.getByLabel('Ends on').fill(dayIn(ends));
    await choose('Certificate of insurance', `${number}.pdf`);
    await page.getByRole('button', { name: 'Upload policy' }).click();
    await expect(page.getByRole('list', { name: 'Policies on record' }).getByText(number)).toBeVisible();
  }

  async function read(): Promise<void> {
    await see('The broker-carrier agreement');
    await page.getByRole('button', { name: 'Start reading' }).click();
    await page.getByRole('button', { name: 'Go to signing' }).click();
  }

  async function sign(name: string): Promise<void> {
    await page.getByRole('checkbox', { name: /electronic records/ }).check();
    await page.getByLabel('Full name').fill(name);
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
  }

  return {
    see,
    fillCompany,
    saveAndContinue,
    skip,
    addLicense,
    uploadPolicy,
    read,
    sign,

    back: () => page.getByRole('button', { name: 'Back', exact: true }).click(),

    /** The shortest way: everything that can wait is skipped. */
    async complete(name = 'Henry Lund'): Promise<void> {
      await page.goto(`${url}/auth/load-board/signup-complete`);
      await see('Your company');
      await fillCompany();
      await saveAndContinue();
      await see('Your licenses');
      await skip();
      await see('Your insurance');
      await page.getByRole('button', { name: /^(Skip for now|Continue)$/ }).click();
      await read();
      await sign(name);
      await page.waitForURL(/\/load-board\/leads\/available/);
    },
  };
}
