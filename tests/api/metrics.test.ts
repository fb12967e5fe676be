import { beforeAll, expect, test } from 'vitest';
import { newId } from '#src/api/database/ids.ts';
import { startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { readFile } from 'node:fs/promises';

let application: Application;
beforeAll(async () => {
  application = await startApplication();
});

/** Values by name; for metrics with labels, by name and labels. */
async function metrics(): Promise<Record<string, number>> {
  const text = await (await fetch(`${application.url}/metrics`)).text();
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
}

test('mails and jobs that wait are counted, with the age of the oldest', async () => {
  const { kysely } = application.database;
  await kysely
    .insertInto('mail')
    .values([
      mail({ created_at: new Date(Date.now() - 600_000).toISOString(), body: JSON.stringify({ text: 'waits' }) }),
      mail({ created_at: new Date(Date.now() - 9_000_000).toISOString(), delivered_at: new Date().toISOString() }),
      // Permanently refused.
      mail({ created_at: new Date(Date.now() - 9_000_000).toISOString() }),
    ])
    .execute();
  await kysely.transaction().execute((tx) => application.parts.jobs.enqueue(tx, 'nobody.takes.it', {}));
  await expect.poll(async () => (await metrics()).leads_mails_waiting, { timeout: 10_000 }).toBe(1);
  const found = await metrics();
  expect(found.leads_mail_oldest_waiting_seconds).toBeGreaterThanOrEqual(600);
  expect(found.leads_mail_oldest_waiting_seconds).toBeLessThan(9_000);
  expect(found.leads_jobs_ready).toBe(1);
  expect(found.leads_database_up).toBe(1);
  expect(found['leads_database_connections{state="waiting"}']).toBe(0);
  expect(found.leads_data_dir_free_bytes).toBeGreaterThan(0);
  expect(found.leads_data_dir_size_bytes).toBeGreaterThan(found.leads_data_dir_free_bytes!);
});

test('what alerts and the dashboard ask for is there', async () => {
  const text = await (await fetch(`${application.url}/metrics`)).text();
  const known = new Set([...text.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name!));
  const read = (name: string) => readFile(new URL(`../../docs/operations/${name}`, import.meta.url), 'utf8');
  for (const file of ['alerts.yaml', 'dashboard.json']) {
    const asked = [...(await read(file)).matchAll(/\b((?:leads|http|nodejs|process)_\w+)\b/g)].map(([, name]) => name!);
    expect(asked.length).toBeGreaterThan(5);
    expect([...new Set(asked)].filter((name) => !known.has(name.replace(/_(?:bucket|count|sum)$/, '')))).toEqual([]);
  }
});

const mail = (given: object) => ({
  id: newId(),
  message_id: `<${newId()}@test>`,
  recipient: 'ann@test.example',
  subject: 'Test',
  kind: 'test',
  body: '{}',
  ...given,
});
