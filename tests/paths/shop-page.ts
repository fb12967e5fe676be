import { seen } from '#tests/platform/seen.ts';
import type { Page } from '@playwright/test';
import type { PurchaseState } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { hrefs } from '#src/views/hrefs.ts';

/** What the buyer sees in each state of a purchase; a state without words does not compile. */
const WORDS: Record<PurchaseState, string | RegExp> = {
  reserved: 'Held for you for',
  paying: 'Held for you for',
  authenticating: 'Your bank wants to confirm it’s you',
  failed: /card was declined|insufficient funds|unable to authenticate/,
  paid: /(?:is|are) yours$/,
  revealed: /(?:is|are) yours$/,
  expired: 'The reservation ended and nothing was charged',
  refunding: /is on its way back to your card$/,
  refunded: /went back to your card$|came back as credit$/,
};

const BOUGHT = /^Your (?:\d+ leads|lead)$/;

/** The shop as a buyer uses it. */
export function shopPage(page: Page, url: string) {
  const panel = page.getByRole('dialog').first();
  return {
    open: (query: Record<string, string> = {}) => page.goto(url + hrefs.market.leads(query)),
    add: (route: string) =>
      page
        .getByRole('button', { name: `Add: ${route}` })
        .first()
        .click(),
    viewCart: () => page.getByRole('button', { name: 'View cart' }).click(),
    async reserve(email: string) {
      await page.getByLabel('Email address').fill(email);
      await page.getByRole('button', { name: 'Continue to payment' }).click();
    },
    async enterCard(number: string) {
      await page.getByLabel('Card number').fill(number);
      await page.getByLabel('Expires').fill('1230');
      await page.getByLabel('Security code').fill('123');
      await page.getByRole('button', { name: /^Pay \$/ }).click();
    },
    answerBank: (answer: 'Approve' | 'Decline') => page.getByRole('button', { name: answer }).click(),
    async answerBankLater(answer: 'Approve' | 'Decline') {
      await page.getByRole('button', { name: 'Answer' }).click();
      await page.getByRole('button', { name: answer }).click();
    },
    letGo: () => panel.getByRole('button', { name: 'Cancel' }).click(),
    async seeContacts() {
      await page.getByRole('link', { name: 'See the contacts' }).click();
      await page.getByRole('heading', { level: 1, name: BOUGHT }).waitFor();
    },
    /** On the page with the contacts. */
    async report(reason: string) {
      await page
        .getByRole('button', { name: /^Report / })
        .first()
        .click();
      await page.getByLabel(reason).check();
      await page.getByRole('button', { name: 'Send report' }).click();
      await seen(page.getByText('Reported', { exact: true }).first()).toBeVisible({ timeout: 10_000 });
    },
    /** For a buyer who can still open the contacts: what others do does not appear there by itself. */
    async seeAmongContacts(state: PurchaseState) {
      await page.reload();
      await seen(
        state === 'revealed'
          ? page.getByRole('heading', { level: 1, name: BOUGHT })
          : page.getByText('This purchase was refunded, so its contacts are closed.'),
      ).toBeVisible({ timeout: 15_000 });
    },
    see: (state: PurchaseState) => seen(page.getByText(WORDS[state]).first()).toBeVisible({ timeout: 15_000 }),
    seeCardForm: () => seen(page.getByLabel('Card number')).toBeVisible({ timeout: 10_000 }),
  };
}

export type ShopPage = ReturnType<typeof shopPage>;
