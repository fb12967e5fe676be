import { seen as expect } from '#tests/platform/seen.ts';
import type { Page } from '@playwright/test';
import type { BidState } from '#src/machines/bid/bid.lifecycle.ts';

export type BoardPage = ReturnType<typeof boardPage>;

/** The load board as a signed-in carrier uses it: seeX checks, the others act. Amounts are in dollars, as typed. */
export function boardPage(page: Page, url: string) {
  const sheet = page.getByRole('dialog').first();

  /** Opens a load through the link of an email. */
  async function openLoad(loadId: string, tab: 'available' | 'open' | 'completed' = 'available'): Promise<void> {
    await page.goto(`${url}/load-board/leads/${tab}?load=${loadId}`);
    await sheet.getByRole('heading', { name: '→' }).waitFor();
  }

  async function seeBid(dollars: string): Promise<void> {
    await expect(
      sheet.getByText(`$${Number(dollars).toLocaleString('en-US', { minimumFractionDigits: 2 })}`, { exact: true }),
    ).toBeVisible();
    await expect(sheet.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  }

  async function fillBid(dollars: string): Promise<void> {
    await sheet.getByLabel('Your price').fill(dollars);
  }

  /** The agreement of a job, read down to its signature. */
  async function openAgreement(loadId: string): Promise<void> {
    await openLoad(loadId, 'open');
    await sheet.getByRole('link', { name: 'Read and sign' }).click();
    await page.getByRole('button', { name: 'Start reading' }).click();
    await page.getByRole('button', { name: 'Go to signing' }).click();
  }

  return {
    openLoad,
    seeBid,

    /** What the open sheet shows about the carrier's own bid, for each state of its lifecycle. */
    async seeOwnBid(state: BidState): Promise<void> {
      const shown: Record<BidState, () => Promise<void>> = {
        active: () => expect(sheet.getByRole('button', { name: 'Withdraw' })).toBeVisible(),
        withdrawn: () => expect(sheet.getByText(/^You (withdrew your bid|declined the job)/)).toBeVisible(),
        lost: () => expect(sheet.getByText(/^Your bid of .* is no longer active$/)).toBeVisible(),
        awarded: () => expect(sheet.getByText('You won this load.')).toBeVisible(),
      };
      await shown[state]();
    },

    /** The row of the load under "My bids", whatever its outcome. */
    async seeInMyBids(loadId: string, state: BidState): Promise<void> {
      await page.goto(`${url}/load-board/leads/available?mine=1`);
      const words: Record<BidState, RegExp> = {
        active: /Not seen yet|Seen/,
        withdrawn: /Withdrawn/,
        lost: /Lost/,
        awarded: /Won/,
      };
      await expect(page.getByRole('row').filter({ has: page.locator(`a[href*="load=${loadId}"]`) })).toContainText(
        words[state],
      );
    },

    /** bid.countered */
    seeCounter: (money: string) =>
      expect(sheet.getByText(`The broker asks if you would take it for ${money}`)).toBeVisible(),

    seeUnseen: () => expect(sheet.getByText('Not seen yet')).toBeVisible(),
    seeSeen: () => expect(sheet.getByText('Seen by the broker').first()).toBeVisible(),

    /** A load in which this carrier has no part, or that left the board. */
    async seeGone(loadId: string): Promise<void> {
      await page.goto(`${url}/load-board/leads/available?load=${loadId}`);
      await expect(sheet.getByText('This load is no longer on the board')).toBeVisible();
    },

    /** bid.placed */
    async placeBid(loadId: string, dollars: string): Promise<void> {
      await openLoad(loadId);
      await fillBid(dollars);
      await sheet.getByRole('button', { name: 'Place bid' }).click();
      await seeBid(dollars);
    },

    /** bid.revised */
    async reviseBid(loadId: string, dollars: string): Promise<void> {
      await openLoad(loadId);
      await sheet.getByRole('button', { name: 'Revise' }).click();
      await fillBid(dollars);
      await sheet.getByRole('button', { name: 'Revise bid' }).click();
      await seeBid(dollars);
    },

    /** bid.withdrawn */
    async withdrawBid(loadId: string): Promise<void> {
      await openLoad(loadId);
      await sheet.getByRole('button', { name: 'Withdraw' }).click();
      await page.getByRole('button', { name: 'Withdraw bid' }).click();
      await expect(sheet.getByText(/^You withdrew your bid/)).toBeVisible();
    },

    /** carrier.signed */
    async signJob(loadId: string, name: string): Promise<void> {
      await openAgreement(loadId);
      await page.getByRole('checkbox', { name: /electronic records/ }).check();
      await page.getByLabel('Full name').fill(name);
      await page.getByRole('button', { name: 'Sign', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'The job is yours' })).toBeVisible();
    },

    /** carrier.declined */
    async declineJob(loadId: string, reason: string): Promise<void> {
      await openAgreement(loadId);
      await page.getByRole('button', { name: 'Decline…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill(reason);
      await dialog.getByRole('button', { name: 'Decline' }).click();
      const outcome = page.getByText('This agreement was declined.');
      await expect(outcome).toBeInViewport();
      await expect(page.locator(':focus').filter({ has: outcome })).toBeVisible();
    },

    /** After the signature, the job names its client. */
    async seeClient(loadId: string, name: string): Promise<void> {
      await openLoad(loadId, 'open');
      await expect(sheet.getByRole('region', { name: 'Client' }).getByText(name)).toBeVisible();
    },
  };
}
