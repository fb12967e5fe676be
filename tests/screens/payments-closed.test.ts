import { expect, test } from 'vitest';
import { hrefs } from '#src/views/hrefs.ts';
import { signIn } from '#tests/paths/agent-page.ts';
import { signedIn, startApplication } from '#tests/platform/application.ts';
import { violationsOf } from '#tests/platform/axe.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { layoutProblemsOf } from '#tests/platform/layout.ts';
import { seen } from '#tests/platform/seen.ts';

/** Without a payment provider, movers and buyers read that they cannot pay, and whom to call, before they do any work. */
test(
  'where nothing can be paid, movers and buyers read whom to call first, at 360 px',
  { timeout: 120_000 },
  async () => {
    const application = await startApplication();
    Object.assign(application.parts.payments, { isOff: true });
    const browser = await testBrowser();
    const business = {
      subscription: 'inactive',
      used_trial: false,
      card_added: false,
      trial_ends_at: null,
      top_cities_chosen_at: null,
    };
    const mover = await signedIn(application, 'mover', 'Olga Off', {}, { business });
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
    const page = await newPage(browser, phone);
    const says = async (on: typeof page, title: string) => {
      await seen(on.getByText(title)).toBeVisible();
      await seen(on.getByRole('main').getByRole('link', { name: '(614) 555-0142' })).toHaveAttribute(
        'href',
        'tel:+16145550142',
      );
      expect(await violationsOf(on)).toEqual([]);
      expect(await layoutProblemsOf(on)).toEqual([]);
    };

    await signIn(page, application.url, 'lead-portal', mover.email);
    await seen(page.getByRole('heading', { level: 1 })).toHaveText('Where do you work?');
    await says(page, 'You can’t subscribe online yet');
    await seen(page.getByText(/^Step 2 of 3/)).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Add a city' }).fill('Columbus, Ohio');
    await page.getByRole('option', { name: 'Columbus, OH' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await seen(page.getByRole('heading', { level: 1 })).toHaveText('Subscribe');
    await says(page, 'You can’t subscribe online yet');
    await seen(page.getByText('free trial')).toHaveCount(0);

    const guest = await newPage(browser, phone);
    await guest.goto(application.url + hrefs.market.leads());
    await says(guest, 'You can’t buy leads online yet');
  },
);
