import { keepCompliantDays } from '#src/api/carrier/compliance.repository.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { complianceLifecycle, complianceOf } from '#src/machines/carrier/compliance.lifecycle.ts';
import { call, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Application } from '#tests/platform/application.ts';
import { insertLoads } from './load-rows.ts';

/** Who may see the load board; each USDOT number gives access to only one carrier. */
let application: Application;
let agent: Account;
let ids: Record<string, string>;
let lapsed: Account;

beforeAll(async () => {
  application = await startApplication();
  agent = await signedIn(application, 'agent', 'Ann Agent');
  lapsed = await signedIn(application, 'carrier', 'Lapsed Movers');
  ids = await insertLoads(application, {
    posted: { from: '43215', to: '60601' },
    own: { from: '43215', to: '60601', state: 'open-contracts', awardedTo: lapsed.carrierId },
  });
});

const ask = (who: Account, path: string, method = 'GET', body?: object) =>
  call<{ detail: string; unmet?: string[]; loads?: { id: string }[] }>(
    application,
    method,
    `carrier/agent-lead/${path}`,
    { token: who.token, ...(body ? { body } : {}) },
  );
const set = (id: string, authority: string) =>
  call<{ detail: string; usdot_claims: { id: string; authority: string }[] }>(
    application,
    'PATCH',
    `agent/carriers/${id}`,
    { token: agent.token, body: { authority } },
  );

describe.each([
  [
    'nothing signed',
    { agreement_signed_at: null, authority: 'pending' },
    ['the broker-carrier agreement is not signed', 'the operating authority is pending'],
  ],
  ['signed, not confirmed', { authority: 'pending' }, ['the operating authority is pending']],
  ['revoked', { authority: 'revoked' }, ['the operating authority is revoked']],
])('%s', (name, row, unmet) => {
  test('sees nothing of the board, by REST and by GraphQL, and is told why', async () => {
    const carrier = await signedIn(application, 'carrier', `${name} Movers`, row);
    const lead = ids.posted!;
    const answers = [
      await ask(carrier, ''),
      await ask(carrier, 'map'),
      await ask(carrier, '?mine=true'),
      await ask(carrier, `${lead}/details`),
      await ask(carrier, `${lead}/attachments/download`),
      await ask(carrier, `${lead}/attachment/${lead}/content`),
      await ask(carrier, `${lead}/carrier-rate-schedule/data`),
      await ask(carrier, `${lead}/bid/place`, 'POST', { start_date: '2027-05-10', amount: 100_000 }),
      await ask(carrier, `${lead}/bid`, 'DELETE'),
      // A load that does not exist looks the same.
      await ask(carrier, `${crypto.randomUUID()}/details`),
    ];
    for (const { status, body } of answers) expect([status, body.unmet]).toEqual([403, unmet]);
    expect(answers[0]!.body.detail).toBe(`The load board is not open to you yet: ${unmet.join(', and ')}.`);
    // The same calls succeed for a compliant carrier.
    const sound = await signedIn(application, 'carrier', `${name} Sound`);
    expect([
      (await ask(sound, '')).body.loads!.map(({ id }) => id),
      (await ask(sound, `${lead}/details`)).status,
    ]).toEqual([[lead], 200]);
  });
});

test('a carrier whose authority lapsed still has its own jobs and their papers', async () => {
  await set(lapsed.carrierId, 'revoked');
  expect((await ask(lapsed, '')).status).toBe(403);
  expect((await ask(lapsed, `${ids.posted}/details`)).status).toBe(403);
  expect((await ask(lapsed, '?tab=open')).body.loads!.map(({ id }) => id)).toEqual([ids.own]);
  expect([
    (await ask(lapsed, '?tab=completed')).status,
    (await ask(lapsed, 'map?tab=open')).status,
    (await ask(lapsed, `${ids.own}/details`)).status,
    (await ask(lapsed, `${ids.own}/carrier-rate-schedule/data`)).status,
  ]).toEqual([200, 200, 200, 200]);
});

describe('one USDOT number', () => {
  const twins = async (name: string, usdot: string) => {
    const holder = await signedIn(application, 'carrier', `${name} Holder`, { usdot });
    const claimant = await signedIn(application, 'carrier', `${name} Claimant`, {
      usdot: `0${usdot}`,
      authority: 'pending',
    });
    return { holder, claimant };
  };

  test('has one confirmed carrier; agents see both side by side', async () => {
    const { holder, claimant } = await twins('One', '7654321');
    const refused = await set(claimant.carrierId, 'active');
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining('One Holder is confirmed with USDOT 7654321'),
    ]);
    const detail = await call<{ usdot_claims: { id: string; legal_name: string; email: string; authority: string }[] }>(
      application,
      'GET',
      `agent/carriers/${claimant.carrierId}/details`,
      { token: agent.token },
    );
    expect(detail.body.usdot_claims).toEqual([
      expect.objectContaining({
        id: holder.carrierId,
        legal_name: 'One Holder',
        email: holder.email,
        authority: 'active',
      }),
    ]);
    expect((await ask(claimant, '')).status).toBe(403);
    // The other one gets it only after the first has lost it. Both are notified by email.
    expect((await set(holder.carrierId, 'revoked')).status).toBe(200);
    expect((await set(claimant.carrierId, 'active')).status).toBe(200);
    await mailTo(application, holder.email, /cannot bid/);
    await mailTo(application, claimant.email, /authority is confirmed/);
    expect([(await ask(claimant, '')).status, (await ask(holder, '')).status]).toEqual([200, 403]);
  });

  interface Decided {
    detail: string;
    authority: string;
    errors?: { field: string }[];
    authority_decisions: {
      from: string;
      to: string;
      usdot: string;
      other: string | null;
      reason: string | null;
      by: string;
      at: string;
    }[];
  }
  const decide = (id: string, body: object) =>
    call<Decided>(application, 'PATCH', `agent/carriers/${id}`, { token: agent.token, body });
  const recordOf = async (id: string) =>
    (await call<Decided>(application, 'GET', `agent/carriers/${id}/details`, { token: agent.token })).body
      .authority_decisions;

  test('goes over in one step, with a reason and a record; both are told in plain words', async () => {
    const { holder, claimant } = await twins('Four', '7654325');
    const reason = 'The registered phone answered as the claimant.';
    const give = (body: object) =>
      decide(claimant.carrierId, { authority: 'active', instead_of: holder.carrierId, ...body });
    expect((await give({})).body.errors).toMatchObject([{ field: 'reason' }]);
    expect((await give({ reason, authority: 'revoked' })).status).toBe(422);
    // The agent saw another carrier confirmed.
    expect((await give({ reason, instead_of: claimant.carrierId })).body).toMatchObject({
      status: 409,
      detail: expect.stringContaining('By now Four Holder is confirmed'),
    });
    expect([await recordOf(holder.carrierId), await recordOf(claimant.carrierId)]).toEqual([[], []]);

    expect(await give({ reason })).toMatchObject({ status: 200, body: { authority: 'active' } });
    expect([(await ask(claimant, '')).status, (await ask(holder, '')).status]).toEqual([200, 403]);
    const entry = { reason, by: 'Ann Agent', at: expect.any(String) };
    expect(await recordOf(claimant.carrierId)).toEqual([
      { ...entry, from: 'pending', to: 'active', usdot: '07654325', other: 'Four Holder' },
    ]);
    expect(await recordOf(holder.carrierId)).toEqual([
      { ...entry, from: 'active', to: 'revoked', usdot: '7654325', other: 'Four Claimant' },
    ]);
    const [lost, won] = [
      await mailTo(application, holder.email, /cannot bid/),
      await mailTo(application, claimant.email, /authority is confirmed/),
    ];
    expect(lost.text).toContain(
      'Two accounts list USDOT 7654325. We looked the number up, and it belongs to the other account.',
    );
    expect(won.text).toContain('Another account also listed your USDOT 07654325. It can no longer use it.');
    // Agents' notes, and who the other carrier is, must not reach a carrier.
    for (const { text } of [lost, won]) expect(text).not.toMatch(/registered phone|Four (Holder|Claimant) LLC/);
    // And back, through the same lifecycle; a repeat finds no one to take it from.
    expect(
      (await decide(holder.carrierId, { authority: 'active', instead_of: claimant.carrierId, reason: 'A mistake.' }))
        .status,
    ).toBe(200);
    expect(
      (await decide(holder.carrierId, { authority: 'active', instead_of: claimant.carrierId, reason: 'Twice.' }))
        .status,
    ).toBe(409);
    for (const { carrierId } of [holder, claimant]) {
      const { authority } = await application.database.kysely
        .selectFrom('carrier')
        .select('authority')
        .where('id', '=', carrierId)
        .executeTakeFirstOrThrow();
      const record = await application.database.kysely
        .selectFrom('carrier_authority_event')
        .selectAll()
        .where('carrier_id', '=', carrierId)
        .orderBy('sequence')
        .execute();
      // Replaying the record through the lifecycle gives the carrier's current state.
      const { state, reach } = complianceOf(
        { hasAgreement: true, authority: record[0]!.from_authority, policies: [] },
        '',
        '',
      );
      const folded = record.reduce((at, { event }) => {
        const verdict = complianceLifecycle.judge(at, reach, { type: event, by: 'agent' });
        if (!verdict.may) throw new Error(`${event} is not allowed in ${at.authority}.`);
        return verdict.next;
      }, state);
      expect([record.map(({ sequence }) => sequence), folded.authority]).toEqual([[1, 2], authority]);
    }
  });

  test('given to two at once goes to one', async () => {
    const { holder, claimant } = await twins('Five', '7654326');
    const third = await signedIn(application, 'carrier', 'Five Third', { usdot: '7654326', authority: 'pending' });
    const answers = await Promise.all(
      [claimant, third].map(({ carrierId }) =>
        decide(carrierId, { authority: 'active', instead_of: holder.carrierId, reason: 'Looked up.' }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('is rejected for the other one: both are mailed', async () => {
    const { holder, claimant } = await twins('Two', '7654322');
    expect((await set(claimant.carrierId, 'revoked')).status).toBe(200);
    expect((await mailTo(application, claimant.email, /cannot bid/)).text).toContain(
      'Two accounts list USDOT 07654322',
    );
    await mailTo(application, holder.email, /Someone else listed your USDOT 7654322/);
  });

  test('confirmed for two at once goes to one', async () => {
    const both = [
      await signedIn(application, 'carrier', 'Race One', { usdot: '7654323', authority: 'pending' }),
      await signedIn(application, 'carrier', 'Race Two', { usdot: '7654323', authority: 'pending' }),
    ];
    const answers = await Promise.all(both.map(({ carrierId }) => set(carrierId, 'active')));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('signing up with one that is taken is answered like any other sign-up', async () => {
    const { holder } = await twins('Three', '7654324');
    const form = (usdot: string, email: string) => ({
      legal_name: 'Thief LLC',
      usdot,
      contact_name: 'Tom Thief',
      email,
      phone: '+16145550188',
      password: 'a-Long-enough-9',
    });
    const taken = await call(application, 'POST', 'carrier/register', {
      body: form('7654324', `thief-${holder.id.slice(-6)}@mail.example`),
    });
    const free = await call(application, 'POST', 'carrier/register', {
      body: form('7654399', `free-${holder.id.slice(-6)}@mail.example`),
    });
    expect([taken.status, Object.keys(taken.body)]).toEqual([free.status, Object.keys(free.body)]);
  });
});

test('insurance below the minimum is no cover, here and in the list', async () => {
  const carrier = await signedIn(application, 'carrier', 'Dollar Movers');
  const { kysely } = application.database;
  const listed = async () => {
    const { body } = await call<{ carriers: { id: string; gaps: string[]; insurance_until: string | null }[] }>(
      application,
      'GET',
      'agent/carriers?limit=100',
      { token: agent.token },
    );
    const only = await call<{ carriers: { id: string }[] }>(
      application,
      'GET',
      'agent/carriers?compliant_only=true&limit=100',
      { token: agent.token },
    );
    const { gaps, insurance_until } = body.carriers.find(({ id }) => id === carrier.carrierId)!;
    return { gaps, insurance_until, isCompliant: only.body.carriers.some(({ id }) => id === carrier.carrierId) };
  };
  const cargo = async (limit_cents: number, expiration = '2099-12-31') => {
    await kysely
      .updateTable('insurance_policy')
      .set({ limit_cents, expiration })
      .where('carrier_id', '=', carrier.carrierId)
      .where('kind', '=', 'cargo')
      .execute();
    await keepCompliantDays(kysely, [carrier.carrierId]);
  };
  expect(await listed()).toEqual({ gaps: [], insurance_until: '2099-12-31', isCompliant: true });
  await cargo(10_000_000, '2098-01-01');
  expect(await listed()).toEqual({ gaps: [], insurance_until: '2098-01-01', isCompliant: true });
  await cargo(100);
  expect(await listed()).toEqual({
    gaps: ['the cargo coverage is $1.00, and at least $100,000.00 is required'],
    insurance_until: null,
    isCompliant: false,
  });
  const bid = await ask(carrier, `${ids.posted}/bid/place`, 'POST', { start_date: '2027-05-10', amount: 100_000 });
  expect([bid.status, bid.body.unmet?.join()]).toEqual([409, expect.stringContaining('the cargo coverage is $1.00')]);
  // The earliest end is the end of all coverage.
  await cargo(10_000_000, '2021-01-01');
  expect((await listed()).insurance_until).toBe('2021-01-01');
});
