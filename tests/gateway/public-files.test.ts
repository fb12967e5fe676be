import { beforeAll, describe, expect, test } from 'vitest';
import { matchPath, routes } from '#src/machines/session/routes.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { takeLead } from '#src/api/state-lead/state-lead.intake.ts';
import { PUBLIC_PAGES } from '#src/web/public-files.ts';
import { startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** What crawlers and other programs request. */
let application: Application;
const PUBLIC = 'https://leads.example';

beforeAll(async () => {
  application = await startApplication({ environment: { PARTS: 'api,gateway,web', PUBLIC_URL: PUBLIC } });
  const lead = {
    external_id: 'public-1',
    client: { name: 'Casey', email: 'casey@client.test' },
    origin: { zip: '43215' },
    destination: { zip: '60601' },
    size: 'studio',
  } as const;
  await inTransaction(application.database, (tx) => takeLead(tx, application.parts, 'test', lead));
});

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(application.url + path, { redirect: 'manual', headers });
  return {
    location: response.headers.get('location'),
    status: response.status,
    type: response.headers.get('content-type'),
    robots: response.headers.get('x-robots-tag'),
    text: await response.text(),
  };
}

test('robots may read pages, and are told where the site map is', async () => {
  const { status, type, text } = await get('/robots.txt');
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toBe(
    `User-agent: *\nDisallow: /api/\nDisallow: /graphql\nDisallow: /files/\nDisallow: /dev/\n\nSitemap: ${PUBLIC}/sitemap.xml\n`,
  );
});

test('the site map lists what strangers may find, each of them a page', async () => {
  const { status, type, text } = await get('/sitemap.xml');
  expect([status, type]).toEqual([200, 'application/xml; charset=utf-8']);
  const listed = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url!.replace(PUBLIC, ''));
  // Rendered only by the server: not a screen of the application.
  const places = ['/moving-leads', '/moving-leads/ohio', '/moving-leads/ohio/columbus'];
  expect(listed).toEqual([...PUBLIC_PAGES, '/moving-leads', '/marketplace?states=OH', ...places.slice(1)]);
  for (const page of listed) {
    if (places.includes(page)) continue;
    expect(
      routes.find((route) => matchPath(route.path, page.split('?')[0]!)),
      page,
    ).toHaveProperty('screen');
    expect(await get(page)).toMatchObject({ status: 200, robots: null });
  }
});

test('who found a hole is told whom to tell, for some months yet (RFC 9116)', async () => {
  const { status, type, text } = await get('/.well-known/security.txt');
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2)),
  ) as Record<string, string>;
  expect(fields).toMatchObject({
    Contact: `mailto:${application.parts.brokerage.email}`,
    Canonical: `${PUBLIC}/.well-known/security.txt`,
  });
  const days = (Date.parse(fields.Expires!) - Date.now()) / DAY;
  expect(days).toBeGreaterThan(150);
  expect(days).toBeLessThan(365);
});

test('there is an icon', async () => {
  const { status, type, text } = await get('/favicon.ico');
  expect([status, type]).toEqual([200, 'image/svg+xml']);
  expect(text).toMatch(/^<svg/);
});

describe('a link that opens no file', () => {
  const token = 'nobody-has-this-token-0123456789abcdef';
  const id = '00000000-0000-7000-8000-000000000000';
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  test.each([
    ['shop-lead/details/receipt?', `/marketplace/details?token=${token}`],
    ['shop-lead/details/export?', `/marketplace/details?token=${token}`],
    ['shop-lead/orders/receipt?reference=P-1&', `/marketplace/orders?token=${token}`],
    [`agent-lead/portal/estimates/${id}?`, `/move/${token}`],
    [`agent-lead/portal/receipts/${id}?`, `/move/${token}`],
    ['agent-lead/portal/papers/1?', `/move/${token}`],
  ])('%s leads a person to its page, and tells a program', async (path, page) => {
    const url = `/files/${path}token=${token}`;
    expect(await get(url, browser)).toMatchObject({ status: 303, location: page });
    expect(await get(url, { accept: 'application/pdf' })).toMatchObject({
      status: expect.toSatisfy((status: number) => [404, 422].includes(status)) as number,
      location: null,
      type: expect.stringContaining('problem+json') as string,
    });
    expect(await get(page)).toMatchObject({ status: 200 });
  });

  test.each([
    [`agent-lead/${id}/statement`, `/agent-portal/lead/${id}/files`],
    [`carrier/agent-lead/${id}/attachments/download`, `/load-board/leads/open?load=${id}`],
    ['agent/reports/export', '/'],
  ])('without a session, %s leads a person to where they sign in, and tells a program', async (path, page) => {
    expect(await get(`/files/${path}`, browser)).toMatchObject({ status: 303, location: page });
    expect(await get(`/files/${path}`, { accept: '*/*' })).toMatchObject({
      status: 401,
      location: null,
      type: expect.stringContaining('problem+json') as string,
    });
  });

  test('one that is cut off leads to no other address', async () => {
    const cut = await get('/files/shop-lead/details/receipt?token=x%0d%0a%2F%2Fevil.example', browser);
    expect([cut.status, cut.location]).toEqual([303, '/marketplace/details?token=x%0D%0A%2F%2Fevil.example']);
    expect(await get('/files/shop-lead/details/receipt', browser)).toMatchObject({ status: 400, location: null });
    expect(await get(`/files/agent-lead/${id}%2F..%2F/x`, browser)).toMatchObject({ status: 404, location: null });
  });
});

describe('pages', () => {
  test.each(['/nothing-is-here', '/marketplace/nothing', '/agent-portal/nothing', '/privacy-policy/x'])(
    'nothing is at %s',
    async (path) => {
      const { status, type, text } = await get(path);
      expect([status, type]).toEqual([404, 'text/html; charset=utf-8']);
      expect(text).toContain('id="root"');
    },
  );

  test.each([
    '/',
    '/auth/login',
    '/auth/nowhere/login',
    '/agent-portal/lead/x1',
    '/load-board',
    '/quote/abc',
    '/auth/confirm-email?token=x',
    '/marketplace/details?token=x',
    '/email/marketplace-subscribe?token=x',
    '/email/unsubscribe?email=a@b.example',
  ])('%s is somebody’s: not to be found by a search', async (path) => {
    expect(await get(path)).toMatchObject({ status: 200, robots: 'noindex, nofollow' });
  });

  test('filters do not hide a public page', async () => {
    expect(await get('/marketplace?states=OH')).toMatchObject({ status: 200, robots: null });
  });

  test('a file that is not there is no page', async () => {
    expect(await get('/assets/nothing.js')).toMatchObject({ status: 404 });
    expect(await get('/api/nothing')).toMatchObject({ status: 404, type: expect.stringContaining('problem+json') });
  });
});

test.each(['..%2findex.html', '%2e%2e%2findex.html', '..%5cindex.html', '%00', '.%2f..%2fdrawn-pages.json', ''])(
  'of the build only its assets are sent, not /assets/%s',
  async (name) => {
    const { status, text } = await get(`/assets/${name}`);
    expect([400, 403, 404]).toContain(status);
    expect(text).not.toMatch(/<html|first-paint/);
  },
);
