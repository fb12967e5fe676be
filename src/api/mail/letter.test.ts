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

test('an address after a colon is pressed by the words before it; the text part has it written out', () => {
  const url = 'https://leads.example/settings?a=1&b=2';
  const { html, text } = letter({
    subject: 'News',
    greeting: 'Hello,',
    paragraphs: [],
    after: [`Too many? Choose the emails you get: ${url}`, 'See https://leads.example/a.', '<b> & co.'],
  });
  expect(html).toContain(
    'Too many? <a class="link" href="https://leads.example/settings?a=1&amp;b=2" style="color:#15803d">Choose the emails you get</a></p>',
  );
  expect(html).toContain('>https://leads.example/a</a>.</p>');
  expect(html).toContain('&lt;b&gt; &amp; co.');
  expect(text).toContain(`Choose the emails you get: ${url}`);
});

test('in a list each has a line of its own; numbers stay whole, and an email breaks after its @', () => {
  const { html, text } = letter({
    subject: 'New leads',
    greeting: 'Hello,',
    paragraphs: ['Call (614) 555-0142 about H-1180.'],
    list: [
      ['Columbus, OH to Austin, TX', '2 bedrooms'],
      ['And 3 more', ''],
    ],
    facts: [['Email', 'sarah@mail.example']],
  });
  expect(text).toContain('Columbus, OH to Austin, TX: 2 bedrooms\nAnd 3 more\n\nEmail: sarah@mail.example');
  const whole = (words: string) => `<span style="white-space:nowrap">${words}</span>`;
  expect(html).toContain(`Call ${whole('(614) 555-0142')} about ${whole('H-1180')}.`);
  expect(html).toContain('<div style="font-weight:700">Columbus, OH to Austin, TX</div>');
  expect(html).toContain('>And 3 more</div></td>');
  expect(html).toContain('sarah@<wbr>mail.example');
});
