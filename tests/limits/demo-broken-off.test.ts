import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fillDemo, isDemoFilling, writeDemo } from '#src/demo/demo.ts';
import { startApplication } from '#tests/platform/application.ts';

test('a demo that was broken off is completed, and only once', { timeout: 180_000 }, async () => {
  const { parts: own } = await startApplication({ environment: { PARTS: 'api' } });
  const now = own.now();
  expect(await isDemoFilling(own)).toBe(false);
  await writeDemo(own, now);
  expect(await isDemoFilling(own)).toBe(true);
  const { payments } = own;
  await expect(fillDemo(own, now, AbortSignal.abort(new Error('The process stops.')))).rejects.toThrow('stops');
  // Before the subscription, and after the provider has it.
  for (const broken of [
    Object.defineProperty({ ...payments }, 'sandbox', {
      get() {
        throw new Error('The process was killed.');
      },
    }),
    { ...payments, stripe: null as never },
  ])
    await expect(fillDemo({ ...own, payments: broken }, now)).rejects.toThrow();
  // How many clients ask about a quote, each in a chat with that one message, depends on the hour.
  const told = async () => {
    const { rows } = await sql<Record<string, string | number>>`
      select (select string_agg(standing, ' ') from subscription where provider_id is not null) as standing,
             (select count(*) from payment_invoice) as invoices, (select count(*) from purchase) as purchases,
             (select count(*) from chat where messages > 1) as chats, (select count(*) from link where purpose = 'portal') as pages,
             (select count(*) from agent_lead) as leads, (select count(*) from agent_lead_refusal) as refusals`.execute(
      own.database.kysely,
    );
    return rows[0]!;
  };
  await fillDemo(own, now);
  const complete = await told();
  expect(complete).toMatchObject({ standing: 'active', invoices: 2, purchases: 5, chats: 3, pages: 2 });
  await fillDemo(own, now);
  expect(await told()).toEqual(complete);
});
