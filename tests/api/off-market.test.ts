import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { decideReport, listReported } from '#src/api/marketplace/report-decision.ts';
import { listReportedLeads } from '#src/api/marketplace/reported.ts';
import { newId } from '#src/api/database/ids.ts';
import { mailboxOf } from '#src/api/mail/mail-address.ts';
import { STATE_LEAD_MODEL_VERSION } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { call, mailTo, signedIn, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { buyerOf, replayed } from './shop-buyer.ts';
import { shopRow } from './shop-rows.ts';
import { inDays } from './carrier-api.ts';

/** A trial would open 5 leads a day. */
const ACTIVE = { business: { subscription: 'active' } };

/** A household that has hired someone is no longer sold, and no buyer gets a lead twice. */
const AMOUNT = 240_000;
let application: Application;
let mona: Account;
let rival: Account;

beforeAll(async () => {
  application = await startApplication();
  mona = await signedIn(application, 'mover', 'Mona Mover', {}, ACTIVE);
  rival = await signedIn(application, 'mover', 'Rita Rival', {}, ACTIVE);
});

/** A lead that both movers have. */
async function lead(): Promise<string> {
  const id = await shopRow(application);
  for (const { businessId } of [mona, rival]) {
    await application.database.kysely
      .insertInto('state_lead_work')
      .values({
        business_id: businessId!,
        lead_id: id,
        received_at: new Date().toISOString(),
        model_version: STATE_LEAD_MODEL_VERSION,
      })
      .execute();
  }
  return id;
}
const quote = (who: Account, id: string) =>
  call(application, 'POST', `quote/${id}/`, {
    token: who.token,
    body: { amount: AMOUNT, message: null, valid_until: inDays(300) },
  });
const inShop = async (id: string) => {
  const list = await call<{ items: { id: string }[]; total: number }>(application, 'GET', 'shop-lead/?limit=100');
  const map = await call<{ cities: { count: number }[] }>(application, 'GET', 'shop-lead/leads-map');
  const cart = await call<{ items: { gone: boolean }[] }>(application, 'GET', `shop-lead/lead?ids=${id}`);
  return {
    isListed: list.body.items.some((one) => one.id === id),
    total: list.body.total,
    onMap: map.body.cities.reduce((sum, { count }) => sum + count, 0),
    isGone: cart.body.items[0]!.gone,
  };
};
/** `meanwhile` happens between the quote and its acceptance. */
async function accept(id: string, quotesBefore = 0, meanwhile = async (): Promise<unknown> => null): Promise<void> {
  const { client_email } = await application.database.kysely
    .selectFrom('state_lead')
    .select('client_email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect((await quote(mona, id)).status).toBe(200);
  await meanwhile();
  const token = tokenOf(await mailTo(application, client_email!, /quote/, quotesBefore), '/quote/');
  expect(
    (
      await call(application, 'POST', `state-lead/quote?token=${token}`, {
        body: { amount: AMOUNT, answer: 'accepted' },
      })
    ).status,
  ).toBe(200);
}
const offMarket = async (who: Account, id: string) =>
  (await call<{ off_market: string | null }>(application, 'GET', `state-lead/${id}`, { token: who.token })).body
    .off_market;

test('a quote that is accepted takes the lead from the shop at once, and those who have it are told', async () => {
  const id = await lead();
  const before = await inShop(id);
  expect(before).toMatchObject({ isListed: true, isGone: false });
  const holder = buyerOf(application);
  expect((await holder.buy([id])).state).toBe('revealed');
  expect((await quote(rival, id)).status).toBe(200);
  const { client_email } = await application.database.kysely
    .selectFrom('state_lead')
    .select('client_email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await mailTo(application, client_email!, /quote/);
  await accept(id, 1);
  expect(await inShop(id)).toEqual({ isListed: false, total: before.total - 1, onMap: before.onMap - 1, isGone: true });
  expect([await offMarket(mona, id), await offMarket(rival, id)]).toEqual([null, 'hired']);
  await mailTo(application, holder.email, /is no longer open/);
  await mailTo(application, rival.email, /is no longer open/);
  const late = await buyerOf(application).reserve([id]);
  expect([late.status, late.body.detail]).toEqual([409, 'This lead is sold or no longer for sale.']);
});

test('what buyers agreed on before does not count once the household accepts a quote here', async () => {
  const id = await lead();
  const now = new Date().toISOString();
  const reported = async () =>
    (await listReportedLeads(application.database.kysely)).some((household) => household.id === id);
  await accept(id, 0, async () => {
    await application.database.kysely
      .updateTable('state_lead')
      .set({ off_market_at: now, off_market_reason: 'not-a-move' })
      .set({ off_market_confirmed_at: now, off_market_confirmed_by: 'buyers' })
      .where('id', '=', id)
      .execute();
    expect(await reported()).toBe(true);
  });
  expect([await reported(), await offMarket(rival, id)]).toEqual([false, 'hired']);
});

test('another business sends no quote to a household that has hired, until the hired one has lost it', async () => {
  const id = await lead();
  await accept(id);
  const refused = await quote(rival, id);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'Only possible if the household has not hired another mover.',
  ]);
  const outcome = (body: object) => call(application, 'POST', `state-lead/${id}/outcome`, { token: mona.token, body });
  expect((await outcome({ outcome: 'won', value: AMOUNT })).status).toBe(200);
  expect([await offMarket(mona, id), await offMarket(rival, id)]).toEqual([null, 'hired']);
  expect((await outcome({ outcome: 'open' })).status).toBe(200);
  expect((await outcome({ outcome: 'lost', reason: 'not-moving' })).status).toBe(200);
  expect([await offMarket(mona, id), await offMarket(rival, id)]).toEqual([null, null]);
  expect((await quote(rival, id)).status).toBe(200);
});

describe('while somebody holds it', () => {
  test('before the payment: it is told there, and nothing is charged', async () => {
    const [id, other] = [await lead(), await lead()];
    const buyer = buyerOf(application);
    const { body } = await buyer.reserve([id, other]);
    await accept(id);
    const refused = await buyer.pay();
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'One household of your cart can no longer be won, so the reservation ended. Nothing was charged. Reserve the others again.',
    ]);
    const { state, items } = (await buyer.read()).body;
    expect([state, items.map((item) => [item.id, item.gone])]).toEqual([
      'expired',
      [
        [id, true],
        [other, false],
      ],
    ]);
    expect((await replayed(application, body.purchase.reference)).row.paid_at).toBeNull();
    expect((await buyer.reserve([other])).status).toBe(201);
  });

  test('with the card form open: the money does not stay', async () => {
    const id = await lead();
    const buyer = buyerOf(application);
    await buyer.reserve([id]);
    await buyer.pay();
    await accept(id);
    // Payments have timestamps in whole seconds.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await buyer.card();
    const { body } = await buyer.check();
    expect(['expired', 'refunding', 'refunded']).toContain(body.state);
    expect(body.details_token).toBeNull();
  });
});

const report = async (token: string, id: string, reason: string, text?: string) =>
  expect(
    (
      await call(application, 'POST', 'shop-lead/details/report', {
        body: { token, lead_id: id, reason, ...(text && { text }) },
      })
    ).status,
  ).toBe(200);
const told = async ({ email }: { email: string }, subject = '%is no longer open') =>
  Number(
    (
      await application.database.kysely
        .selectFrom('mail')
        .select(({ fn }) => fn.countAll().as('mails'))
        .where('recipient', '=', email)
        .where('subject', 'like', subject)
        .executeTakeFirstOrThrow()
    ).mails,
  );
const referenceOf = async (id: string) =>
  (
    await application.database.kysely
      .selectFrom('state_lead')
      .select('reference')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).reference;
/** As from another network address: all buyers of a test share one. */
const elsewhere = (email: string) =>
  application.database.kysely
    .updateTable('purchase')
    .set({ reserved_from: `address of ${email}` })
    .where('email', '=', email)
    .execute();
async function threeShares(id: string) {
  const buyers = [buyerOf(application), buyerOf(application), buyerOf(application)];
  const tokens: string[] = [];
  for (const buyer of buyers) {
    tokens.push((await buyer.buy([id])).details_token!);
    await elsewhere(buyer.email);
  }
  return { buyers, tokens };
}

test.each(['already-hired', 'already-moved', 'not-a-move'])(
  'one buyer who reports "%s" hides it from the shop; the others learn of it when a second one says so',
  async (reason) => {
    const id = await lead();
    const {
      buyers: [one, two, three],
      tokens,
    } = await threeShares(id);
    await report(tokens[1]!, id, reason);
    expect((await inShop(id)).isListed).toBe(false);
    expect([await told(one!), await told(three!), await offMarket(mona, id)]).toEqual([0, 0, null]);
    await report(tokens[2]!, id, 'already-moved');
    expect([await told(one!), await told(two!), await told(three!), await offMarket(mona, id)]).toEqual([
      1,
      1,
      0,
      reason,
    ]);
  },
);

test('a second mailbox at the same address is not a second buyer', async () => {
  const id = await lead();
  const { buyers, tokens } = await threeShares(id);
  await application.database.kysely
    .updateTable('purchase')
    .set({ reserved_from: 'one and the same' })
    .where(
      'email',
      'in',
      buyers.map(({ email }) => email),
    )
    .execute();
  await report(tokens[0]!, id, 'not-a-move');
  await report(tokens[1]!, id, 'not-a-move');
  expect([await told(buyers[2]!), await offMarket(mona, id)]).toEqual([0, null]);
});

test('the brokerage confirms a report, or puts the lead back; a report after that counts anew', async () => {
  const id = await lead();
  const reference = await referenceOf(id);
  const one = buyerOf(application);
  const { details_token } = await one.buy([id]);
  const two = buyerOf(application);
  const { details_token: other } = await two.buy([id]);
  for (const { email } of [one, two]) await elsewhere(email);
  await expect(decideReport(application.parts, reference, 'reject')).rejects.toThrow(
    `${reference} is for sale. There is nothing to decide.`,
  );
  await report(details_token!, id, 'already-hired');
  expect(await listReported(application)).toContainEqual(expect.stringMatching(new RegExp(`^${reference}\thidden\t`)));
  expect(await decideReport(application.parts, reference, 'reject')).toBe(`${reference} goes back on the marketplace.`);
  await expect.poll(async () => (await inShop(id)).isListed).toBe(true);
  expect(await told(two, '%is open after all')).toBe(0);

  // The rejected report does not count again.
  await report(other!, id, 'not-a-move');
  expect([(await inShop(id)).isListed, await told(one), await offMarket(mona, id)]).toEqual([false, 0, null]);
  expect(await decideReport(application.parts, reference, 'confirm')).toBe(
    `${reference} stays off the marketplace, and everyone who has it is notified.`,
  );
  await mailTo(application, one.email, /is no longer open/);
  expect(await offMarket(mona, id)).toBe('not-a-move');

  // A confirmed report can also be rejected later, and those who were notified are notified again.
  expect(await decideReport(application.parts, reference, 'reject')).toContain('Everyone who was told');
  await mailTo(application, one.email, /is open after all/);
  expect([(await inShop(id)).isListed, await offMarket(mona, id)]).toEqual([true, null]);
});

test('an agent with the right reads what was reported, and decides once', async () => {
  const id = await lead();
  const reference = await referenceOf(id);
  const one = buyerOf(application);
  const { details_token } = await one.buy([id]);
  const agent = await signedIn(application, 'agent', 'Ann Agent');
  await application.database.kysely
    .updateTable('account')
    .set({ rights: ['settings'] })
    .where('id', '=', agent.id)
    .execute();
  const own = async () => {
    const { body } = await call<{ leads: { id: string; state: string }[] }>(
      application,
      'GET',
      'agent/reported-leads',
      {
        token: agent.token,
      },
    );
    return body.leads.find((one) => one.id === id);
  };
  const decide = (decision: 'confirm' | 'reject') =>
    call<{ detail: string }>(application, 'POST', `agent/reported-leads/${id}/decision`, {
      token: agent.token,
      body: { decision },
      headers: { 'idempotency-key': newId() },
    });
  expect([await own(), (await decide('confirm')).body.detail]).toEqual([
    undefined,
    `${reference} is for sale. There is nothing to decide.`,
  ]);

  await report(details_token!, id, 'already-hired', 'They said so on the phone.');
  const mail = await mailTo(
    application,
    application.parts.brokerage.email,
    new RegExp(`^Reported: lead ${reference} `),
  );
  expect(mail.text).toContain('/agent-portal/brokerage/marketplace');
  expect(await own()).toEqual({
    id,
    reference,
    state: 'hidden',
    origin: { city: 'Columbus', state: 'OH' },
    destination: { city: expect.any(String), state: expect.any(String) },
    client: { name: expect.any(String), phone: expect.any(String), email: expect.any(String) },
    hidden_at: expect.any(String),
    reason: 'already-hired',
    confirmed_by: null,
    reports: [
      { reason: 'already-hired', text: 'They said so on the phone.', at: expect.any(String), buyer: one.email },
    ],
  });
  expect((await decide('confirm')).status).toBe(200);
  await mailTo(application, one.email, /^Refund/);
  expect(await own()).toMatchObject({ state: 'confirmed', confirmed_by: 'Ann Agent' });
  expect([(await decide('confirm')).status, await offMarket(mona, id)]).toEqual([409, 'already-hired']);
  expect((await decide('reject')).status).toBe(200);
  expect([await own(), (await inShop(id)).isListed, (await decide('reject')).status]).toEqual([undefined, true, 409]);
});

test('a household that took a quote is not put back', async () => {
  const id = await lead();
  await accept(id);
  await expect(decideReport(application.parts, await referenceOf(id), 'reject')).rejects.toThrow(
    'There is nothing to decide.',
  );
});

test('a report of a wrong number leaves it in the shop', async () => {
  const id = await lead();
  const { details_token } = await buyerOf(application).buy([id]);
  expect(
    (
      await call(application, 'POST', 'shop-lead/details/report', {
        body: { token: details_token, lead_id: id, reason: 'wrong-number' },
      })
    ).status,
  ).toBe(200);
  expect((await inShop(id)).isListed).toBe(true);
});

describe('a wrong number that was refunded takes the lead off the market', () => {
  const ofReported = async (id: string) =>
    (await listReportedLeads(application.database.kysely)).find((one) => one.id === id);
  async function decider(name: string) {
    const agent = await signedIn(application, 'agent', name);
    const rights = application.database.kysely.updateTable('account').set({ rights: ['settings'] });
    await rights.where('id', '=', agent.id).execute();
    return (path: string, body: object) =>
      call<{ detail: string }>(application, 'POST', `agent/${path}`, {
        token: agent.token,
        body,
        headers: { 'idempotency-key': newId() },
      });
  }

  test('by the rule: hidden until an agent decides, and puts it back', async () => {
    const post = await decider('Rosa Rule');
    const id = await lead();
    const { details_token } = await buyerOf(application).buy([id, await lead(), await lead(), await lead()]);
    await report(details_token!, id, 'wrong-number');
    expect([(await inShop(id)).isListed, await offMarket(mona, id)]).toEqual([false, null]);
    expect(await ofReported(id)).toMatchObject({ state: 'hidden', reason: 'wrong-number' });
    expect((await post(`reported-leads/${id}/decision`, { decision: 'reject' })).status).toBe(200);
    expect([(await inShop(id)).isListed, await ofReported(id)]).toEqual([true, undefined]);
  });

  test('by the brokerage: confirmed, until the lead has another number', async () => {
    const post = await decider('Nora Number');
    const id = await lead();
    const reference = await referenceOf(id);
    const holder = buyerOf(application);
    const { details_token: held } = await holder.buy([id]);
    await elsewhere(holder.email);
    const buyer = buyerOf(application);
    const { details_token: token, reference: purchase } = await buyer.buy([id]);
    await report(token!, id, 'wrong-number', 'A bakery.');
    expect((await inShop(id)).isListed).toBe(true);
    const { id: purchaseId } = await application.database.kysely
      .selectFrom('purchase')
      .select('id')
      .where('reference', '=', purchase)
      .executeTakeFirstOrThrow();
    expect((await post(`refund-requests/${purchaseId}/${id}/decision`, { decision: 'refund' })).status).toBe(200);
    expect(await ofReported(id)).toMatchObject({
      state: 'confirmed',
      reason: 'wrong-number',
      confirmed_by: 'Nora Number',
      reports: [{ reason: 'wrong-number', text: 'A bakery.', buyer: buyer.email }],
    });
    expect([(await inShop(id)).isListed, await offMarket(mona, id)]).toEqual([false, 'wrong-number']);
    await mailTo(application, holder.email, new RegExp(`^Lead ${reference} has a wrong phone number`));
    expect(await told(buyer, '%has a wrong phone number')).toBe(0);

    const phone = async () =>
      (await call<{ items: { client: { phone: string } }[] }>(application, 'GET', `shop-lead/details?token=${held}`))
        .body.items[0]!.client.phone;
    for (const body of [{ phone: null }, { phone: await phone() }])
      expect((await post(`reported-leads/${id}/decision`, { decision: 'correct', ...body })).status).toBe(422);
    const right = { decision: 'correct', phone: '+12085550144' };
    expect((await post(`reported-leads/${id}/decision`, right)).status).toBe(200);
    expect([await ofReported(id), (await inShop(id)).isListed, await offMarket(mona, id), await phone()]).toEqual([
      undefined,
      true,
      null,
      '+12085550144',
    ]);
    await mailTo(application, holder.email, new RegExp(`^Lead ${reference} has a new phone number`));
    expect((await post(`reported-leads/${id}/decision`, right)).status).toBe(409);
  });
});

describe('one mailbox buys a lead once', () => {
  test.each([
    ['Kim.Lee+leads@GMAIL.com', 'kimlee@gmail.com'],
    ['kimlee@googlemail.com', 'kimlee@gmail.com'],
    ['Kim.Lee+x@mail.example', 'kim.lee@mail.example'],
  ])('%s is %s', async (given, canonical) => {
    expect(mailboxOf(given)).toBe(canonical);
  });

  test('however it is spelled, after buying, while reserving, and in two carts at once', async () => {
    const id = await lead();
    const kim = buyerOf(application, 'kim.lee@gmail.com');
    await kim.buy([id]);
    await call(application, 'POST', 'shop-lead/orders/link', { body: { email: kim.email } });
    const token = tokenOf(await mailTo(application, kim.email, /^Your lead orders/), '/marketplace/orders');
    // Only somebody who has opened the mailbox is told.
    const proof = { body: { credit: { token, amount: 100 } } };
    const again = await buyerOf(application, 'KimLee+two@googlemail.com').reserve([id], proof);
    expect([again.status, again.body.detail, again.body.errors]).toEqual([
      409,
      'You have bought this lead already. Use the link in your purchase email to see the contacts. Nothing was reserved or charged.',
      [{ field: 'email', message: 'This address has bought this lead already.' }],
    ]);
    const other = await lead();
    const partly = await buyerOf(application, 'kimlee@gmail.com').reserve([other, id], proof);
    expect([partly.status, partly.body.errors]).toEqual([
      409,
      [{ field: 'leads_ids/1', message: 'You have bought this lead already.' }],
    ]);
    const fresh = await lead();
    const answers = await Promise.all(
      ['race@mail.example', 'Race+1@mail.example', 'race+2@mail.example'].map((email) =>
        buyerOf(application, email).reserve([fresh]),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.detail).toContain('You have reserved this lead already');
    expect((await buyerOf(application).reserve([fresh])).status).toBe(201);
  });

  test('a stranger learns nothing of what a mailbox has bought; the mailbox is told', async () => {
    const [id, never] = [await lead(), await lead()];
    const owner = buyerOf(application);
    // Also on the owner's own connection, which others may share.
    await owner.buy([id]);
    const said = ({ status, body }: Awaited<ReturnType<typeof owner.reserve>>) => [
      status,
      Object.keys(body),
      body.purchase.state,
      body.purchase.items.length,
    ];
    const [stranger, other] = [buyerOf(application, owner.email.toUpperCase()), buyerOf(application)];
    expect(said(await stranger.reserve([id]))).toEqual(said(await other.reserve([never])));
    expect((await stranger.pay()).status).toBe(200);
    const mail = await mailTo(application, owner.email, /You have bought this lead before/);
    expect(mail.text).toContain(await referenceOf(id));
    // So does reserving it again and again, and the mailbox gets no further mails.
    await stranger.release();
    await other.release();
    for (let index = 0; index < 6; index += 1) {
      expect((await stranger.reserve([id])).status).toBe(201);
      await stranger.release();
    }
    expect(await told(owner, 'You have bought this lead before')).toBe(5);
  });

  test('the migration spells mailboxes like the code', async () => {
    for (const email of [
      'Kim.Lee+leads@GMAIL.com',
      'kimlee@googlemail.com',
      'a.b+c@mail.example',
      'plain@mail.example',
    ]) {
      const { rows } = await sql<{ mailbox: string }>`select case
        when split_part(lower(${email}::text), '@', 2) in ('gmail.com', 'googlemail.com')
        then replace(split_part(split_part(lower(${email}::text), '@', 1), '+', 1), '.', '') || '@gmail.com'
        else split_part(split_part(lower(${email}::text), '@', 1), '+', 1) || '@' || split_part(lower(${email}::text), '@', 2) end as mailbox`.execute(
        application.database.kysely,
      );
      expect(rows[0]!.mailbox).toBe(mailboxOf(email));
    }
  });
});
