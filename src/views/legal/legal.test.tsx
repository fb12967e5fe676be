import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { describe, expect, test } from 'vitest';
import type { Brokerage } from '#src/views/brokerage/use-brokerage.ts';
import { LegalBlocks } from '#src/views/legal/legal-blocks.tsx';
import type { Block, LegalText } from '#src/machines/legal/legal-text.ts';
import {
  blankBrokerage,
  filled,
  LEGAL_KINDS,
  NEWEST_BUILT_IN,
  parseLegal,
  sourceOf,
} from '#src/machines/legal/legal-text.ts';
import { BUILT_IN } from './built-in.ts';
import type { LegalVersion } from './legal-text.ts';
import { versionOf } from './legal-text.ts';
import { allVersions } from './published.ts';
import { text as privacy1 } from './texts/privacy-policy-1.ts';
import { text as privacy2 } from './texts/privacy-policy-2.ts';
import { text as privacy } from './texts/privacy-policy-4.ts';
import { text as terms1 } from './texts/terms-of-service-1.ts';
import { text as terms2 } from './texts/terms-of-service-2.ts';
import { text as terms } from './texts/terms-of-service-4.ts';
import { VersionNote } from './version-note.tsx';

const brokerage = {
  name: 'Acme Moving Brokers Inc.',
  address: '9 Test Road, Boise, ID 83702',
  usdot: '7654321',
  mc: 'MC-987654',
  phone: '+1 208 555 0199',
  email: 'help@acme.example',
  zone: 'America/Boise',
} as Brokerage;

const draw = (blocks: readonly Block[]) =>
  renderToStaticMarkup(
    <Router ssrPath="/terms-of-service">
      <LegalBlocks blocks={blocks} phone={brokerage.phone} />
    </Router>,
  );
const wordsOf = ({ intro, sections }: LegalText) => draw([...intro, ...sections.flatMap(({ blocks }) => blocks)]);

describe.each([
  ['privacy policy', privacy(brokerage)],
  ['terms of service', terms(brokerage)],
  ['second privacy policy', privacy2(brokerage)],
  ['second terms of service', terms2(brokerage)],
  ['first privacy policy', privacy1(brokerage)],
  ['first terms of service', terms1(brokerage)],
])('%s', (_, text) => {
  test('it names the brokerage, and no blank is left', () => {
    const words = wordsOf(text);
    for (const fact of [
      brokerage.name,
      brokerage.address,
      brokerage.usdot,
      brokerage.mc,
      brokerage.email,
      '(208) 555-0199',
    ])
      expect(words).toContain(fact);
    expect(words).not.toMatch(/undefined|null|\[object|\{|lorem|todo|tbd/i);
  });

  test('its sections have addresses of their own', () => {
    const ids = text.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });
});

test('the text that points to a section of the other one finds it', () => {
  const ids = privacy(brokerage).sections.map(({ id }) => id);
  const pointed = [...wordsOf(terms(brokerage)).matchAll(/href="\/privacy-policy#([^"]+)"/g)].map(([, id]) => id!);
  expect(pointed).toEqual(['sale']);
  expect(ids).toEqual(expect.arrayContaining(pointed));
});

test.each([privacy, terms])('leads come by cities and by states', (text) => {
  const words = wordsOf(text(brokerage));
  expect(words).not.toMatch(/near (your|their) cities/);
  expect(words).toContain('in the states, that');
});

test('what is required of a broker of household goods is said', () => {
  const words = wordsOf(terms(brokerage));
  for (const said of [
    'not a motor carrier',
    'Your Rights and Responsibilities When You Move',
    'list of the household goods carriers',
    '49 CFR 371.117',
    '49 CFR 371.3',
    '15 U.S.C. 7001',
    'artificial intelligence',
    'within 7 days',
  ])
    expect(words, said).toContain(said);
  for (const said of [
    'sale of personal information',
    'Do not sell',
    'automated assistant',
    'Stripe',
    '49 CFR 371.3',
    'California Privacy Protection Agency',
    '45 days',
  ])
    expect(wordsOf(privacy(brokerage)), said).toContain(said);
});

test('addresses in sentences can be opened, and the full stop is the sentence’s', () => {
  expect(draw(['See https://stripe.com/privacy.'])).toBe(
    '<p>See <a class="link" href="https://stripe.com/privacy" rel="noreferrer">stripe.com/privacy</a>.</p>',
  );
  expect(draw(['Write to help@acme.example, or call +1 208 555 0199.'])).toBe(
    '<p>Write to <a class="link" href="mailto:help@acme.example">help@acme.example</a>, or call <a href="tel:+12085550199" class="link whitespace-nowrap">(208) 555-0199</a>.</p>',
  );
  expect(draw(['See /privacy-policy#sale'])).toContain('href="/privacy-policy#sale"');
  expect(draw(['Within 24/7 and 1/2, a <b>tag</b>.'])).toBe('<p>Within 24/7 and 1/2, a &lt;b&gt;tag&lt;/b&gt;.</p>');
});

describe('versions', () => {
  const load = () => Promise.reject(new Error('not asked for'));
  const versions = [
    { version: 2, since: '2027-02-01', load },
    { version: 1, since: '2026-11-21', load },
  ] as const satisfies readonly [LegalVersion, ...LegalVersion[]];

  test.each([
    [null, 2, null],
    ['1', 1, null],
    ['2', 2, null],
    ['3', 2, '3'],
    ['', 2, ''],
    ['1; drop', 2, '1; drop'],
  ])('asked for %j', (asked, version, missing) =>
    expect(versionOf(versions, asked)).toEqual({ shown: versions.find((one) => one.version === version), missing }),
  );

  test('an earlier one says so, and each leads to the other', () => {
    const note = (shown: LegalVersion) =>
      renderToStaticMarkup(
        <Router ssrPath="/privacy-policy">
          <VersionNote versions={versions} shown={shown} aside={null} />
        </Router>,
      );
    expect(note(versions[0])).toContain('href="/privacy-policy?version=1"');
    expect(note(versions[0])).not.toContain('earlier version');
    expect(note(versions[1])).toContain('This is an earlier version');
    expect(note(versions[1])).toContain('href="/privacy-policy"');
    expect(note(versions[1])).toContain('Version 1, in effect since Sat, Nov 21, 2026');
  });
});

test('what came with the product after the brokerage published its own was never in effect there', () => {
  const published = (version: number) => ({
    __typename: 'LegalVersion' as const,
    version,
    since: '2026-12-01',
    actorName: 'Ann Agent',
  });
  const versions = (all: number[]) => allVersions('privacy-policy', all.map(published)).map(({ version }) => version);
  expect(versions([])).toEqual([4, 3, 2, 1]);
  expect(versions([5])).toEqual([5, 4, 3, 2, 1]);
  expect(versions([3, 2])).toEqual([3, 2, 1]);
});

test.each(LEGAL_KINDS)(
  'the newest %s that comes with the product can be edited: its source says the same',
  async (kind) => {
    const [newest] = BUILT_IN[kind];
    expect(newest.version).toBe(NEWEST_BUILT_IN[kind]);
    const { text } = await newest.load();
    const { text: read, wrong } = parseLegal(text(brokerage).title, sourceOf(text(blankBrokerage as Brokerage)));
    expect(wrong).toEqual([]);
    expect(filled(read, brokerage)).toEqual(text(brokerage));
  },
);
