import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ChoiceChips } from './choice-chips.tsx';

test('a choice takes the same room chosen or not, so that no other one moves', () => {
  const icons = (chosen: string[]) => {
    const html = renderToStaticMarkup(
      <ChoiceChips label="States" options={[{ value: 'OH', label: 'OH' }]} chosen={chosen} onToggle={() => {}} />,
    );
    return { drawn: html.split('<svg').length - 1, isHidden: /<svg[^>]*invisible/.test(html) };
  };
  expect([icons([]), icons(['OH'])]).toEqual([
    { drawn: 1, isHidden: true },
    { drawn: 1, isHidden: false },
  ]);
});
