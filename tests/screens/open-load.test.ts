import type { Browser } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { insertLoads } from '#tests/api/load-rows.ts';
import { signIn, startSession } from '#tests/paths/agent-page.ts';
import { boardPage } from '#tests/paths/board-page.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { seen } from '#tests/platform/seen.ts';

/** A load is open on a carrier's screen while something about the load or the carrier changes elsewhere. */
let application: Application;
let agent: Account;
let carrier: Account;
let browser: Browser;
let leadId: string;

beforeAll(async () => {
  application = await startApplication();
  agent = await signedIn(application, 'agent', 'Ann Agent');
  carrier = await signedIn(application, 'carrier', 'Swift Vans LLC');
  await insertLoads(application, { columbus: { from: '43215', to: '60601', lb: 4000 } });
  const lead = await application.database.kysely.selectFrom('agent_lead').select('id').executeTakeFirstOrThrow();
  leadId = lead.id;
  browser = await testBrowser();
});

const authority = async (standing: 'pending' | 'active') => {
  const { status } = await call(application, 'PATCH', `agent/carriers/${carrier.carrierId}`, {
    token: agent.token,
    body: { authority: standing },
  });
  expect(status).toBe(200);
};

async function opened() {
  const page = await newPage(browser, { viewport: { width: 360, height: 800 }, allow: [/status of 403/] });
  await signIn(page, application.url, 'load-board', carrier.email);
  return { page, sheet: page.getByRole('dialog').first() };
}

test('the load opens by itself once the authority of its carrier is confirmed', async () => {
  await application.database.kysely
    .updateTable('carrier')
    .set({ authority: 'pending' })
    .where('id', '=', carrier.carrierId!)
    .execute();
  const { page, sheet } = await opened();
  await page.goto(`${application.url}/load-board/leads/available?load=${leadId}`);
  await seen(sheet.getByText('You can’t view this load yet')).toBeVisible();
  await authority('active');
  await seen(sheet.getByRole('button', { name: 'Place bid' })).toBeVisible();
});

test('a bid says that its load changed, here and in the list, and is kept with one press', async () => {
  const { page, sheet } = await opened();
  const board = boardPage(page, application.url);
  await board.openLoad(leadId);
  await sheet.getByLabel('Your price').fill('2450');
  await sheet.getByRole('button', { name: 'Place bid' }).click();
  await board.seeBid('2450');
  const { status } = await call(application, 'PATCH', `agent-lead/${leadId}`, {
    token: agent.token,
    body: { kind: 'commercial' },
  });
  expect(status).toBe(200);
  const note = sheet.getByText('This load changed after you bid. Review it, then revise or keep your bid.');
  await seen(note).toBeVisible();

  const atAgent = await newPage(browser);
  await startSession(atAgent, application.url, 'agent-portal', agent.email);
  await atAgent.goto(`${application.url}/agent-portal/lead/${leadId}/info`);
  await seen(atAgent.getByText('The load changed after this bid')).toBeVisible();

  await page.goto(`${application.url}/load-board/leads/available?mine=1`);
  await seen(page.getByText('The load changed after you bid')).toBeVisible();
  await board.openLoad(leadId);
  await sheet.getByRole('button', { name: 'Keep bid' }).click();
  await board.seeBid('2450');
  await seen(note).toHaveCount(0);
  await seen(atAgent.getByText('The load changed after this bid')).toHaveCount(0);
});
