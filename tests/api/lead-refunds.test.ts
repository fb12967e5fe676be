import { beforeAll, describe, expect, test } from 'vitest';
import { grantReported } from '#src/api/marketplace/refund-grant.ts';
import { decideReport } from '#src/api/marketplace/report-decision.ts';
import { REFUND_MOST } from '#src/machines/marketplace/refund-rule.ts';
import { newId } from '#src/api/database/ids.ts';
import { call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
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

  test('about nothing where one lead was paid for twice: it is refunded, however few the buyer bought', async () => {
    const { buyer, ids } = await bought(1);
    await forgetRequests(application);
    const { details_token: token } = await buyer.buy(ids);
    const { body } = await call<Bought>(application, 'POST', 'shop-lead/details/report', {
      body: { token, lead_id: ids[0]!, reason: 'duplicate' },
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

describe('an agent with the right answers a report', () => {
  interface Request {
    purchase: string;
    lead: { id: string };
  }
  interface Day {
    groups: { kind: string; total: number; items: object[] }[];
    mine: number;
    everybody: number;
  }
  let agent: string;
  beforeAll(async () => {
    const { id, token } = await signedIn(application, 'agent', 'Ann Agent');
    await setRights(id, ['settings']);
    agent = token;
  });
  const setRights = (id: string, rights: 'settings'[]) =>
    application.database.kysely.updateTable('account').set({ rights }).where('id', '=', id).execute();
  const requests = async (reference: string) => {
    const { body } = await call<{ requests: (Request & Record<string, unknown>)[] }>(
      application,
      'GET',
      'agent/refund-requests',
      { token: agent },
    );
    return body.requests.filter(({ purchase }) => purchase === reference);
  };
  async function answer(reference: string, leadId: string, body: { decision: string; reason?: string }) {
    const { id } = await application.database.kysely
      .selectFrom('purchase')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    return call<{ detail?: string; errors?: unknown }>(
      application,
      'POST',
      `agent/refund-requests/${id}/${leadId}/decision`,
      { token: agent, body, headers: { 'idempotency-key': newId() } },
    );
  }

  test('one lead of several is refunded, once, and the history names the agent', async () => {
    const { buyer, ids, report, reference, refunded } = await bought(2);
    await report(ids[0]!, 'other', 'The call was cut off');
    const about = await mailTo(application, application.parts.brokerage.email, new RegExp(`of purchase ${reference}$`));
    expect(about.text).toContain('/agent-portal/brokerage/marketplace');
    expect(about.text).not.toContain('npm run');
    expect(await requests(reference)).toEqual([
      {
        purchase_id: expect.any(String),
        purchase: reference,
        buyer: buyer.email,
        lead: {
          id: ids[0],
          reference: expect.stringMatching(/^H-/),
          origin: { city: 'Columbus', state: 'OH' },
          destination: { city: expect.any(String), state: expect.any(String) },
          client: { name: expect.any(String), phone: expect.any(String), email: expect.any(String) },
        },
        reason: 'other',
        text: 'The call was cut off',
        reported_at: expect.any(String),
        price: expect.any(Number),
        credit: 0,
        refund_to: 'card',
        dispute: null,
      },
    ]);
    expect((await answer(reference, ids[1]!, { decision: 'refund' })).status).toBe(404);
    expect((await answer(reference, ids[0]!, { decision: 'refund' })).status).toBe(200);
    expect(await requests(reference)).toEqual([]);
    await mailTo(application, buyer.email, /^Refunded: lead/);
    expect(await refunded(ids[0]!)).toBe(true);
    for (const body of [{ decision: 'refund' }, { decision: 'decline', reason: 'No' }])
      expect(await answer(reference, ids[0]!, body)).toMatchObject({
        status: 409,
        body: { detail: 'This lead has been refunded already.' },
      });
    const { rows } = await application.database.pool.query(
      `select actor_name from history where event = 'lead.refund-asked' and record_id = (select id from purchase where reference = $1)`,
      [reference],
    );
    expect(rows).toEqual([{ actor_name: 'Ann Agent' }]);
  });

  test('the only lead of a purchase is refunded with the purchase', async () => {
    const { buyer, ids, report, reference } = await bought(1);
    await report(ids[0]!, 'wrong-number');
    expect((await answer(reference, ids[0]!, { decision: 'refund' })).status).toBe(200);
    expect((await mailTo(application, buyer.email, /^Your refund is on its way/)).text).toContain(
      '“The phone number is wrong”',
    );
  });

  test('declined with a reason that the buyer reads, once', async () => {
    const { buyer, ids, report, reference, token } = await bought(1);
    await report(ids[0]!, 'wrong-number');
    for (const reason of [undefined, '  '])
      expect((await answer(reference, ids[0]!, { decision: 'decline', ...(reason && { reason }) })).status).toBe(422);
    const reason = 'We called, and the client answered.';
    expect((await answer(reference, ids[0]!, { decision: 'decline', reason })).status).toBe(200);
    expect((await mailTo(application, buyer.email, /^About your report on lead/)).text).toContain(`“${reason}”`);
    const { body } = await call<{ items: { report: object }[] }>(
      application,
      'GET',
      `shop-lead/details?token=${token}`,
    );
    expect(body.items[0]!.report).toMatchObject({ declined_at: expect.any(String), answer: reason });
    expect(await requests(reference)).toEqual([]);
    // An agent whose list is older must not refund it without seeing that.
    for (const body of [{ decision: 'decline', reason }, { decision: 'refund' }])
      expect(await answer(reference, ids[0]!, body)).toMatchObject({
        status: 409,
        body: { detail: 'Someone has declined this refund already.' },
      });
    expect((await replayed(application, reference)).events.slice(-2)).toEqual([
      'lead.reported',
      'lead.refund-declined',
    ]);
  });

  test('they wait on the day of the agents who decide on them, and of no one else', async () => {
    const { ids, report, reference } = await bought(2);
    const bob = await signedIn(application, 'agent', 'Bob Agent');
    await setRights(bob.id, []);
    const waiting = async (token: string, query: string) => {
      const { body } = await call<Day>(application, 'GET', `agent/today${query}`, { token });
      const { total, items } = body.groups.find(({ kind }) => kind === 'report-waiting') ?? { total: 0, items: [] };
      return { total, shown: items.length, mine: body.mine, all: body.everybody };
    };
    const before = await waiting(agent, '');
    await report(ids[0]!, 'wrong-number');
    await report(ids[1]!, 'already-moved');
    const total = before.total + 2;
    for (const query of ['', '?mine=true'])
      expect(await waiting(agent, query)).toEqual({
        total,
        shown: Math.min(total, 5),
        mine: before.mine + 2,
        all: before.all + 2,
      });
    expect((await waiting(agent, `?assigned_agent_id=${bob.id}`)).total).toBe(0);
    expect(await waiting(bob.token, '')).toEqual({ total: 0, shown: 0, mine: 0, all: before.all - before.total });
    await answer(reference, ids[0]!, { decision: 'decline', reason: 'We called them.' });
    expect((await waiting(agent, '')).total).toBe(total - 1);
  });

  test('a household reported as gone is decided on as a lead first', async () => {
    const { ids, report, reference } = await bought(1);
    await report(ids[0]!, 'already-hired');
    expect(await requests(reference)).toEqual([]);
    const { reference: lead } = await application.database.kysely
      .selectFrom('state_lead')
      .select('reference')
      .where('id', '=', ids[0]!)
      .executeTakeFirstOrThrow();
    await decideReport(application.parts, lead, 'reject');
    await expect.poll(async () => (await requests(reference)).length).toBe(1);
  });
});
