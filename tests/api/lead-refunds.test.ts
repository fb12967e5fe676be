import { beforeAll, describe, expect, test } from 'vitest';
import { grantReported } from '#src/api/marketplace/refund-grant.ts';
import { decideReport } from '#src/api/marketplace/report-decision.ts';
import { REFUND_MOST } from '#src/machines/marketplace/refund-rule.ts';
import { call, mailTo, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { forgetRequests } from './account-api.ts';
import { buyerOf, replayed } from './shop-buyer.ts';
import { shopRow } from './shop-rows.ts';

/** Which reports are refunded immediately, by rule, and which wait for a person. */
let application: Application;
beforeAll(async () => {
  application = await startApplication();
});

interface Bought {
  refunds_left: number;
  items: { id: string; refund_asked_at: string | null; refunded_at: string | null }[];
}

let addresses = 0;

/** A buyer of this many leads, with a network address of their own. */
async function bought(count: number, given: string[] = []) {
  await forgetRequests(application);
  const buyer = buyerOf(application);
  const ids = [...given];
  while (ids.length < count) ids.push(await shopRow(application));
  const { reference, details_token: token } = await buyer.buy(ids);
  await application.database.kysely
    .updateTable('purchase')
    .set({ reserved_from: `connection-${(addresses += 1)}` })
    .where('reference', '=', reference)
    .execute();
  const report = (lead_id: string, reason: string, text?: string) =>
    call<Bought & { detail?: string }>(application, 'POST', 'shop-lead/details/report', {
      body: { token, lead_id, reason, text: text ?? null },
    });
  const refunded = async (id: string) => {
    const { body } = await call<Bought>(application, 'GET', `shop-lead/details?token=${token}`);
    return body.items?.find((item) => item.id === id)?.refund_asked_at != null;
  };
  return { buyer, ids, reference, token, report, refunded };
}

test('one of four leads goes back on the buyer’s word; the next one waits for a person', async () => {
  const { buyer, ids, reference, report, token } = await bought(4);
  const { body: before } = await call<Bought>(application, 'GET', `shop-lead/details?token=${token}`);
  expect(before.refunds_left).toBe(1);
  const first = await report(ids[0]!, 'wrong-number');
  expect(first).toMatchObject({ status: 200, body: { refunds_left: 0 } });
  expect(first.body.items[0]!.refund_asked_at).not.toBeNull();
  await mailTo(application, buyer.email, /^Refunded: lead/);
  const { events } = await replayed(application, reference);
  expect(events.slice(-3)).toEqual(['lead.reported', 'lead.refund-granted', 'lead.refunded']);
  const second = await report(ids[1]!, 'wrong-number');
  expect(second.body.items[1]!.refund_asked_at).toBeNull();
  expect((await replayed(application, reference)).row.state).toBe('revealed');
  const granted = await mailTo(application, buyer.email, /^Refund for lead/);
  expect(granted.text).toContain('We’re refunding its price');
  const waiting = await mailTo(application, buyer.email, /^We have your report/);
  expect(waiting.text).not.toContain('We’re refunding its price');
});

test('who bought less than four has to wait, whatever the reason', async () => {
  const { ids, report } = await bought(1);
  const { body } = await report(ids[0]!, 'already-hired');
  expect(body).toMatchObject({ refunds_left: 0, items: [{ refund_asked_at: null }] });
});

test.each(['wrong-number', 'already-hired'])('two mailboxes that agree on %s get nothing for it', async (reason) => {
  const lead = await shopRow(application);
  const [one, two] = [await bought(1, [lead]), await bought(1, [lead])];
  expect((await one.report(lead, reason)).body.items[0]!.refund_asked_at).toBeNull();
  expect((await two.report(lead, reason)).body.items[0]!.refund_asked_at).toBeNull();
  await grantReported(application.parts, lead);
  for (const { reference } of [one, two]) expect((await replayed(application, reference)).row.state).toBe('revealed');
});

test('the brokerage confirms what two buyers say: who reported the lead is paid back, even with one lead', async () => {
  const lead = await shopRow(application);
  const { buyer, report, reference: bill, token } = await bought(1, [lead]);
  const other = await bought(1, [lead]);
  expect((await report(lead, 'already-hired')).body.items[0]!.refund_asked_at).toBeNull();
  await other.report(lead, 'already-hired');
  const { reference } = await application.database.kysely
    .selectFrom('state_lead')
    .select('reference')
    .where('id', '=', lead)
    .executeTakeFirstOrThrow();
  await decideReport(application.parts, reference, 'confirm');
  for (const { email } of [buyer, other.buyer]) await mailTo(application, email, /^Refunded: lead|^Your refund/);
  // With the refund of its only lead the purchase ends, and the contacts are locked.
  await expect.poll(async () => (await replayed(application, bill)).row.state).toBe('refunded');
  expect((await call(application, 'GET', `shop-lead/details?token=${token}`)).status).toBe(410);
});

describe('a person decides', () => {
  test('about other reasons', async () => {
    const { ids, report } = await bought(4);
    expect((await report(ids[0]!, 'other', 'They were rude')).body.items[0]!.refund_asked_at).toBeNull();
  });

  test('about a lead that is said to have been bought before and was not; the rule, where it was', async () => {
    const { buyer, ids, report } = await bought(4);
    expect((await report(ids[0]!, 'duplicate')).body.items[0]!.refund_asked_at).toBeNull();
    const again = await shopRow(application, { duplicateOf: ids[1]! });
    await forgetRequests(application);
    await application.database.kysely
      .updateTable('state_lead')
      .set({ duplicate_of: null })
      .where('id', '=', again)
      .execute();
    const { details_token: token } = await buyer.buy([again]);
    await application.database.kysely
      .updateTable('state_lead')
      .set({ duplicate_of: ids[1]! })
      .where('id', '=', again)
      .execute();
    const { body } = await call<Bought>(application, 'POST', 'shop-lead/details/report', {
      body: { token, lead_id: again, reason: 'duplicate' },
    });
    expect(body.items[0]!.refund_asked_at).not.toBeNull();
  });

  test('about everything, once a report of the buyer was wrong', async () => {
    const lead = await shopRow(application);
    const { ids, report } = await bought(9, [lead]);
    const { reference } = await application.database.kysely
      .selectFrom('state_lead')
      .select('reference')
      .where('id', '=', lead)
      .executeTakeFirstOrThrow();
    expect((await report(lead, 'already-moved')).body.items[0]!.refund_asked_at).not.toBeNull();
    await decideReport(application.parts, reference, 'reject');
    await expect
      .poll(async () => {
        const row = await application.database.kysely
          .selectFrom('state_lead')
          .select('reports_rejected_at')
          .where('id', '=', lead)
          .executeTakeFirstOrThrow();
        return row.reports_rejected_at;
      })
      .not.toBeNull();
    expect((await report(ids[1]!, 'wrong-number')).body).toMatchObject({ refunds_left: 0 });
  });
});

test('however many were bought, no more than so many go back on one’s word', async () => {
  const { ids, report } = await bought((REFUND_MOST + 1) * 4);
  const answers = [];
  for (const id of ids.slice(0, REFUND_MOST + 1)) answers.push((await report(id, 'wrong-email')).body);
  const asked = answers.at(-1)!.items.filter(({ refund_asked_at }) => refund_asked_at !== null);
  expect(asked).toHaveLength(REFUND_MOST);
});

test('reports at the same time are judged one after the other', async () => {
  const { ids, report } = await bought(4);
  const answers = await Promise.all(ids.map((id) => report(id, 'not-a-move')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { items } = (await report(ids[0]!, 'duplicate')).body as unknown as { items?: [] };
  expect(items).toBeUndefined();
  const granted = await application.database.kysely
    .selectFrom('purchase_item')
    .select('lead_id')
    .where('lead_id', 'in', ids)
    .where('refund_granted_at', 'is not', null)
    .execute();
  expect(granted).toHaveLength(1);
});
