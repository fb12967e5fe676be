import { expect, test } from 'vitest';
import { fillText, TEXT_LENGTH, unknownBlanks, USUAL_TEXTS } from './texts.ts';

const values = {
  name: 'Casey',
  route: 'Columbus, OH to Chicago, IL',
  date: 'Dec 4',
  business: 'Bright & Sons',
  me: 'Max',
};

test('blanks are filled in, each as often as it stands there; what is no blank stays', () => {
  expect(fillText('Hi {name}, {name}! {me}, {business}: {route} on {date} {price}', values)).toBe(
    'Hi Casey, Casey! Max, Bright & Sons: Columbus, OH to Chicago, IL on Dec 4 {price}',
  );
});

test('a name with its own period is not followed by a second one', () => {
  const business = 'Two Guys & a Dolly “Movers” Inc.';
  expect(fillText('This is {me} from {business}. When?', { ...values, business })).toBe(
    `This is Max from ${business} When?`,
  );
  expect(fillText('{business}', { ...values, business })).toBe(business);
});

test('what a lead says is not read as a blank', () => {
  expect(fillText('Hi {name}', { ...values, name: '{me} $&' })).toBe('Hi {me} $&');
});

test('a word in braces that is no blank is found', () => {
  expect(unknownBlanks('Hi {name}, {first} {}')).toEqual(['first']);
});

test('the texts to begin with have no unknown blank and are short enough', () => {
  expect(USUAL_TEXTS.flatMap(({ text }) => unknownBlanks(text))).toEqual([]);
  expect(USUAL_TEXTS.filter(({ text }) => text.length > TEXT_LENGTH)).toEqual([]);
});
