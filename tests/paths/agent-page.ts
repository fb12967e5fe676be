import type { Page } from '@playwright/test';
import { SIGN_IN } from '#src/app/session-documents.ts';
import type { AgentLeadEventType, AgentLeadPlace } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { AGENT_LEAD_EVENTS } from '#src/machines/agent-lead/agent-lead.moves.ts';
import type { Platform } from '#src/machines/session/session.user.ts';
import { placeName } from '#src/views/agent-lead/lead-names.ts';
import { seen as expect } from '#tests/platform/seen.ts';
import { PASSWORD } from '#tests/platform/application.ts';
import { pdfText } from '#tests/platform/sample-pdf.ts';

type AgentEvent = {
  [T in AgentLeadEventType]: (typeof AGENT_LEAD_EVENTS)[T]['by'] extends string ? T : never;
}[AgentLeadEventType];

const PAPER = { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfText()) };

/** Signs in by hand at a portal; new people may be led to a gate. */
export async function signIn(
  page: Page,
  url: string,
  platform: Platform,
  email: string,
  password = PASSWORD,
): Promise<void> {
  await page.goto(`${url}/auth/${platform}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((address) => !address.pathname.endsWith('/login'));
}

/**
 * Gives a page somebody's session without the form, for tests that are not about signing in. The page stays where it
 * is: loading the sign-in page and the portal's first page takes longer than most of what such a test checks.
 */
export async function startSession(
  page: Page,
  url: string,
  platform: Platform,
  email: string,
  password = PASSWORD,
): Promise<void> {
  const variables = { platform: platform.replaceAll('-', '_'), email, password };
  const response = await page.request.post(`${url}/graphql`, { data: { query: SIGN_IN, variables } });
  const { data } = (await response.json()) as { data?: { signIn?: { ok: boolean } } | null };
  if (!data?.signIn?.ok) throw new Error(`${email} could not be signed in: ${await response.text()}`);
}

/** The page of one lead, as an agent uses it: seeX checks, the others act. */
export function agentPage(page: Page, url: string) {
  const dialog = page.getByRole('dialog');
  const banner = page.getByRole('banner').or(page.locator('main header')).first();

  async function open(leadId: string): Promise<void> {
    await page.goto(`${url}/agent-portal/lead/${leadId}/info`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  async function seePlace(place: AgentLeadPlace): Promise<void> {
    await expect(page.locator('main').getByText(placeName(place), { exact: true }).first()).toBeVisible();
  }

  /** Opens the dialog of a transition from the menu, which lists every transition available here. */
  async function choose(name: string): Promise<void> {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    // The dialog's own box is empty, because its panel floats.
    await dialog.getByRole('heading').first().waitFor();
  }

  /** What the menu offers: each transition, with the reason why it is disabled, or null if it is enabled. */
  async function offers(): Promise<Map<string, string | null>> {
    await page.getByRole('button', { name: 'More actions' }).click();
    const items = page.getByRole('menu', { name: 'More actions' }).getByRole('menuitem');
    await items.first().waitFor();
    const found = await items.evaluateAll((rows) =>
      rows.map((row) => {
        const reason = row.querySelector('span span');
        return [
          row.textContent.replace(reason?.textContent ?? '', '').trim(),
          row.getAttribute('aria-disabled') === 'true' ? (reason?.textContent ?? '') : null,
        ] as const;
      }),
    );
    await page.keyboard.press('Escape');
    return new Map(found);
  }

  async function confirm(verb: string | RegExp): Promise<void> {
    await dialog.getByRole('button', { name: verb }).last().click();
    await expect(dialog)
      .toHaveCount(0)
      .catch(async (error: Error) => {
        throw new Error(`The dialog says: ${(await dialog.allInnerTexts()).join('\n')}\n${error.message}`);
      });
  }

  async function attach(label: string): Promise<void> {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), dialog.getByLabel(label).click()]);
    await chooser.setFiles(PAPER);
    await dialog.getByText(PAPER.name).waitFor();
  }

  const date = async (label: string | RegExp, value: string): Promise<void> => {
    await dialog.getByLabel(label).first().fill(value);
    await dialog.getByLabel(label).first().blur();
  };

  /** The agent's gesture for each event of the lifecycle that agents trigger. */
  const gestures = {
    'lead.edited': async () => {
      await choose('Edit lead');
      await dialog.getByLabel(/^Notes/).fill('Piano on the second floor');
      await confirm(/^Save/);
    },
    'lead.archived': async () => {
      await choose('Archive');
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Client moved with friends');
      await confirm('Archive');
    },
    'lead.restored': async () => {
      await choose('Restore');
      await confirm('Restore');
    },
    'lead.followed-up': async () => {
      await choose('Set follow-up');
      await date('Get back to the client on', '12/30/2099');
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Call about the piano');
      await confirm('Set follow-up');
    },
    'quote.sent': async () => {
      await choose('Send quote');
      await confirm('Send quote');
    },
    'contract.sent': async () => {
      await choose('Send contract');
      await confirm('Send contract');
    },
    'contract.marked-signed': async () => {
      await choose('Mark contracted');
      await attach('Signed agreement');
      await date('Signed on', '01/05/2026');
      await confirm('Mark contracted');
    },
    'load.posted': async () => {
      await choose('Post to load board');
      await confirm('Post to load board');
    },
    'load.taken-off': async () => {
      await choose('Take off the board');
      await confirm('Take off the board');
    },
    'carrier.awarded': async () => {
      await choose('Award carrier');
      await dialog.getByRole('radio').first().check();
      await confirm(/^Award for/);
    },
    'award.withdrawn': async () => {
      await choose('Withdraw award');
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Client changed the date');
      await confirm('Withdraw award');
    },
    'contract.reopened': async () => {
      await choose('Reopen contract');
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Dates changed');
      await confirm('Reopen contract');
    },
    'carrier.dropped': async () => {
      await choose('Take the carrier off the job');
      await dialog.getByRole('radio', { name: /^The carrier/ }).check();
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Truck broke down');
      await confirm('Take off the job');
    },
    'contract.corrected': async () => {
      await choose('Correct close-out');
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Closed by mistake');
      await confirm('Correct close-out');
    },
    'contract.closed': async () => {
      await choose('Close contract');
      await attach('Completion-of-work statement');
      await dialog.getByLabel('The broker has been paid').check();
      await confirm('Close contract');
    },
    'invoice.sent': async () => {
      await choose('Send invoice');
      await confirm('Send invoice');
    },
    'price.reduced': async () => {
      await choose('Reduce price');
      await dialog.getByLabel('Amount').fill('1.00');
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Late delivery');
      await confirm('Reduce price');
    },
    'payment.recorded': async () => {
      await choose('Record payment');
      await dialog.getByLabel('Amount').fill('1.00');
      await dialog.getByLabel('Paid by').selectOption({ index: 1 });
      const overpaid = dialog.getByRole('checkbox', { name: /more than is due$/ });
      if (await overpaid.isVisible()) await overpaid.check();
      await confirm('Record payment');
    },
    /** The full amount due, as the form suggests it. */
    'payment.completed': async () => {
      await choose('Record payment');
      await dialog.getByLabel('Paid by').selectOption({ index: 1 });
      await confirm('Record payment');
    },
    'payment.reopened': async () => {
      const money = page.getByRole('region', { name: 'Money' });
      // The largest one: without it, something is due again.
      const corrections = await money.getByRole('button', { name: /^Correct Payment/ }).all();
      const amounts = await Promise.all(
        corrections.map(async (button) => Number((await button.getAttribute('aria-label'))!.replace(/[^0-9]/g, ''))),
      );
      await corrections[amounts.indexOf(Math.max(...amounts))]!.click();
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('The check bounced');
      await confirm('Correct entry');
    },
  } satisfies Partial<Record<AgentEvent, () => Promise<void>>>;

  async function specialAward(carrierName: string): Promise<void> {
    await choose('Special award');
    await dialog.getByLabel('Carrier', { exact: true }).fill(carrierName);
    await page
      .getByRole('option', { name: new RegExp(carrierName) })
      .first()
      .click();
    await dialog.getByLabel('Carrier pay, all-inclusive').fill('3000');
    await dialog.getByRole('textbox', { name: 'Why this carrier' }).fill('Knows the house');
    await confirm('Award carrier');
  }

  return { page, banner, dialog, open, seePlace, offers, choose, confirm, gestures, specialAward };
}
export type AgentPage = ReturnType<typeof agentPage>;
