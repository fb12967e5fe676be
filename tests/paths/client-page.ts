import type { Page } from '@playwright/test';
import { seen as expect } from '#tests/platform/seen.ts';
import { mailTo } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';

export type ClientPage = ReturnType<typeof clientPage>;

/**
 * What a client does with the emails they get, in a browser where nobody is signed in.
 *
 * @param sent how many contracts were sent so far: the page waits for the email of the newest one, not of any
 */
export function clientPage(
  page: Page,
  application: Pick<Application, 'url'>,
  email: string,
  sent: () => Promise<number> = async () => 1,
) {
  async function openContract(): Promise<void> {
    const mail = await mailTo(application, email, /^(Please sign|Your link to sign)/, (await sent()) - 1);
    const link = mail.links.find((one) => one.includes('/broker-shipper-agreement/sign'));
    if (!link) throw new Error(`The email "${mail.subject}" has no link to the agreement.`);
    const { pathname, search } = new URL(link);
    await page.goto(application.url + pathname + search);
    await page.getByRole('heading', { name: 'Your moving agreement' }).waitFor();
  }

  async function readOn(): Promise<void> {
    await page.getByRole('button', { name: 'Start reading' }).click();
    await page.getByRole('button', { name: 'Go to signing' }).click();
    await page.getByRole('checkbox', { name: /electronic records/ }).check();
  }

  async function send(): Promise<void> {
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Your agreement is signed' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  }

  async function draw(): Promise<void> {
    const pad = page.getByRole('img', { name: 'Nothing is drawn yet' });
    await pad.scrollIntoViewIfNeeded();
    const box = await pad.boundingBox();
    if (!box) throw new Error('There is nothing to draw on.');
    const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
    await page.mouse.move(...at(0.2, 0.6));
    await page.mouse.down();
    for (const [x, y] of [
      [0.35, 0.2],
      [0.45, 0.7],
      [0.6, 0.3],
      [0.8, 0.6],
    ] as const)
      await page.mouse.move(...at(x, y), { steps: 8 });
    await page.mouse.up();
    await page.getByRole('img', { name: 'Your drawn signature' }).waitFor();
  }

  /** Opens the page of the estimate, which itself reports that it was opened. */
  async function openEstimate(token: string): Promise<void> {
    await page.goto(`${application.url}/agent-portal/estimates/${token}`);
    await page.getByRole('heading', { name: 'Your moving estimate' }).waitFor();
  }

  async function write(button: string, label: string, text: string, send: string): Promise<void> {
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(label).fill(text);
    await dialog.getByRole('button', { name: send }).click();
    await expect(dialog).toHaveCount(0);
  }

  return {
    openContract,
    openEstimate,

    /** quote.accepted: the page links to the agreement, or says that it will come. */
    async acceptEstimate(token: string): Promise<void> {
      await openEstimate(token);
      await page.getByRole('button', { name: /^Accept \$/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
      await expect(
        page
          .getByRole('heading', { name: 'Your moving agreement' })
          .or(page.getByText(/^You accepted this estimate/))
          .first(),
      ).toBeVisible();
    },

    /** quote.declined */
    async declineEstimate(token: string, reason: string): Promise<void> {
      await openEstimate(token);
      await write('Decline…', 'Reason', reason, 'Decline');
      await expect(page.getByText('You declined this estimate')).toBeVisible();
    },

    /** quote.asked */
    async askAboutEstimate(token: string, question: string): Promise<void> {
      await openEstimate(token);
      await write('Ask…', 'Your question', question, 'Send question');
      await expect(page.getByText('Your question is sent')).toBeVisible();
    },

    /** contract.signed, typed */
    async sign(name = 'Casey Client'): Promise<void> {
      await openContract();
      await readOn();
      await page.getByLabel('Full name').fill(name);
      await send();
    },

    /** contract.signed, drawn */
    async signDrawn(name = 'Casey Client'): Promise<void> {
      await openContract();
      await readOn();
      await page.getByText('Draw', { exact: true }).click();
      await draw();
      await page.getByLabel('Full name').fill(name);
      await send();
    },

    /** contract.declined */
    async decline(reason: string): Promise<void> {
      await openContract();
      await page.getByRole('button', { name: 'Decline…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill(reason);
      await dialog.getByRole('button', { name: 'Decline' }).click();
      await expect(page.getByRole('heading', { name: 'You declined the agreement' })).toBeVisible();
    },

    /** The worker creates the sealed PDF; the page finds it by itself. */
    async seeSignedCopy(): Promise<void> {
      await expect(page.getByRole('link', { name: 'Download your signed copy' })).toBeVisible({ timeout: 30_000 });
    },
  };
}
