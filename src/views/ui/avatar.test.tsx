import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Avatar } from './avatar.tsx';

test.each([
  ['Bob “Big” O’Brien', 'BB'],
  ['(Ann) Lee', 'AL'],
  ['Éva', 'É'],
])('the initials of %s are %s', (name, initials) => {
  expect(renderToStaticMarkup(<Avatar name={name} />)).toContain(`data-initials="${initials}"`);
});
