import { afterAll, beforeEach, expect, test } from 'vitest';
import { NEW_PASSWORD, forgetRequests, linkToken, newEmail } from '#tests/api/account-api.ts';
import { PASSWORD, mailTo, signedIn, startApplication } from '#tests/platform/application.ts';
import { createBrowser } from './gateway-browser.ts';
import { startGateway } from './gateway-server.ts';

const application = await startApplication();
const gateway = await startGateway(application.url, { sessionSecret: application.parts.sessionSecret });
afterAll(() => gateway.close());
beforeEach(() => forgetRequests(application));

type Browser = ReturnType<typeof createBrowser>;
const guest = () => createBrowser(gateway.url);

/** The result of a document; an error fails the test. */
async function run(browser: Browser, query: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await browser.post({ query, variables });
  expect(errors).toBeUndefined();
  return data as Record<string, never>;
}

async function signIn(platform: string, email: string, password = PASSWORD): Promise<Browser> {
  const browser = guest();
  expect((await browser.signIn(platform, email, password)).data).toMatchObject({ signIn: { ok: true } });
  return browser;
}

const newMover = {
  business: { subscription: 'inactive' as const, used_trial: false, trial_ends_at: null, top_cities_chosen_at: null },
};

test('a mover signs up, confirms, signs in, begins the trial and chooses cities', async () => {
  const email = newEmail();
  const browser = guest();
  const signUp = `mutation ($email: String!, $password: String!, $phone: String) { signUp(companyName: "Castillo Moving", name: "Owen Castillo", email: $email, phone: $phone, password: $password) }`;
  expect(await run(browser, signUp, { email, password: NEW_PASSWORD })).toEqual({ signUp: true });
  const refused = await browser.post({
    query: `mutation ($email: String!, $password: String!) { signIn(platform: lead_portal, email: $email, password: $password) { ok unconfirmed problem } }`,
    variables: { email, password: NEW_PASSWORD },
  });
  expect(refused.data).toEqual({
    signIn: { ok: false, unconfirmed: true, problem: 'Confirm your email first. We can send you the link again.' },
  });
  expect([...browser.cookies.keys()]).toEqual(['sign-up-browser']);
  await mailTo(application, email, /Confirm your email/);
  expect(
    await run(browser, 'mutation ($email: String!) { sendConfirmation(platform: lead_portal, email: $email) }', {
      email,
    }),
  ).toEqual({ sendConfirmation: true });
  const token = linkToken(await mailTo(application, email, /Confirm your email/, 1), '/auth/confirm-email');
  const confirm = {
    query: 'mutation ($token: String!) { confirmEmail(platform: lead_portal, token: $token) }',
    variables: { token },
  };
  // The confirmation signs in the browser of the sign-up, even with a link that was requested again.
  expect((await browser.post(confirm)).data).toEqual({ confirmEmail: true });
  expect((await browser.post(confirm)).errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', status: 410 });
  expect(await run(browser, '{ session { role } }')).toEqual({ session: { role: 'mover' } });

  const mover = await signIn('lead_portal', email, NEW_PASSWORD);
  expect(
    await run(
      mover,
      '{ session { gates subscription settings { companyName topCitiesChosen } emailVerified } subscription { status price trialDays usedTrial cardAdded trialEndsAt } }',
    ),
  ).toEqual({
    session: {
      gates: ['top_cities', 'subscribe'],
      subscription: 'inactive',
      settings: { companyName: 'Castillo Moving', topCitiesChosen: false },
      emailVerified: true,
    },
    subscription: {
      status: 'inactive',
      price: 9900,
      trialDays: 14,
      usedTrial: false,
      cardAdded: false,
      trialEndsAt: null,
    },
  });
  expect(await run(mover, 'mutation { startSubscription(price: 9900) { status clientSecret } }')).toEqual({
    startSubscription: { status: 'trialing', clientSecret: null },
  });
  const second = await mover.post({ query: 'mutation { startSubscription(price: 9900) { status } }' });
  expect(second.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', state: 'trialing' });
  const choices: Record<string, unknown> = await run(
    mover,
    '{ availableStates { code name cities } cities(states: ["OH"], nearZip: "43215") { city state zips lat lng } topCities { cities { city } radiusMiles states } }',
  );
  expect(choices).toMatchObject({
    availableStates: expect.arrayContaining([expect.objectContaining({ code: 'OH', name: 'Ohio' })]) as never,
    topCities: { cities: [], radiusMiles: null, states: [] },
  });
  expect((choices.cities as { city: string }[])[0]?.city).toBe('Columbus');
  expect(
    await run(
      mover,
      'mutation { chooseTopCities(cities: [{ city: "Columbus", state: "OH" }], radiusMiles: 40) { gates } }',
    ),
  ).toEqual({ chooseTopCities: { gates: [] } });
  expect(await run(mover, '{ topCities { cities { city state } radiusMiles } }')).toEqual({
    topCities: { cities: [{ city: 'Columbus', state: 'OH' }], radiusMiles: 40 },
  });
  await run(mover, 'mutation { chooseTopCities(cities: [], states: ["TX", "OH"]) { gates } }');
  expect(await run(mover, '{ topCities { cities { city } radiusMiles states } }')).toEqual({
    topCities: { cities: [], radiusMiles: null, states: ['OH', 'TX'] },
  });
  const nowhere = await mover.post({
    query: 'mutation { chooseTopCities(cities: [{ city: "Atlantis", state: "OH" }], radiusMiles: 40) { gates } }',
  });
  expect(nowhere.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID', errors: [{ field: 'cities/0' }] });
});

test('a carrier signs up and confirms', async () => {
  const email = newEmail();
  const browser = guest();
  const signUp = `mutation ($email: String!, $password: String!) { signUpCarrier(legalName: "Lund Freight", usdot: "3141592", contactName: "Henry Lund", email: $email, phone: "+16155550123", password: $password) }`;
  expect(await run(browser, signUp, { email, password: NEW_PASSWORD })).toEqual({ signUpCarrier: true });
  expect(
    await run(browser, 'mutation ($email: String!) { sendConfirmation(platform: load_board, email: $email) }', {
      email,
    }),
  ).toEqual({ sendConfirmation: true });
  const token = linkToken(await mailTo(application, email, /Confirm your email/), '/auth/load-board/confirm-email');
  expect(
    await run(browser, 'mutation ($token: String!) { confirmEmail(platform: load_board, token: $token) }', { token }),
  ).toEqual({ confirmEmail: true });
  expect(await run(browser, '{ session { role gates } }')).toEqual({
    session: { role: 'carrier', gates: ['signup_complete'] },
  });
});

test('a refused sign-up names its fields', async () => {
  const { errors } = await guest().post({
    query: 'mutation { signUp(companyName: "C", name: "N", email: "n@mail.example", password: "short") }',
  });
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'INVALID',
    status: 422,
    errors: [{ field: 'password', message: 'Use at least 10 characters.' }],
  });
});

test.each([
  ['lead_portal', 'mover'],
  ['agent_portal', 'agent'],
  ['load_board', 'carrier'],
] as const)('at %s a forgotten password is chosen anew, and changed again', async (platform, role) => {
  const { email } = await signedIn(application, role, `Pat ${role}`);
  const browser = guest();
  expect(
    await run(browser, `mutation ($email: String!) { requestPasswordReset(platform: ${platform}, email: $email) }`, {
      email,
    }),
  ).toEqual({ requestPasswordReset: true });
  const token = linkToken(await mailTo(application, email, /Choose a new password/), '/auth/password-new');
  expect(
    await run(
      browser,
      `mutation ($token: String!, $newPassword: String!) { resetPassword(platform: ${platform}, token: $token, newPassword: $newPassword) }`,
      { token, newPassword: NEW_PASSWORD },
    ),
  ).toEqual({ resetPassword: true });
  const own = await signIn(platform, email, NEW_PASSWORD);
  const other = await signIn(platform, email, NEW_PASSWORD);
  const change =
    'mutation ($password: String!, $newPassword: String!) { changePassword(password: $password, newPassword: $newPassword) }';
  expect(await run(own, change, { password: NEW_PASSWORD, newPassword: 'amber-otter-77' })).toEqual({
    changePassword: true,
  });
  const wrong = await own.post({ query: change, variables: { password: NEW_PASSWORD, newPassword: 'amber-otter-78' } });
  expect(wrong.errors?.[0]?.extensions).toMatchObject({
    errors: [{ field: 'password', message: 'That’s not your current password.' }],
  });
  expect((await own.session()).data?.session).toMatchObject({ email });
  expect((await other.session()).data).toEqual({ session: null });
  expect(other.cookies.size).toBe(0);
});

test('another email: asked for at every portal, confirmed without a session', async () => {
  for (const [platform, role] of [
    ['lead_portal', 'mover'],
    ['agent_portal', 'agent'],
    ['load_board', 'carrier'],
  ] as const) {
    const { email } = await signedIn(application, role, `Chris ${role}`);
    const to = newEmail();
    const browser = await signIn(platform, email);
    expect(
      await run(
        browser,
        'mutation ($newEmail: String!, $password: String!) { requestEmailChange(newEmail: $newEmail, password: $password) }',
        { newEmail: to, password: PASSWORD },
      ),
    ).toEqual({ requestEmailChange: true });
    const token = linkToken(await mailTo(application, to, /Confirm your new email/), '/auth/confirm-email-change');
    expect(await run(guest(), 'mutation ($token: String!) { confirmEmailChange(token: $token) }', { token })).toEqual({
      confirmEmailChange: true,
    });
    expect((await browser.session()).data).toEqual({ session: null });
    await signIn(platform, to);
  }
});

test('profile and settings, with what somebody else has changed meanwhile', async () => {
  const { email } = await signedIn(application, 'mover', 'Mia Mover');
  const browser = await signIn('lead_portal', email);
  expect(
    await run(browser, 'mutation { updateUser(name: "Maria", phone: null, version: 1) { name phone version } }'),
  ).toEqual({ updateUser: { name: 'Maria', phone: null, version: 2 } });
  const late = await browser.post({ query: 'mutation { updateUser(name: "Late", version: 1) { name } }' });
  expect(late.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', current: { name: 'Maria' } });
  const settings =
    'mutation { updateUserSettings(companyPhone: "+16145550155", emailOnNewLead: false) { settings { companyPhone emailOnNewLead emailOnSubscriptionCancellation } } }';
  expect(await run(browser, settings)).toEqual({
    updateUserSettings: {
      settings: { companyPhone: '+16145550155', emailOnNewLead: false, emailOnSubscriptionCancellation: true },
    },
  });
  expect(await run(browser, 'mutation { removeAvatar { avatarUrl } }')).toEqual({ removeAvatar: { avatarUrl: null } });
});

test('sessions are listed and ended; ending all drops the cookies', async () => {
  const { email } = await signedIn(application, 'agent', 'Sue Agent');
  const [own, other] = [await signIn('agent_portal', email), await signIn('agent_portal', email)];
  const { sessions } = (await run(
    own,
    '{ sessions { id isCurrent userAgent address signedInAt lastSeenAt } }',
  )) as unknown as { sessions: { id: string; isCurrent: boolean; userAgent: string }[] };
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
  expect(sessions[0]?.userAgent).toBe('node');
  expect(await run(own, 'mutation ($id: ID!) { endSession(id: $id) }', { id: sessions[1]?.id })).toEqual({
    endSession: true,
  });
  expect((await other.session()).data).toEqual({ session: null });
  expect(await run(own, 'mutation { endAllSessions }')).toEqual({ endAllSessions: true });
  expect(own.cookies.size).toBe(0);
});

test('assistants are invited, read their invitation, accept, and are let go', async () => {
  const { email } = await signedIn(application, 'mover', 'Mia Mover', {}, { business: { name: 'Mia & Sons' } });
  const mover = await signIn('lead_portal', email);
  const to = newEmail();
  const entry = '{ id name email state invitedAt expiresAt joinedAt }';
  const { inviteAssistant } = (await run(
    mover,
    `mutation ($to: String!) { inviteAssistant(email: $to, name: "Ari") ${entry} }`,
    { to },
  )) as unknown as { inviteAssistant: { id: string; state: string } };
  expect(inviteAssistant).toMatchObject({ email: to, state: 'invited', joinedAt: null });
  await mailTo(application, to, /invites you/);
  expect(
    await run(mover, `mutation ($id: ID!) { resendInvitation(id: $id) ${entry} }`, { id: inviteAssistant.id }),
  ).toMatchObject({ resendInvitation: { state: 'invited' } });
  const token = linkToken(await mailTo(application, to, /invites you/, 1), '/auth/lead-portal/signup-assistant');
  expect(
    await run(
      guest(),
      'query ($token: String!) { invitation(token: $token) { email name businessName invitedBy expiresAt } }',
      { token },
    ),
  ).toMatchObject({ invitation: { email: to, name: 'Ari', businessName: 'Mia & Sons', invitedBy: 'Mia Mover' } });
  expect(
    await run(
      guest(),
      'mutation ($token: String!, $password: String!) { signUpAssistant(token: $token, password: $password) }',
      { token, password: NEW_PASSWORD },
    ),
  ).toEqual({ signUpAssistant: true });
  const assistant = await signIn('lead_portal', to, NEW_PASSWORD);
  const { assistants } = (await run(mover, `{ assistants ${entry} }`)) as unknown as {
    assistants: { id: string; state: string }[];
  };
  expect(assistants).toMatchObject([{ email: to, state: 'active', expiresAt: null }]);
  expect((await assistant.post({ query: `{ assistants ${entry} }` })).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  expect(await run(mover, 'mutation ($id: ID!) { deleteAssistant(id: $id) }', { id: assistants[0]?.id })).toEqual({
    deleteAssistant: true,
  });
  expect((await assistant.session()).data).toEqual({ session: null });
  expect(await run(mover, `{ assistants ${entry} }`)).toEqual({ assistants: [] });
});

test('who is not signed in is told so, whatever the portal of the call', async () => {
  for (const query of [
    '{ sessions { id } }',
    '{ subscription { price } }',
    'mutation { removeAvatar { id } }',
    'mutation { changePassword(password: "a", newPassword: "b") }',
    'mutation { startSubscription(price: 9900) { status } }',
    'mutation { endAllSessions }',
  ]) {
    expect((await guest().post({ query })).errors?.[0]?.extensions.code, query).toBe('UNAUTHENTICATED');
  }
});

test('a new business of a test begins before its first step', async () => {
  const { email } = await signedIn(application, 'mover', 'Nora New', {}, newMover);
  expect(await run(await signIn('lead_portal', email), '{ session { gates } }')).toEqual({
    session: { gates: ['top_cities', 'subscribe'] },
  });
});
