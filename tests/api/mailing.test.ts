import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailingLifecycle } from '#src/machines/mailing/mailing.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import type { HistoryEntry } from '#src/machines/replay.ts';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import { mailNewLeads } from '#src/api/mailing/mailing.digest.ts';
import { tidyMailing } from '#src/api/mailing/mailing.list.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { takeLead } from '#src/api/state-lead/state-lead.intake.ts';
import type { IntakeLead } from '#src/api/state-lead/state-lead.schemas.ts';
import { call, mailTo, startApplication, tokenOf } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { expectOneOfTwenty, expectSame, forgetRequests, mailsTo, newEmail } from './account-api.ts';

/**
 * The mailing list of the marketplace: joining requires the mailbox, leaving takes one click, and only what is for sale
 * is announced.
 */
let application: Application;
let at = new Date('2098-03-02T15:00:00Z');
const pass = (minutes: number) => void (at = new Date(at.getTime() + minutes * 60_000));

beforeAll(async () => {
  application = await startApplication({
    now: () => at,
    environment: { MARKETPLACE_MAILS_PER_DAY: '2', MARKETPLACE_SHARES: '1' },
  });
});
beforeEach(() => forgetRequests(application));

const post = <T = Record<string, unknown>>(path: string, body: unknown) =>
  call<T>(application, 'POST', `email_subscribe/${path}`, { body });
const CONFIRM = '/email/marketplace-subscribe';
const subscribe = (email: string, states: string[]) => post('subscribe', { email, states });

async function ask(email: string, states: string[], before = 0): Promise<string> {
  expect((await subscribe(email, states)).status).toBe(202);
  return tokenOf(await mailTo(application, email, /^Confirm/, before), CONFIRM);
}

async function subscriber(states: string[], email = newEmail('buyer')): Promise<string> {
  const { status, body } = await post('confirm', { token: await ask(email, states) });
  expect({ status, body }).toEqual({ status: 200, body: { email, states, cities: [], frequency: 'at-once' } });
  pass(1);
  return email;
}

const member = (email: string) =>
  application.database.kysely.selectFrom('mailing_member').selectAll().where('email', '=', email).executeTakeFirst();
const stateOf = async (email: string) => (await member(email))?.state ?? null;
const leaveToken = async (email: string) =>
  createLeaveTokens(application.parts, 'mailing-leave').tokenOf((await member(email))!.id);

async function history(email: string): Promise<HistoryEntry[]> {
  const { id } = (await member(email))!;
  return application.database.kysely
    .selectFrom('history')
    .selectAll()
    .where('record_id', '=', id)
    .orderBy('sequence')
    .execute();
}

let leads = 0;
async function newLead(changes: Partial<IntakeLead> = {}): Promise<{ id: string; reference: string }> {
  leads += 1;
  const lead = {
    external_id: `mailing-${leads}`,
    client: { name: 'Canary Client', email: `canary${leads}@client.test`, phone: `+1614556${String(1000 + leads)}` },
    origin: { zip: '43215' },
    destination: { city: 'Chicago', state: 'IL' },
    size: 'two-bedroom',
    comment: 'canary comment',
    ...changes,
  } as IntakeLead;
  const taken = await inTransaction(application.database, (tx) => takeLead(tx, application.parts, 'test', lead));
  pass(2);
  return taken;
}
const told = (email: string) => mailsTo(application, email, /^(New lead|\d+ new leads)/);

describe('getting on the list', () => {
  test('a mailbox is on it once its owner confirmed, with the states that the mail named', async () => {
    const email = newEmail('ann');
    expect((await subscribe(email.toUpperCase(), ['TX', 'OH'])).status).toBe(202);
    const mail = await mailTo(application, email, /^Confirm your lead emails/);
    expect(mail.text).toContain('Ohio and Texas');
    expect(mail.links.every((link) => link.startsWith(application.url))).toBe(true);
    expect(await stateOf(email)).toBe('pending');
    const answer = await post('confirm', { token: tokenOf(mail, CONFIRM) });
    expect(answer.body).toEqual({ email, states: ['OH', 'TX'], cities: [], frequency: 'at-once' });
    expect(await member(email)).toMatchObject({ state: 'subscribed', states: ['OH', 'TX'] });
    expect(await post('confirm', { token: tokenOf(mail, CONFIRM) })).toMatchObject({ status: 410 });
  });

  test('the answer is the same for every address', async () => {
    const known = await subscriber(['OH']);
    await forgetRequests(application);
    expectSame([await subscribe(known, ['OH']), await subscribe(newEmail(), ['OH'])]);
    expectSame([await post('unsubscribe', { email: known }), await post('unsubscribe', { email: newEmail() })]);
  });

  test('twenty confirmations at once: one', async () => {
    const token = await ask(newEmail(), ['OH']);
    await expectOneOfTwenty(() => post('confirm', { token }), 200, [410]);
  });

  test('a new choice counts once it is confirmed, and only the newest question', async () => {
    const email = await subscriber(['OH']);
    const older = await ask(email, ['TX'], 1);
    const newer = await ask(email, ['UT', 'IA'], 2);
    expect((await mailTo(application, email, /new choice/)).text).toContain('from Ohio');
    expect(await member(email)).toMatchObject({ state: 'subscribed', states: ['OH'] });
    expect(await post('confirm', { token: older })).toMatchObject({ status: 410 });
    expect(await post('confirm', { token: newer })).toMatchObject({ status: 200 });
    expect(await member(email)).toMatchObject({ state: 'subscribed', states: ['IA', 'UT'] });
  });

  test.each<[string, unknown, number]>([
    ['no state', { email: 'a@b.example', states: [] }, 422],
    ['no such state', { email: 'a@b.example', states: ['ZZ'] }, 422],
    ['a state twice', { email: 'a@b.example', states: ['OH', 'OH'] }, 422],
    ['two addresses', { email: 'a@b.example, c@d.example', states: ['OH'] }, 422],
    ['a header', { email: 'a@b.example\r\nBcc: c@d.example', states: ['OH'] }, 422],
    ['more than is asked', { email: 'a@b.example', states: ['OH'], confirmed: true }, 422],
  ])('%s is refused', async (_, body, status) => {
    expect(await post('subscribe', body)).toMatchObject({ status });
    expect(await member('a@b.example')).toBeUndefined();
  });

  test('a mailbox is asked five times an hour at most, and who asks is told nothing of it', async () => {
    const email = newEmail();
    for (let time = 0; time < 6; time++) expect((await subscribe(email, ['OH'])).status).toBe(202);
    expect(await mailsTo(application, email)).toBe(5);
  });

  test('a token of one purpose is none of another', async () => {
    const email = await subscriber(['OH']);
    expect(await post('confirm', { token: await leaveToken(email) })).toMatchObject({ status: 404 });
    const question = await ask(email, ['TX'], 1);
    expect(await post('unsubscribe', { token: question })).toMatchObject({ status: 404 });
    expect(await stateOf(email)).toBe('subscribed');
  });
});

describe('getting off the list', () => {
  const form = (
    token: string,
    body: BodyInit = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    method = 'POST',
  ) =>
    fetch(`${application.url}/api/frontend/email_subscribe/one-click/${token}`, {
      method,
      redirect: 'manual',
      ...(method === 'POST' ? { body } : {}),
    });

  test('an address alone ends nothing: its mailbox gets the link', async () => {
    const email = await subscriber(['OH']);
    expect(await post('unsubscribe', { email })).toMatchObject({ status: 202, body: {} });
    expect(await stateOf(email)).toBe('subscribed');
    const link = new URL(
      (await mailTo(application, email, /^Stop new-lead emails/)).links.find((one) =>
        one.includes('/email/unsubscribe'),
      )!,
    );
    expect(link.searchParams.get('email')).toBe(email);
    const token = link.searchParams.get('token');
    const read = () => call(application, 'GET', `email_subscribe/unsubscribe?token=${token}`);
    expect(await read()).toMatchObject({ status: 200, body: { email, is_on_list: true } });
    expect(await stateOf(email)).toBe('subscribed');
    expect(await post('unsubscribe', { token })).toMatchObject({ status: 200, body: {} });
    expect(await stateOf(email)).toBe('unsubscribed');
    expect(await read()).toMatchObject({ status: 200, body: { email, is_on_list: false } });
    const other = `email_subscribe/unsubscribe?token=${'x'.repeat(43)}`;
    expect(await call(application, 'GET', other)).toMatchObject({ status: 404 });
    // A repeat is accepted, and changes nothing.
    expect(await post('unsubscribe', { token })).toMatchObject({ status: 200 });
    expect((await history(email)).map(({ event }) => event)).toEqual(['mails.asked', 'mails.confirmed', 'mails.left']);
  });

  test('who is not on the list gets no mail for it', async () => {
    const email = newEmail();
    await post('unsubscribe', { email });
    expect(await mailsTo(application, email)).toBe(0);
  });

  test.each(['urlencoded', 'multipart'])('one click of a mail program, %s', async (kind) => {
    const email = await subscriber(['OH']);
    const multipart = new FormData();
    multipart.append('List-Unsubscribe', 'One-Click');
    const answer = await form(await leaveToken(email), kind === 'multipart' ? multipart : undefined);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await stateOf(email)).toBe('unsubscribed');
  });

  test('a GET changes nothing: it leads to the page with the button', async () => {
    const email = await subscriber(['OH']);
    const token = await leaveToken(email);
    const answer = await form(token, undefined, 'GET');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(
      `${application.url}/email/unsubscribe?email=${encodeURIComponent(email)}&token=${token}`,
    );
    expect(await stateOf(email)).toBe('subscribed');
  });

  test('another body, another signature, another’s signature: refused', async () => {
    const email = await subscriber(['OH']);
    const other = await subscriber(['OH']);
    const token = await leaveToken(email);
    const forged = token.slice(0, 22) + (await leaveToken(other)).slice(22);
    expect((await form(token, new URLSearchParams({ 'List-Unsubscribe': 'Two-Clicks' }))).status).toBe(422);
    expect((await form(token, new URLSearchParams())).status).toBe(422);
    for (const wrong of [forged, token.slice(0, -1), 'a-token-that-nobody-was-given', `${token}AAAA`])
      expect((await form(wrong)).status, wrong).toBe(404);
    expect(await post('unsubscribe', {})).toMatchObject({ status: 422 });
    expect([await stateOf(email), await stateOf(other)]).toEqual(['subscribed', 'subscribed']);
  });

  test('a question that is not confirmed yet dies with it', async () => {
    const email = newEmail();
    const token = await ask(email, ['OH']);
    expect((await form(await leaveToken(email))).status).toBe(200);
    expect(await post('confirm', { token })).toMatchObject({ status: 410 });
    expect(await stateOf(email)).toBe('unsubscribed');
  });
});

describe('mails about new leads', () => {
  test('only who confirmed, only chosen states, only what is for sale; never who the household is', async () => {
    const ohio = await subscriber(['OH']);
    const texas = await subscriber(['TX']);
    const pending = newEmail();
    await ask(pending, ['OH']);
    const left = await subscriber(['OH']);
    await post('unsubscribe', { token: await leaveToken(left) });
    await newLead({ move_date: '2098-05-04' });
    const { id: over } = await newLead();
    await application.database.kysely
      .updateTable('state_lead')
      .set({ move_date: '2098-03-01' })
      .where('id', '=', over)
      .execute();
    const sold = await newLead({ origin: { city: 'Toledo', state: 'OH' } });
    await sell(sold.id);
    const twice = {
      client: { name: 'Twice', email: 'twice@client.test' },
      origin: { city: 'Dayton', state: 'OH' },
    } as Partial<IntakeLead>;
    await newLead(twice);
    await newLead(twice);
    await mailNewLeads(application.parts);
    const { subject, text } = await mailTo(application, ohio, /^\d+ new leads/);
    expect(subject).toBe('2 new leads from Ohio');
    expect(text).toContain('Columbus, OH to Chicago, IL: 2 bedrooms, Sun, May 4, 2098, ');
    expect(text).toContain('1 of 1 left');
    expect(text.match(/Dayton/g)).toHaveLength(1);
    expect(text).not.toContain('Toledo');
    for (const secret of ['Canary', 'canary', 'Twice', 'twice@', '43215', '+1614556'])
      expect(text.replace(application.parts.brokerage.address, ''), secret).not.toContain(secret);
    expect([await told(texas), await told(pending), await told(left)]).toEqual([0, 0, 0]);
  });

  test('a mail to the list says how to leave it, and each way works', async () => {
    const email = await subscriber(['VT']);
    await newLead({ origin: { city: 'Burlington', state: 'VT' } });
    await mailNewLeads(application.parts);
    const mail = await mailTo(application, email, /^New lead: Burlington, VT to Chicago, IL$/);
    const page = await (await fetch(`${application.url}/dev/mailbox/${mail.id}`)).text();
    const token = await leaveToken(email);
    expect(page).toContain(`&lt;${application.url}/api/frontend/email_subscribe/one-click/${token}&gt;`);
    expect(page).toContain('List-Unsubscribe=One-Click');
    expect(mail.text).toContain(application.parts.brokerage.address);
    expect(mail.links).toEqual(
      expect.arrayContaining([
        `${application.url}/marketplace?states=VT`,
        `${application.url}/email/unsubscribe?email=${encodeURIComponent(email)}&token=${token}`,
      ]),
    );
  });

  test('each lead once, an hour apart, so many a day; what is left comes the next day', async () => {
    const email = await subscriber(['ME']);
    const lead = () => newLead({ origin: { city: 'Portland', state: 'ME' } });
    const run = async () => {
      await mailNewLeads(application.parts);
      return told(email);
    };
    expect(await run()).toBe(0);
    await lead();
    expect(await run()).toBe(1);
    await lead();
    expect(await run()).toBe(1);
    pass(60);
    expect(await run()).toBe(2);
    expect(await run()).toBe(2);
    await lead();
    await lead();
    pass(120);
    expect(await run()).toBe(2);
    pass(24 * 60);
    expect(await run()).toBe(3);
    await mailTo(application, email, /^2 new leads from Maine$/);
  });

  test('a state with cities means these; once a day and once a week, from the morning on', async () => {
    const chosen = async (choice: object) => {
      const email = newEmail('chooser');
      expect((await post('subscribe', { email, states: ['KS'], ...choice })).status).toBe(202);
      const token = tokenOf(await mailTo(application, email, /^Confirm/), CONFIRM);
      expect((await post('confirm', { token })).body).toMatchObject({ email, states: ['KS'], ...choice });
      return email;
    };
    const [topeka, daily, weekly] = [
      await chosen({ cities: ['KS:Topeka'] }),
      await chosen({ frequency: 'daily' }),
      await chosen({ frequency: 'weekly' }),
    ];
    const all = async () => {
      await mailNewLeads(application.parts);
      return [await told(topeka), await told(daily), await told(weekly)];
    };
    const lead = (city: string) => newLead({ origin: { city, state: 'KS' } });
    // 15:00 UTC is morning at the brokerage.
    at = new Date('2098-06-02T15:00:00Z');
    await lead('Wichita');
    expect(await all()).toEqual([0, 1, 1]);
    await lead('Topeka');
    pass(61);
    expect(await all()).toEqual([1, 1, 1]);
    // The button leads to the leads that the mail is about.
    const { links } = await mailTo(application, topeka, /New lead/i);
    expect(links[0]).toBe(`${application.url}/marketplace?states=KS&cities=KS%3ATopeka`);
    // Nobody is mailed before seven; after it, those who want a daily mail are.
    at = new Date('2098-06-03T09:00:00Z');
    expect(await all()).toEqual([1, 1, 1]);
    at = new Date('2098-06-03T15:00:00Z');
    expect(await all()).toEqual([1, 2, 1]);
    at = new Date('2098-06-09T15:00:00Z');
    expect(await all()).toEqual([1, 2, 2]);
  });

  test('the link of a mail changes the choice at once, and only that of its own mailbox', async () => {
    const email = await subscriber(['OH']);
    const token = createLeaveTokens(application.parts, 'mailing-choice').tokenOf((await member(email))!.id);
    const choice = (query = token) =>
      call<{ version: number }>(application, 'GET', `email_subscribe/choice?token=${query}`);
    const { body: before } = await choice();
    expect(before).toMatchObject({ email, is_on_list: true, states: ['OH'], cities: [], frequency: 'at-once' });
    const wanted = { states: ['TX', 'OH'], cities: ['OH:columbus'], frequency: 'weekly', version: before.version };
    const { status, body: after } = await post<{ version: number }>('choice', { token, ...wanted });
    expect([status, after]).toMatchObject([
      200,
      { states: ['OH', 'TX'], cities: ['OH:Columbus'], frequency: 'weekly', version: before.version + 1 },
    ]);
    // It has changed since it was seen.
    expect(await post('choice', { token, ...wanted })).toMatchObject({
      status: 409,
      body: { detail: 'Your choice was changed in another window. Load this page again to see it.' },
    });
    const now = { ...wanted, version: after.version };
    expect((await post('choice', { token, ...now, states: [] })).status).toBe(422);
    expect((await post('choice', { token, ...now, cities: ['OH:Nowhere'] })).status).toBe(422);
    expect((await post('choice', { token, ...now, states: ['TX'] })).status).toBe(422);
    expect((await post('choice', { token, ...now, frequency: 'hourly' })).status).toBe(422);
    // The token for unsubscribing cannot change the choice, nor the other way around.
    expect((await post('choice', { token: await leaveToken(email), ...now })).status).toBe(404);
    expect((await choice(await leaveToken(email))).status).toBe(404);
    expect((await post('unsubscribe', { token })).status).toBe(404);
    expect((await post('unsubscribe', { token: await leaveToken(email) })).status).toBe(200);
    expect(await post('choice', { token, ...now, version: after.version + 1 })).toMatchObject({ status: 409 });
    expect((await choice()).body).toMatchObject({ is_on_list: false });
    expect(replay(mailingLifecycle, await history(email))).toBe('unsubscribed');
  });

  test('several nodes at once mail once', async () => {
    const email = await subscriber(['RI']);
    await newLead({ origin: { city: 'Providence', state: 'RI' } });
    await Promise.all(Array.from({ length: 8 }, () => mailNewLeads(application.parts)));
    expect(await told(email)).toBe(1);
  });

  test('who comes back hears of what comes from then on', async () => {
    const email = await subscriber(['DE']);
    await post('unsubscribe', { token: await leaveToken(email) });
    await newLead({ origin: { city: 'Dover', state: 'DE' } });
    const token = await ask(email, ['DE'], 1);
    await post('confirm', { token });
    await mailNewLeads(application.parts);
    expect(await told(email)).toBe(0);
  });
});

describe('time', () => {
  test('who does not confirm is off again after a week, and forgotten after a month', async () => {
    const email = newEmail();
    const kept = await subscriber(['OH']);
    const token = await ask(email, ['OH']);
    const tidy = () => inTransaction(application.database, (tx) => tidyMailing(tx, at));
    await tidy();
    expect(await stateOf(email)).toBe('pending');
    pass(7 * 24 * 60);
    expect(await post('confirm', { token })).toMatchObject({ status: 410 });
    await tidy();
    expect(await stateOf(email)).toBe('unsubscribed');
    expect(await stateOf(kept)).toBe('subscribed');
    pass(24 * 24 * 60);
    await tidy();
    expect(await member(email)).toBeUndefined();
    expect(await stateOf(kept)).toBe('subscribed');
  });
});

test('every history folds through the lifecycle to its row', async () => {
  const members = await application.database.kysely.selectFrom('mailing_member').selectAll().execute();
  expect(members.length).toBeGreaterThan(10);
  for (const { email, state } of members) expect(replay(mailingLifecycle, await history(email)), email).toBe(state);
});

test('the brokerage names itself to everybody', async () => {
  const { status, body } = await call(application, 'GET', 'brokerage');
  expect({ status, body }).toEqual({ status: 200, body: { ...application.parts.brokerage, logo: null } });
});

/** As if someone had bought its only share. */
async function sell(leadId: string): Promise<void> {
  const id = crypto.randomUUID();
  const { kysely } = application.database;
  await kysely
    .insertInto('purchase')
    .values({
      id,
      reference: `T-${id.slice(0, 8)}`,
      state: 'revealed',
      email: 'buyer@mail.example',
      mailbox: 'buyer@mail.example',
      token_hash: id,
      total: 1200,
      reserved_at: at.toISOString(),
      reserved_until: at.toISOString(),
      model_version: 1,
    } as never)
    .execute();
  await kysely
    .insertInto('purchase_item')
    .values({ purchase_id: id, lead_id: leadId, position: 0, price: 1200, slot: 1 } as never)
    .execute();
}
