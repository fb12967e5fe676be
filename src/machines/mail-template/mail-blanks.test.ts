import { expect, test } from 'vitest';
import { fillBlanks, MAIL_BLANKS, wrongBlanks } from './mail-blanks.ts';

test('blanks are filled in; what the lead does not say stays and is named', () => {
  const values = { ...MAIL_BLANKS, 'quote total': null };
  expect(fillBlanks('Hello {{client first name}}, {{ Quote  Total }} for {{route}}?', values)).toEqual({
    text: 'Hello Casey, {{ Quote  Total }} for Columbus, OH to Austin, TX?',
    missing: ['quote total'],
  });
});

test('a blank that nobody knows is named, and so is half a blank', () => {
  expect(wrongBlanks('{{client name}} {{margin}} {{margin}}')).toEqual(['“{{margin}}” isn’t a known blank.']);
  expect(wrongBlanks('Hello {{client name}')).toEqual([
    'A blank is missing its opening or closing braces. Write it as {{client name}}.',
  ]);
  expect(wrongBlanks('Braces { } are fine, and so is {{agent name}}.')).toEqual([]);
});
