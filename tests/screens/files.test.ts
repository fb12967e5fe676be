import type { Browser } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { uploadPolicy } from '#tests/api/carrier-api.ts';
import { agentPage, startSession } from '#tests/paths/agent-page.ts';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People, Stage } from '#tests/paths/api-gestures.ts';
import { seen } from '#tests/platform/seen.ts';
import { call, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';
import { pdfText } from '#tests/platform/sample-pdf.ts';

/** Files on the screens that ask for papers: anything else is refused where it is dropped, and by the server. */
let application: Application;
let who: People;
let browser: Browser;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
  browser = await testBrowser();
});

async function openContract(): Promise<Stage> {
  const stage = await newStage(application, who);
  for (const event of [
    'quote.sent',
    'contract.sent',
    'contract.marked-signed',
    'carrier.special-awarded',
    'carrier.signed',
  ] as const) {
    await reload(stage);
    expect((await gestures[event](stage)).status).toBe(200);
  }
  await reload(stage);
  return stage;
}

/** What the browser logs about an upload that the server refuses. */
const REFUSED = /status of 422/;

test(
  'a program dropped onto the close-contract dialog is refused; the contract stays open',
  { timeout: 90_000 },
  async () => {
    const stage = await openContract();
    const page = await newPage(browser, { viewport: { width: 1280, height: 900 }, allow: [REFUSED] });
    await startSession(page, application.url, 'agent-portal', who.agent.email);
    const agent = agentPage(page, application.url);
    await agent.open(stage.lead.id);
    await agent.choose('Close contract');
    const target = agent.dialog.getByText(/Choose a PDF or photo/);
    const drop = async (name: string, type: string, text: string, times = 1) => {
      const dataTransfer = await page.evaluateHandle(
        (given) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([given.text.repeat(given.times)], given.name, { type: given.type }));
          return transfer;
        },
        { name, type, text, times },
      );
      await target.dispatchEvent('drop', { dataTransfer });
    };
    await drop('evil.exe', 'application/x-msdownload', 'MZ');
    await seen(
      agent.dialog.getByRole('alert').filter({
        hasText: 'The file evil.exe cannot be used here. Send a PDF or a photo (JPEG, PNG, WebP, GIF or AVIF).',
      }),
    ).toBeVisible();
    await seen(target).toContainText('Up to 25 MB');
    await drop('scan.pdf', 'application/pdf', 'MZ', 14 * 1_048_576);
    await seen(agent.dialog.getByText('The file scan.pdf is too large. Send one of up to 25 MB.')).toBeVisible();
    await agent.dialog.getByRole('button', { name: 'Close contract' }).click();
    await seen(agent.dialog.getByText('Attach the completion-of-work statement.').first()).toBeVisible();
    expect((await reload(stage)).stage).toBe('in-progress');

    // With the name of a paper, it reaches the server, which checks the content.
    await drop('statement.pdf', 'application/pdf', 'MZ and no paper');
    await agent.dialog.getByRole('button', { name: 'Close contract' }).click();
    await seen(agent.dialog.getByText(/The file statement.pdf cannot be used here/).first()).toBeVisible();
    expect((await reload(stage)).stage).toBe('in-progress');

    await agent.dialog.getByRole('button', { name: 'Remove statement.pdf' }).click();
    await drop('statement.pdf', 'application/pdf', pdfText());
    await agent.dialog.getByRole('button', { name: 'Close contract' }).click();
    await seen(agent.dialog).toHaveCount(0);
    expect((await reload(stage)).stage).toBe('closed');
    await seen(page.getByRole('link', { name: 'Download the completion-of-work statement' })).toHaveText('Download');
  },
);

test(
  'a certificate without its facts is shown as incomplete, and completed on the screen',
  { timeout: 90_000 },
  async () => {
    const form = new FormData();
    form.append('expiration_date', '2031-03-01');
    form.append('insurance', new Blob([pdfText()]), 'certificate.pdf');
    expect(
      (await call(application, 'POST', 'carrier/insurance/upload', { token: who.carrier2.token, body: form })).status,
    ).toBe(200);
    const page = await newPage(browser, { viewport: { width: 1280, height: 900 } });
    await startSession(page, application.url, 'load-board', who.carrier2.email);
    await page.goto(`${application.url}/load-board/settings/general`);
    const policies = page.getByRole('list', { name: 'Policies on record' });
    await seen(
      policies.getByText(
        /It doesn’t count as cover until you add the kind of cover, the insurer, the policy number, the limit, and the first day/,
      ),
    ).toBeVisible();
    await policies.getByRole('button', { name: 'Complete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Limit').fill('750000');
    await dialog.getByLabel('Insurer').fill('Harbor Casualty');
    await dialog.getByLabel('Policy number').fill('HC-55');
    await dialog.getByLabel('In force from').fill('01/05/2026');
    await dialog.getByRole('button', { name: 'Save policy' }).click();
    await seen(dialog).toHaveCount(0);
    await seen(policies.getByText('Harbor Casualty, policy HC-55')).toBeVisible();
    await seen(policies.getByText('Incomplete')).toHaveCount(0);

    // A policy below the minimum is no cover, and is not shown as if it were.
    await seen(policies.getByText('Limit too low')).toHaveCount(0);
    const low = { kind: 'cargo', policy_number: 'CG-LOW', limit: '900000' };
    expect((await uploadPolicy(application, who.carrier2, low)).status).toBe(200);
    await seen(policies.getByRole('listitem').filter({ hasText: 'CG-LOW' })).toContainText(
      'It doesn’t count as cover. At least $100,000 for each occurrence.',
    );
    await seen(policies.getByText('Limit too low')).toHaveCount(1);
  },
);

test('what is typed about a file outlasts Escape, and a colleague’s note is not written over', async () => {
  const stage = await newStage(application, who);
  const form = new FormData();
  form.append('content', new Blob([pdfText()]), 'floor plan.pdf');
  const path = `agent-lead/${stage.lead.id}`;
  const added = await call(application, 'POST', `${path}/attachment`, { token: who.agent.token, body: form });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  const page = await newPage(browser, { viewport: { width: 1280, height: 900 }, allow: [/status of 409/] });
  await startSession(page, application.url, 'agent-portal', who.agent.email);
  const agent = agentPage(page, application.url);
  await page.goto(`${application.url}/agent-portal/lead/${stage.lead.id}/files`);
  const edit = async () => {
    await page.getByRole('button', { name: /^Actions for / }).click();
    await page.getByRole('menuitem', { name: 'Rename or add a note' }).click();
  };
  await edit();
  await seen(agent.dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await agent.dialog.getByLabel('Name').fill('');
  await agent.dialog.getByRole('button', { name: 'Save' }).click();
  await seen(agent.dialog.getByRole('link', { name: 'Give the file a name.' })).toBeVisible();
  await agent.dialog.getByLabel('Name').fill('Ground floor.pdf');
  await agent.dialog.getByLabel('Note').fill('The stairs turn twice');
  await page.keyboard.press('Escape');
  await seen(agent.dialog).toHaveCount(0);

  const { attachment } = await application.database.kysely
    .selectFrom('attachment')
    .select('id as attachment')
    .where('lead_id', '=', stage.lead.id)
    .executeTakeFirstOrThrow();
  const byColleague = await call(application, 'PATCH', `agent-lead/attachment/${attachment}`, {
    token: who.agent2.token,
    body: { note: 'From the landlord' },
  });
  expect(byColleague.status, JSON.stringify(byColleague.body)).toBe(200);
  await edit();
  await seen(agent.dialog.getByLabel('Note')).toHaveValue('The stairs turn twice');
  await seen(agent.dialog.getByText(/with the note “From the landlord”/)).toBeVisible();
  await agent.dialog.getByLabel('Note').fill('From the landlord');
  await agent.dialog.getByLabel('Note').press('Control+Enter');
  await seen(agent.dialog).toHaveCount(0);
  await seen(page.getByRole('link', { name: 'Ground floor.pdf' })).toBeVisible();
  await seen(page.getByText('From the landlord')).toBeVisible();
});
