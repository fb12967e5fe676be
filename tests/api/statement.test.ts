import { beforeAll, expect, test } from 'vitest';
import { gestures, newStage, people, reload } from '#tests/paths/api-gestures.ts';
import type { People } from '#tests/paths/api-gestures.ts';
import { call, startApplication, todayIn } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { readPdf } from '#tests/platform/pdf.ts';

/** A lead's ledger as a statement: as PDF for agents, as CSV for those with the right `exports`. */
let application: Application;
let who: People;

beforeAll(async () => {
  application = await startApplication();
  who = await people(application);
});

const get = (path: string, token: string) =>
  fetch(`${application.url}/api/frontend/${path}`, { headers: { authorization: `Bearer ${token}` } });

test('every entry stands in it with the balance after it', async () => {
  const stage = await newStage(application, who);
  for (const event of ['quote.sent', 'contract.sent', 'contract.signed'] as const) {
    await gestures[event](stage);
    await reload(stage);
  }
  const today = todayIn(application);
  const pay = (amount: number) =>
    call(application, 'POST', `agent-lead/${stage.lead.id}/invoice/payment`, {
      token: stage.agent.token,
      body: { amount, paid_on: today, method: 'check', note: '=1+1' },
    });
  expect((await pay(10_000)).status).toBe(200);
  expect((await pay(5_000)).status).toBe(200);
  const refund = await call(application, 'POST', `agent-lead/${stage.lead.id}/payments/refund`, {
    token: stage.agent.token,
    body: { amount: 2_000, paid_on: today, method: 'check', reason: 'Too much' },
  });
  expect(refund.status).toBe(200);

  const path = `agent-lead/${stage.lead.id}/statement`;
  const pdf = await get(path, stage.agent.token);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const { pages } = await readPdf(new Uint8Array(await pdf.arrayBuffer()));
  const text = pages.join('\n');
  for (const words of ['Statement', 'Refund to the client', '$130.00', 'internal']) expect(text).toContain(words);

  await application.database.kysely
    .updateTable('account')
    .set({ rights: [] })
    .where('id', '=', who.agent2.id)
    .execute();
  expect((await get(`${path}/export`, who.agent2.token)).status).toBe(403);
  const csv = await (await get(`${path}/export`, who.agent.token)).text();
  const lines = csv.trim().split('\r\n');
  expect(lines[0]!.replace('\uFEFF', '')).toBe('date,what,method,by,note,amount_usd,balance_usd');
  expect(lines.slice(1).map((line) => line.split(',').slice(-2))).toEqual([
    ['100', '100'],
    ['50', '150'],
    ['-20', '130'],
  ]);
  // Escaped, so that a spreadsheet does not run what someone typed.
  expect(csv).toContain(`"'=1+1"`);
});
