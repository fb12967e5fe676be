import { describe, expect, test } from 'vitest';
import { filled, parseLegal, sourceOf } from './legal-text.ts';

const GOOD = `{name}, {address}.

## In short {#in-short}

One paragraph; write to {email}.

- first
- second

Term :: what is said
Other :: more`;
const ACME = {
  name: 'Acme {email}',
  address: '1 Main St',
  usdot: '1',
  mc: 'MC-1',
  phone: '+1',
  email: 'a@b.test',
  zone: 'UTC',
};

test('a source is read, and written as it was', () => {
  const { text, wrong } = parseLegal('T', GOOD);
  expect(wrong).toEqual([]);
  expect(text).toEqual({
    title: 'T',
    intro: ['{name}, {address}.'],
    sections: [
      {
        id: 'in-short',
        title: 'In short',
        blocks: [
          'One paragraph; write to {email}.',
          { list: ['first', 'second'] },
          {
            facts: [
              ['Term', 'what is said'],
              ['Other', 'more'],
            ],
          },
        ],
      },
    ],
  });
  expect(sourceOf(text)).toBe(GOOD);
});

test('blanks are filled once: what fills them is no source', () => {
  expect(filled(parseLegal('T', GOOD).text, ACME).intro).toEqual(['Acme {email}, 1 Main St.']);
});

describe.each([
  ['an unknown blank', GOOD.replace('{email}', '{email} {fax}'), '{fax} isn’t a known blank.'],
  ['an empty blank', `${GOOD} {}`, '{} isn’t a known blank.'],
  ['a lost brace', `${GOOD} }`, 'A brace is missing'],
  ['no section', '{name} {address} {email}', 'at least one section'],
  ['a section without an address', `${GOOD}\n## More`, 'a section begins with'],
  ['an address twice', `${GOOD}\n## More {#in-short}`, '#in-short is used twice'],
  ['no mailbox', GOOD.replace('{email}', 'us'), 'use {email}'],
])('%s', (_, source, sentence) => {
  test('is told', () => {
    expect(parseLegal('T', source).wrong.join('\n')).toContain(sentence);
  });
});
