import { expect, test } from 'vitest';
import { parseTemplate } from './template-text.ts';

const GOOD = `{date of the agreement}
{broker}
{carrier}
## The job
Load :: {load}
Start :: {start date}
Pick-up :: {pick-up dates}
{stops}
{inventory}
You get **{pay}**.
{if household} - One
{if not household} - Other`;

test('a text that names what it must is right', () => {
  expect(parseTemplate('specific-job', GOOD).wrong).toEqual([]);
});

test.each([
  ['an unknown blank', `${GOOD}\nCall {client name}.`, ['Line 13: {client name} isn’t a known blank.']],
  ['a missing blank', GOOD.replace('**{pay}**', 'it'), ['{pay} is missing.']],
  [
    'a blank that is there only sometimes',
    GOOD.replace('You get', '{if household} You get'),
    ['{pay} would be missing in some agreements: each line that has it stands under a condition.'],
  ],
  ['an unknown condition', `${GOOD}\n{if sunny} - Sun`, ['Line 13: “sunny” isn’t a known condition.']],
  ['a condition alone', `${GOOD}\n{if household}`, ['Line 13: nothing follows the condition.']],
  ['a table inside a line', `${GOOD}\nSee {stops} here.`, ['Line 13: {stops} needs a line of its own.']],
  [
    'a late condition',
    `${GOOD}\nWords {if household}`,
    ['Line 13: {if household} must be at the beginning of the line.'],
  ],
  ['half a brace', `${GOOD}\nWords {pay`, ['Line 13: a brace is missing its other half.']],
  ['half of bold', `${GOOD}\n**Words`, ['Line 13: “**” is missing its other half.']],
  ['a blank in a heading', `${GOOD}\n## {pay}`, ['Line 13: a section begins with “## ” and plain words.']],
  ['no section', GOOD.replace('## The job', 'The job'), ['Give the text at least one section.']],
])('%s is told by its line', (_, source, wrong) => {
  expect(parseTemplate('specific-job', source).wrong).toEqual(wrong);
});

test('a blank that every kind of estimate has stands in every agreement', () => {
  const lines = ['binding', 'non-binding', 'capped'].map((name) => `{if ${name}} {total}`);
  const missing = (source: string) =>
    parseTemplate('broker-shipper', source).wrong.filter((sentence) => sentence.startsWith('{total}'));
  expect(missing(lines.join('\n'))).toEqual([]);
  expect(missing(lines.slice(1).join('\n'))).toHaveLength(1);
});
