import type { Browser, Page } from '@playwright/test';
import { beforeAll, expect, test } from 'vitest';
import { createSandbox } from '#src/payment-sandbox/sandbox.ts';
import type { Sandbox } from '#src/payment-sandbox/sandbox.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { FRESH, billingOf } from '#tests/api/billing-api.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { takeLead } from '#src/api/state-lead/state-lead.intake.ts';
import { signIn } from '#tests/paths/agent-page.ts';
import { seen } from '#tests/platform/seen.ts';
import { signedIn, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { testBrowser, newPage } from '#tests/platform/chromium.ts';

/**
 * A deployment with Stripe keys and stand-ins for Stripe's servers: the sandbox answers for its API, and a short script
 * replaces js.stripe.com. Covers our side: what is loaded when, what is requested, and what follows.
 */
const KEYS = {
  STRIPE_SECRET_KEY: 'sk_test_of_the_brokerage',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_brokerage',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_brokerage',
};
let application: Application;
let browser: Browser;
let stripe: Sandbox;

beforeAll(async () => {
  application = await startApplication({
    environment: KEYS,
    paymentsFetch:
      () =>
      async (address, init = {}) => {
        const url = new URL(String(address));
        if (url.origin !== 'https://api.stripe.com') throw new Error(`Asked ${url.origin} instead of Stripe.`);
        const headers = new Headers(init.headers);
        const { status, body } = await stripe.handle({
          method: init.method ?? 'GET',
          path: url.pathname + url.search,
          key: headers.get('authorization')!.replace('Bearer ', ''),
          idempotencyKey: headers.get('idempotency-key'),
          body: typeof init.body === 'string' ? init.body : '',
        });
        return new Response(body, { status, headers: { 'content-type': 'application/json' } });
      },
  });
  const { database, jobs, now } = application.parts;
  const nowhere = () => 'http://127.0.0.1:9';
  stripe = createSandbox({
    database,
    jobs,
    now,
    secretKey: KEYS.STRIPE_SECRET_KEY,
    publishableKey: KEYS.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: KEYS.STRIPE_WEBHOOK_SECRET,
    hookUrl: nowhere,
    pagesUrl: nowhere,
  });
  browser = await testBrowser();
});

/** What Stripe's script does when its form is submitted: it sends the card to Stripe and confirms the intent. */
async function confirmAtStripe(clientSecret: string, number: string): Promise<{ error?: { message: string } }> {
  const ask = async (path: string, form: Record<string, string>) => {
    const { body } = await stripe.handle({
      method: 'POST',
      path: `/v1/${path}`,
      key: KEYS.STRIPE_PUBLISHABLE_KEY,
      idempotencyKey: null,
      body: new URLSearchParams(form).toString(),
    });
    return JSON.parse(body) as { id: string; error?: { message: string } };
  };
  const { id } = await ask('payment_methods', {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '4',
    'card[exp_year]': '2040',
  });
  const intent = clientSecret.split('_secret_')[0]!;
  return ask(`${intent.startsWith('pi_') ? 'payment_intents' : 'setup_intents'}/${intent}/confirm`, {
    client_secret: clientSecret,
    payment_method: id,
  });
}

const SCRIPT = `window.Stripe = (key) => ({
  key,
  registerAppInfo() {},
  elements: (options) => ({ options, create: () => ({ mount: (at) => { at.innerHTML = '<label>Card number <input id="at-stripe"></label>'; }, destroy() {} }) }),
  confirmSetup: ({ elements }) => window.atStripe(elements.options.clientSecret, document.getElementById('at-stripe').value),
  confirmPayment: ({ elements }) => window.atStripe(elements.options.clientSecret, document.getElementById('at-stripe').value),
});`;

async function openPage(): Promise<{ page: Page; scripts: string[] }> {
  // The stand-in has a different version than the library expects.
  const page = await newPage(browser, { allow: [/Stripe\.js@/] });
  const scripts: string[] = [];
  await page.exposeFunction('atStripe', confirmAtStripe);
  await page.route('https://js.stripe.com/**', (route) => {
    scripts.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: SCRIPT });
  });
  return { page, scripts };
}

test('the script is loaded when a card is entered, a refusal is told, a card is kept', async () => {
  const mover = await signedIn(application, 'mover', 'Stella Stripe', {}, FRESH);
  const { page, scripts } = await openPage();
  await signIn(page, application.url, 'lead-portal', mover.email);
  await page.waitForURL((url) => url.pathname === hrefs.mover.subscribe());
  // The page reloads by itself, with the policy that allows Stripe's script.
  await page.locator('html[data-takes-cards]').waitFor();
  await page.getByRole('button', { name: 'Add a card now' }).waitFor();
  expect(scripts).toEqual([]);
  await page.getByRole('button', { name: 'Add a card now' }).click();
  await page.getByLabel('Card number').fill('4000000000000002');
  expect(scripts).toHaveLength(1);
  await page.getByRole('button', { name: 'Save card and start' }).click();
  await seen(page.getByText('Your card was declined.')).toBeVisible();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByRole('button', { name: 'Save card and start' }).click();
  await page.waitForURL((url) => url.pathname !== hrefs.mover.subscribe());
  const { state, cards } = billingOf(application);
  expect(await state(mover)).toMatchObject({ standing: 'trialing', has_card: true });
  expect(await cards(mover)).toMatchObject([{ last4: '4242', is_default: true }]);
});

test('a guest pays for a lead at Stripe: a refused card, then another one', async () => {
  const { parts } = application;
  await inTransaction(parts.database, (tx) =>
    takeLead(tx, parts, 'import', {
      external_id: 'stripe-1',
      client: { name: 'Casey Client', email: 'casey@client.test' },
      origin: { city: 'Reno', state: 'NV' },
      destination: { city: 'Austin', state: 'TX' },
      size: 'studio',
    }),
  );
  const { page, scripts } = await openPage();
  await page.goto(`${application.url}/marketplace?states=NV`);
  await page.getByRole('button', { name: /^Add: Reno/ }).click();
  await page.getByRole('button', { name: 'View cart' }).click();
  await page.getByLabel('Email').fill('buyer@mail.test');
  expect(scripts).toEqual([]);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByLabel('Card number').fill('4000000000000002');
  expect(scripts).toHaveLength(1);
  await page.getByRole('button', { name: /^Pay / }).click();
  await seen(page.getByText('Your card was declined.')).toBeVisible();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByRole('button', { name: /^Pay / }).click();
  await seen(page.getByText('The lead is yours')).toBeVisible();
  const purchase = await application.database.kysely
    .selectFrom('purchase')
    .select(['state', 'email'])
    .executeTakeFirstOrThrow();
  expect(purchase).toEqual({ state: 'revealed', email: 'buyer@mail.test' });
});
