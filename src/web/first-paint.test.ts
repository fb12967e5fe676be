import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { STAND_IN } from '#src/machines/legal/legal-text.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { createFirstPaint, type Visit } from './first-paint.ts';

const PAGE =
  '<html><head><link rel="icon" href="/assets/mark-1.svg"><title>Lead Platform</title></head><body><div id="root"></div></body></html>';
const NOWHERE = 'http://127.0.0.1:9';
const lead = {
  id: '01900000-0000-7000-8000-000000000001',
  origin: { city: '<b>Columbus</b>', state: 'OH' },
  destination: { city: 'Austin', state: 'TX' },
  miles: 1067.2,
  size: 'two-bedroom',
  weight_lb: 5500,
  move_date: null,
  is_flexible: true,
  received_at: '2030-01-01T00:00:00Z',
  price: 1250,
  shares_left: 1,
  shares: 3,
  has_phone: true,
  has_email: false,
  has_comment: false,
  phone_verified: true,
  email_verified: false,
};

const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** A REST API that returns these responses and records the requests. */
async function restApi(
  answers: { status: number; brokerage: object; published?: object } = { status: 200, brokerage: {} },
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers['x-forwarded-for']?.toString()} ${request.url}`);
    const body = request.url!.endsWith('/brokerage')
      ? answers.brokerage
      : request.url!.includes('/legal/')
        ? answers.published
        : request.url!.includes('states-cities')
          ? { states: [{ state: 'OH', name: 'Ohio', count: 1, cities: [{ city: 'Columbus', count: 1 }] }] }
          : { items: [lead], next: null, total: 1 };
    response.writeHead(answers.status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const ADDRESS = '198.51.100.7';

/** The pages as text; no link is rendered, unless a test says how. */
const pagesOf =
  (paint: ReturnType<typeof createFirstPaint>, drawLink: Visit['drawLink'] = async () => null) =>
  async (url: string, isGuest = true): Promise<string> => {
    const first = await paint({ url, address: ADDRESS, isGuest, drawLink });
    return 'redirect' in first ? `to ${first.redirect}` : first.page;
  };

const paintOf = (
  restUrl: string,
  {
    now = () => Date.parse('2030-01-01T03:00:00Z'),
    drawLink,
  }: { now?: () => number; drawLink?: Visit['drawLink'] } = {},
) =>
  pagesOf(
    createFirstPaint({
      page: PAGE,
      publicUrl: () => 'https://leads.example',
      restUrl: () => restUrl,
      forwarded: (address) => ({ 'x-forwarded-for': address }),
      now,
    }),
    drawLink,
  );

test('the shop stands in the page: head, words, links and the data that the application begins with', async () => {
  const { url, asked } = await restApi();
  const page = await paintOf(url)('/marketplace?states=OH&sort=cheapest&nonsense=1');
  expect(asked.toSorted((a, b) => a.localeCompare(b))).toEqual([
    '198.51.100.7 /api/frontend/shop-lead/?sort=cheapest&states=OH',
    '198.51.100.7 /api/frontend/shop-lead/states-cities?states=OH',
  ]);
  expect(page).toContain('<title>Moving leads from Ohio · Lead Platform</title>');
  expect(page).toContain('<link rel="canonical" href="https://leads.example/marketplace?states=OH">');
  expect(page).toContain('&lt;b&gt;Columbus&lt;/b&gt;, OH → Austin, TX');
  expect(page).toContain('2 bedrooms · 5,500 lb · 1,067 mi');
  expect(page).toContain('>Phone verified<');
  expect(page).toContain('$12.50');
  expect(page).toContain('1 of 3 left');
  expect(page).toContain('>3h ago<');
  expect(page).toContain('href="/marketplace?states=OH&amp;cities=OH%3AColumbus&amp;sort=cheapest"');
  expect(page).toContain('<div id="root" hidden></div>');
  const [, structured] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)!;
  expect(JSON.parse(structured!)).toMatchObject({
    '@type': 'ItemList',
    numberOfItems: 1,
    itemListElement: [{ item: { offers: { price: '12.50', priceCurrency: 'USD' } } }],
  });
  const [, first] = /<script type="application\/json" id="first-leads">(.*?)<\/script>/.exec(page)!;
  expect(JSON.parse(first!)).toMatchObject({
    query: { states: 'OH', sort: 'cheapest' },
    data: { shopLeads: { total: 1, items: [{ size: 'two_bedroom', weightLb: 5500, sharesLeft: 1 }] } },
  });
});

test.each([
  ['does not answer', async () => NOWHERE],
  ['refuses', async () => (await restApi({ status: 503, brokerage: {} })).url],
])('an API that %s does not keep the page from being one', async (_, api) => {
  const page = await paintOf(await api())('/marketplace');
  expect(page).toContain('<title>Moving leads for sale · Lead Platform</title>');
  expect(page).toContain('<div id="root"></div>');
  expect(page).not.toContain('first-paint');
});

test('other public pages have a head of their own, and nobody is asked; what is somebody’s has none', async () => {
  const paint = paintOf(NOWHERE);
  expect(await paint('/privacy-policy/?a=1')).toContain(
    '<link rel="canonical" href="https://leads.example/privacy-policy">',
  );
  expect(await paint('/marketplace/details?token=secret')).toBe(PAGE);
  expect(await paint('/move/secret')).toBe(PAGE);
});

test('a legal text that comes with the product is about the brokerage; its own, and a half-known brokerage, are left to the application', async () => {
  const { name, phone, email, usdot, mc } = STAND_IN;
  const drawn = `<p class="font-semibold">${name}</p><a href="tel:${phone}">${showPhone(phone)}</a> ${name}, USDOT ${usdot}, ${mc} <a href="mailto:${email}">${email}</a>`;
  const brokerage = {
    name: 'Ann & Sons',
    address: '1 Oak St',
    usdot: '4242',
    mc: 'MC-77',
    phone: '+1 (512) 555-0100',
    email: 'hi@ann.test',
    logo: null as object | null,
  };
  const published: unknown[] = [];
  const paintAbout = async (about: object): Promise<string> => {
    const { url } = await restApi({ status: 200, brokerage: about, published });
    return pagesOf(
      createFirstPaint({
        page: PAGE,
        drawnPages: { '/privacy-policy': drawn },
        publicUrl: () => 'https://leads.example',
        restUrl: () => url,
        forwarded: () => ({}),
      }),
    )('/privacy-policy');
  };
  expect(await paintAbout(brokerage)).toContain(
    '<p class="font-semibold">Ann &amp; Sons</p><a href="tel:+15125550100">(512) 555-0100</a> Ann &amp; Sons, USDOT 4242, MC-77 <a href="mailto:hi@ann.test">hi@ann.test</a>',
  );
  const logo = { url: '/files/brokerage/logo/2', width: 600, height: 150 };
  expect(await paintAbout({ ...brokerage, logo })).toContain(
    '<p class="font-semibold"><img src="/files/brokerage/logo/2" alt="Ann &amp; Sons" width="160" height="40"></p>',
  );
  expect(await paintAbout({ ...brokerage, mc: '' })).not.toContain('first-paint');
  published.push({ version: 4 });
  expect(await paintAbout(brokerage)).not.toContain('first-paint');
});

test('what every guest sees stands in the page of guests, as long as the address asks for nothing more', async () => {
  const { url } = await restApi({ status: 200, brokerage: { name: 'Ann & Sons', logo: null } });
  const at = pagesOf(
    createFirstPaint({
      page: PAGE,
      drawnPages: { '/auth/load-board/login': '<form></form><aside class="a"></aside>' },
      publicUrl: () => 'https://leads.example',
      restUrl: () => url,
      forwarded: () => ({}),
    }),
  );
  expect(await at('/auth/load-board/login', true)).toMatch(
    /<div id="first-paint"><form><\/form><aside class="a"><div.*Ann &amp; Sons.*<\/aside><p.*slow to load.*<\/div><div id="root" hidden><\/div><template id="brand">/,
  );
  for (const page of [
    await at('/auth/load-board/login', false),
    await at('/auth/load-board/login?next=%2Fa', true),
    await at('/auth/load-board/login/x', true),
  ])
    expect(page).not.toContain('first-paint');
});

test('where people sign in, before or after, the page says whose it is: asked once a minute, with or without a logo', async () => {
  const logo = { url: '/files/brokerage/logo/2', width: 600, height: 150 };
  const answers = { status: 200, brokerage: { name: 'Ann & Sons', logo: null as typeof logo | null } };
  const { url, asked } = await restApi(answers);
  let now = 0;
  const paint = paintOf(url, { now: () => now });
  const [signIn, portal] = await Promise.all(
    ['/auth/load-board/login?next=%2F', '/agent-portal/today'].map((path) => paint(path)),
  );
  expect(signIn).toContain('<title>Sign in · Lead Platform</title>');
  for (const page of [signIn, portal])
    expect(page).toMatch(/<div id="root"><\/div><template id="brand">.*Ann &amp; Sons/);
  answers.brokerage.logo = logo;
  expect(await paint('/')).not.toContain('<img');
  now = 60_001;
  expect(await paint('/')).toContain(
    '<img src="/files/brokerage/logo/2" alt="Ann &amp; Sons" width="192" height="48">',
  );
  expect(asked).toHaveLength(2);
});

test('a sign-in page without an answer of the API says what the product is, and asks again next time', async () => {
  const answers = { status: 503, brokerage: { name: 'Ann & Sons', logo: null } };
  const { url } = await restApi(answers);
  const paint = paintOf(url);
  const page = await paint('/auth/agent-portal/login');
  expect(page).toContain('<template id="brand">');
  expect(page).not.toContain('Ann');
  answers.status = 200;
  expect(await paint('/auth/agent-portal/login')).toContain('Ann &amp; Sons');
});

test('a link is rendered for guests alone, with what was requested for it, or leads elsewhere', async () => {
  const answers = { '{"sha256Hash":"abc"}': { data: { name: '</script>' } } };
  const paint = paintOf(NOWHERE, { drawLink: async () => ({ markup: '<main>Your move</main>', answers }) });
  expect(await paint('/move/t')).toContain(
    '<div id="first-paint"><main>Your move</main><script type="application/json" id="first-answers">{"{\\"sha256Hash\\":\\"abc\\"}":{"data":{"name":"\\u003c/script>"}}}</script>',
  );
  expect(await paint('/move/t', false)).toBe(PAGE);
  const moved = paintOf(NOWHERE, { drawLink: async () => ({ redirect: '/signed' }) });
  expect(await moved('/sign')).toBe('to /signed');
});
