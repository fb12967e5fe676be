import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MaskedInput } from './masked-input.tsx';
import { NumberInput } from './number-input.tsx';
import { PhoneInput } from './phone-input.tsx';
import { ZipInput } from './zip-input.tsx';

const ignore = () => {};

test.each<[string, () => ReactNode, string]>([
  ['digits', () => <MaskedInput mask="########" value="USDOT 1234567890" onChange={ignore} />, 'numeric 12345678'],
  ['letters and digits', () => <MaskedInput mask="@@ ***" value="mc1!2x9" onChange={ignore} />, 'text mc 12x'],
  ['a ZIP code', () => <ZipInput value="43215-1234" onChange={ignore} />, 'numeric 43215'],
  ['a phone number', () => <PhoneInput value="+15555550123" onChange={ignore} />, 'tel (555) 555-0123'],
  ['a number of another country', () => <PhoneInput value="+442079460958" onChange={ignore} />, 'tel +442079460958'],
  ['a whole number', () => <NumberInput value={12500} onChange={ignore} />, 'numeric 12,500'],
  ['a fraction', () => <NumberInput fraction={2} value={1250.5} onChange={ignore} />, 'decimal 1,250.5'],
  [
    'a number with a sign',
    () => <NumberInput fraction={1} unsigned={false} value={-3.5} onChange={ignore} />,
    'text -3.5',
  ],
  [
    'a sign that is not allowed, which is not turned into another number',
    () => <NumberInput value={-3} onChange={ignore} />,
    'numeric -3',
  ],
])('%s', (_what, draw, shown) => {
  const html = renderToStaticMarkup(draw());
  expect(`${/inputMode="(\w+)"/i.exec(html)?.[1]} ${/ value="([^"]*)"/.exec(html)?.[1]}`).toBe(shown);
});
