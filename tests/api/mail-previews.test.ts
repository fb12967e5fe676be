import { globSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { MAIL_KINDS } from '#src/api/mail/mail-kinds.ts';
import { composed } from '#src/demo/mail-previews.ts';
import { mailSamples, REPEATED } from '#src/demo/mail-samples.ts';
import type { MailSample } from '#src/demo/mail-samples.ts';
import { startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';

/** Every mail of the product, as it is sent: one design, and nothing that mail programs drop. */
let application: Application;
let samples: MailSample[];

beforeAll(async () => {
  application = await startApplication({ demoData: true, environment: { PARTS: 'api' } });
  samples = await mailSamples(application.parts);
});

test('each kind of mail has a sample, and so has each function that writes one', () => {
  expect([...new Set(samples.map(({ kind }) => kind))].toSorted()).toEqual([...MAIL_KINDS].toSorted());
  // Functions that compose mails; those in `src/api/mail` and those that send mails are named differently.
  const written = globSync('src/api/*/*mail*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:function|const) ([a-z]\w+(?:Mail|News))\b/gm)].map(
      ([, name]) => name!,
    ),
  );
  expect(written.length).toBeGreaterThan(40);
  const shown = globSync('src/demo/mail-samples*.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const others = ['createMail', 'sendAssignedMail', 'previewMail', 'sendLeadMail', 'textOfMail', 'hearOfMail'];
  expect(written.filter((name) => !others.includes(name) && !shown.includes(name))).toEqual([]);
});

/**
 * What Gmail, Outlook, and Apple Mail all support. Others, such as flex, grid, and position, are dropped by at least
 * one of them.
 */
// If `wbr` or `white-space` is dropped, lines break elsewhere and nothing else changes.
const TAGS = 'html head meta title style body div table tr td p a br img span wbr'.split(' ');
const PROPERTIES =
  'margin padding color background-color width max-width height max-height overflow font-family font-size font-weight line-height text-align text-decoration vertical-align border border-top border-color border-radius border-collapse word-break white-space display'.split(
    ' ',
  );
const DISPLAYS = ['none', 'block', 'inline-block'];

test('no mail has what mail programs drop, and each has all that a mail must have', () => {
  for (const sample of samples) {
    const { kind, letter } = sample;
    const { html, text } = composed(application.parts, sample);
    const tags = [...html.replaceAll(/<!--.*?-->/gs, '').matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => tag!);
    expect(
      tags.filter((tag) => !TAGS.includes(tag)),
      kind,
    ).toEqual([]);
    const styles = [...html.matchAll(/style="([^"]*)"/g)].map(([, style]) => style!);
    const rules = [...styles, ...[...html.matchAll(/\{([^{}]*)\}/g)].map(([, rule]) => rule!)];
    const declared = rules.flatMap((rule) => rule.split(';').map((part) => part.trim().split(/\s*:\s*/)));
    const names = declared.filter(([name]) => name !== '').map(([name]) => name!);
    expect(
      names.filter((name) => !PROPERTIES.includes(name)),
      kind,
    ).toEqual([]);
    const displays = declared.filter(([name]) => name === 'display').map(([, value]) => value!);
    expect(
      displays.filter((value) => !DISPLAYS.includes(value)),
      kind,
    ).toEqual([]);
    expect(html, kind).not.toMatch(/url\(|@import|calc\(|var\(|javascript:|\bon[a-z]+=/i);
    // Gmail truncates longer ones.
    expect(Buffer.byteLength(html), kind).toBeLessThan(102_000);
    expect(html, kind).toContain('<meta name="color-scheme" content="light dark">');
    expect(html, kind).toContain('@media (prefers-color-scheme: dark)');
    expect(html, kind).toMatch(/<div style="display:none[^>]*>[^&<]{8,}/);
    expect(letter.subject.length, kind).toBeLessThan(120);
    // Both parts have the same links, and name the sender.
    const { address } = application.parts.brokerage;
    expect([text.includes(address), html.includes(address)], kind).toEqual([true, true]);
    for (const [, url] of html.matchAll(/href="([^"]+)"/g))
      expect(text, kind).toContain(url!.replaceAll('&amp;', '&').replaceAll('&#39;', "'"));
  }
});

test('people read phone numbers as they write them, and sentences that end once', () => {
  for (const sample of samples) {
    const { text } = composed(application.parts, sample);
    expect(text, sample.kind).not.toMatch(/\+1 ?\d{3}/);
    expect(text, sample.kind).not.toMatch(/[^.]\.\.(\s|$)/);
  }
});

test('the mail of a mover carries the mover’s name, and only says who sent it', () => {
  const sample = samples.find(({ kind }) => kind === 'state-quote')!;
  const { html, text } = composed(application.parts, sample);
  const { name, address } = application.parts.brokerage;
  expect(text.split('\n-- \n')[1]).toBe(
    `Northbound Movers · (614) 555-0133\nSent for Northbound Movers by ${name}\n${address}\n`,
  );
  const shown = html.replaceAll(/<title>.*?<\/style>|<[^>]+>/gs, '\n');
  expect(shown.indexOf('Northbound Movers')).toBeLessThan(shown.indexOf('Hello'));
  expect(shown.slice(0, shown.indexOf('Hello'))).not.toContain(name);
});

test('each kind that can be left is shown with the way out', () => {
  const sent = globSync('src/api/*/*.ts').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('mail.send(')
      .slice(1)
      .map((call) => call.slice(0, call.indexOf(';')))
      .filter((call) => call.includes('listUnsubscribe'))
      .flatMap((call) => /kind: '([a-z-]+)'/.exec(call)?.[1] ?? []),
  );
  // Its call gets the kind from elsewhere.
  expect([...new Set([...sent, 'subscription-canceled'])].toSorted()).toEqual([...REPEATED].toSorted());
});

test('the demo shows them all on one page, which runs nothing', async () => {
  const read = async (path: string) => {
    const answer = await fetch(`${application.url}/dev/mailbox/previews${path}`);
    return { status: answer.status, policy: answer.headers.get('content-security-policy'), body: await answer.text() };
  };
  const page = await read('');
  expect(page.status).toBe(200);
  for (const kind of MAIL_KINDS) expect(page.body).toContain(`<code>${kind}</code>`);
  expect(page.body).not.toContain('<script');
  const [light, dark] = [await read('/0?look=light'), await read('/0?look=dark')];
  expect(light.policy).toMatch(/^sandbox; default-src 'none'/);
  expect([light.body.includes('@media not all'), dark.body.includes('@media all')]).toEqual([true, true]);
  expect((await read('/999')).status).toBe(404);
  expect((await read('?look=blue')).status).toBe(400);
});
