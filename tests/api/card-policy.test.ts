import { describe, expect, test } from 'vitest';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';

/** Where Stripe's scripts and frames are allowed, and what happens if payments are off. */
const ACCOUNT = {
  STRIPE_SECRET_KEY: 'sk_test_12345678',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_12345678',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
};
const withStripe = await startApplication({ environment: { ...ACCOUNT, PARTS: 'api,web,gateway' } });
const withSandbox = await startApplication({ environment: { PARTS: 'api,web,gateway' } });
const closed = await startApplication({
  environment: {
    DEMO: '0',
    PARTS: 'api',
    PUBLIC_URL: 'https://leads.test',
    SMTP_URL: 'smtp://127.0.0.1:1',
    SESSION_SECRET: 'x'.repeat(40),
    ...brokerage(),
  },
});

/** Without a demo, the brokerage's name and address are required. */
function brokerage(): Record<string, string> {
  return {
    BROKERAGE_NAME: 'Test Brokerage',
    BROKERAGE_ADDRESS: '1 Main Street, Columbus, OH 43215',
    BROKERAGE_PHONE: '+16145550100',
    BROKERAGE_USDOT: '1234567',
    BROKERAGE_MC: 'MC-123456',
    BROKERAGE_EMAIL: 'office@test.example',
    BROKERAGE_ZONE: 'America/New_York',
  };
}

async function page(application: { url: string }, path: string) {
  const response = await fetch(application.url + path);
  return { policy: response.headers.get('content-security-policy') ?? '', text: await response.text() };
}

describe('the policy of pages', () => {
  test.each(['/subscribe', '/settings', '/leads?lead=1'])(
    '%s lets Stripe in where it has the account',
    async (path) => {
      const { policy, text } = await page(withStripe, path);
      expect(policy).toMatch(/script-src 'self' https:\/\/js\.stripe\.com/);
      expect(policy).toMatch(/frame-src https:\/\/js\.stripe\.com [^;]*https:\/\/hooks\.stripe\.com/);
      expect(policy).toMatch(/connect-src [^;]*https:\/\/api\.stripe\.com/);
      expect(text).toContain('data-takes-cards');
    },
  );

  test.each([
    '/',
    '/auth/lead-portal/login',
    '/agent-portal/leads',
    '/load-board/leads/available',
    '/settings-assistant',
    '/subscribers',
  ])('%s does not', async (path) => {
    const { policy, text } = await page(withStripe, path);
    expect(policy).toContain("script-src 'self'");
    expect(policy + text).not.toMatch(/stripe\.com|data-takes-cards/);
  });

  test('without an account no page does', async () => {
    for (const path of ['/subscribe', '/settings'])
      expect((await page(withSandbox, path)).policy).not.toContain('stripe.com');
  });
});

test('where there is neither an account nor a demo nothing can be paid for', async () => {
  const mover = await signedIn(
    closed,
    'mover',
    'Mia Mover',
    {},
    { business: { used_trial: false, subscription: 'inactive', trial_ends_at: null } },
  );
  const answer = await call(closed, 'POST', 'user/subscription/', { token: mover.token, body: {} });
  expect(answer.body).toMatchObject({ status: 503, detail: expect.stringContaining('Call (614) 555-0100.') as string });
  expect(
    (await call(closed, 'POST', 'user/subscription/payment/method', { token: mover.token, body: {} })).status,
  ).toBe(503);
  expect(
    (
      await call(closed, 'POST', 'user/subscription/coupon/apply', {
        token: mover.token,
        body: { code: 'SPRING', preview: true },
      })
    ).status,
  ).toBe(503);
  expect((await call(closed, 'GET', 'user/subscription/subscription', { token: mover.token })).body).toMatchObject({
    payments: 'off',
    status: 'inactive',
  });
  expect((await fetch(`${closed.url}/dev/payments/v1/payment_methods`, { method: 'POST' })).status).toBe(404);
});
