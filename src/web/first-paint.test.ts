import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createFirstPaint } from './first-paint.ts';

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

/** A REST API that answers these, and writes down what it was asked. */
async function restApi(status = 200): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.headers['x-forwarded-for']?.toString()} ${request.url}`);
    const body = request.url!.includes('states-cities')
      ? { states: [{ state: 'OH', name: 'Ohio', count: 1, cities: [{ city: 'Columbus', count: 1 }] }] }
      : { items: [lead], next: null, total: 1 };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const paintOf = (restUrl: string) =>
  createFirstPaint({
    page: PAGE,
    publicUrl: () => 'https://leads.example',
    restUrl: () => restUrl,
    forwarded: (address) => ({ 'x-forwarded-for': address }),
    now: () => Date.parse('2030-01-01T03:00:00Z'),
  });

test('the shop stands in the page: head, words, links and the data that the application begins with', async () => {
  const { url, asked } = await restApi();
  const page = await paintOf(url)('/marketplace?states=OH&sort=cheapest&nonsense=1', '198.51.100.7');
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
  ['refuses', async () => (await restApi(503)).url],
])('an API that %s does not keep the page from being one', async (_, api) => {
  const page = await paintOf(await api())('/marketplace', '198.51.100.7');
  expect(page).toContain('<title>Moving leads for sale · Lead Platform</title>');
  expect(page).toContain('<div id="root"></div>');
  expect(page).not.toContain('first-paint');
});

test('other public pages have a head of their own, and nobody is asked; what is somebody’s has none', async () => {
  const paint = paintOf(NOWHERE);
  expect(await paint('/privacy-policy/?a=1', '198.51.100.7')).toContain(
    '<link rel="canonical" href="https://leads.example/privacy-policy">',
  );
  expect(await paint('/marketplace/details?token=secret', '198.51.100.7')).toBe(PAGE);
  expect(await paint('/leads', '198.51.100.7')).toBe(PAGE);
});
