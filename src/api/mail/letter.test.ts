import { expect, test } from 'vitest';
import { letter } from './letter.ts';

test('an address below the button can be pressed; what a person wrote is text', () => {
  const { html, text } = letter({
    subject: 'Receipt',
    greeting: 'Hello Ann,',
    paragraphs: ['See https://elsewhere.example/x'],
    after: ['Receipt: https://pay.example/r?a=1&b=2.'],
  });
  expect(html).toContain('Receipt: <a class="link" href="https://pay.example/r?a=1&amp;b=2"');
  expect(html).toContain('>See https://elsewhere.example/x</p>');
  expect(text).toContain('Receipt: https://pay.example/r?a=1&b=2.');
});
