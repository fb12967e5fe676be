import { expect, it } from 'vitest';
import { mailing } from '../models/mailing.model.ts';
import { signing } from '../models/signing.model.ts';
import { suiteOf } from './cases.ts';
import { walkOf } from './walk.ts';
import { cell, toCsv } from './write-csv.ts';
import { toJson } from './write-json.ts';
import { toMarkdown } from './write-markdown.ts';

const limits = { cases: 500, length: 20, seed: 7 };
const walk = walkOf(mailing);

it('writes for people who does what, where it ends, what stays off and why', () => {
  expect(toMarkdown(suiteOf(walk, 'shortest', limits)).split('\n## ')[5]).toBe(`mailing-shortest-5

Subscribed: Visitor Vic confirms through the mail

It starts in Not subscribed.

1. [ ] Visitor Vic asks for mails about two states → the mailing stands in Asked, not confirmed.
    - off: ends what nobody confirmed, until nobody confirmed in time
2. [ ] Visitor Vic confirms through the mail → the mailing stands in Subscribed.
3. [ ] Visitor Vic confirms through the mail → the mailing stays in Subscribed.
`);
});

it('ends with what each place allows, and until when each of it is off', () => {
  expect(toMarkdown(suiteOf(walk, 'simple', limits)).split('\n### ')[2]).toBe(`Asked, not confirmed

- Visitor Vic asks for mails about two states; off until at least one state is chosen
- Visitor Vic confirms through the mail → Subscribed; off until at least one state is chosen and the question is not older than 7 days
- Visitor Vic unsubscribes → Not subscribed
- The clock ends what nobody confirmed → Not subscribed; off until nobody confirmed in time
`);
});

it('says why something is refused: nothing of the kind, somebody else, something is missing', () => {
  const sentences = suiteOf(walk, 'refused', limits)
    .cases.find(({ title }) => title.startsWith('Asked'))!
    .steps.map(({ sentence }) => sentence);
  expect(sentences).toEqual([
    'Visitor Vic asks for mails about two states → the mailing stands in Asked, not confirmed.',
    'Agent Ann asks for mails about two states → refused, only the visitor may; the mailing stays in Asked, not confirmed.',
    'Agent Ann confirms through the mail → refused, only the visitor may; the mailing stays in Asked, not confirmed.',
    'Visitor Vic changes the choice by the link of a mail → refused, nothing of the kind happens there; the mailing stays in Asked, not confirmed.',
    'Agent Ann unsubscribes → refused, only the visitor may; the mailing stays in Asked, not confirmed.',
    'Agent Ann ends what nobody confirmed → refused, only the clock may; the mailing stays in Asked, not confirmed.',
    'Visitor Vic asks for mails about two states → refused until at least one state is chosen; the mailing stays in Asked, not confirmed.',
    'Visitor Vic confirms through the mail → refused until at least one state is chosen; the mailing stays in Asked, not confirmed.',
    'Visitor Vic confirms through the mail → refused until the question is not older than 7 days; the mailing stays in Asked, not confirmed.',
    'The clock ends what nobody confirmed → refused until nobody confirmed in time; the mailing stays in Asked, not confirmed.',
  ]);
});

it('writes of a flow what the screen offers, who answers, and where it stands', () => {
  const cases = suiteOf(walkOf(signing), 'refused', limits).cases.map(({ steps }) =>
    steps.map(({ sentence }) => sentence),
  );
  expect(cases.flat()).toContain(
    'Client Casey reads the text again → not possible there; the screen stays in Looking.',
  );
  expect(cases.flat()).toContain(
    'Client Casey signs the agreement → off until consent and signature are given; the screen stays in Signing.',
  );
  expect(cases.flat()).toContain(
    'The server does not answer → the screen stands in No answer, signature given, to sign.',
  );
  // No request waits for an answer there.
  expect(
    cases.flat().filter((sentence) => /^The (?:server|clock) .*(?:not possible|off until)/.test(sentence)),
  ).toEqual([]);
});

it('writes a row per step, in the order of the walk, with a mark that spreadsheets know UTF-8 by', () => {
  const rows = toCsv(suiteOf(walk, 'simple', limits)).split('\r\n');
  expect(rows).toEqual([
    '\uFEFF"case","title","step","person","does","from","expected","stands in","off","event","result"',
    '"mailing-simple-1","Subscribed: Visitor Vic confirms through the mail","1","Visitor Vic","asks for mails about two states","Not subscribed","Visitor Vic asks for mails about two states → the mailing stands in Asked, not confirmed.","Asked, not confirmed","ends what nobody confirmed, until nobody confirmed in time","mails.asked",""',
    '"mailing-simple-1","Subscribed: Visitor Vic confirms through the mail","2","Visitor Vic","confirms through the mail","Asked, not confirmed","Visitor Vic confirms through the mail → the mailing stands in Subscribed.","Subscribed","","mails.confirmed",""',
    '',
  ]);
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1'])('leaves no formula to a spreadsheet: %j', (text) => {
  expect(cell(text)).toBe(`"'${text}"`);
});

it('quotes what is quoted', () => {
  expect([cell('say "no", please'), cell(3), cell('a = b')]).toEqual(['"say ""no"", please"', '"3"', '"a = b"']);
});

it('writes steps that a tool can do: model, event with what it carries, places', () => {
  const { format, seed, cases } = JSON.parse(
    [...toJson(suiteOf(walk, 'random', { ...limits, cases: 2, length: 1 }))].join(''),
  ) as {
    format: number;
    seed: number;
    cases: { steps: object[] }[];
  };
  expect({ format, seed, step: cases[0]!.steps[0] }).toMatchObject({
    format: 1,
    seed: 7,
    step: {
      model: 'mailing',
      event: 'mails.asked',
      asked: { event: { type: 'mails.asked', by: 'visitor', states: ['OH', 'TX'] } },
      from: 'unsubscribed',
      to: 'pending',
      verdict: { may: true },
    },
  });
});
