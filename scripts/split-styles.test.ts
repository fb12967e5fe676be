import { expect, test } from 'vitest';
import { splitCss } from './split-styles.ts';

const CSS = `@layer theme{:root{--a:1}}
@layer utilities{
  .p-4{padding:1rem}
  .px-2{padding-inline:.5rem}
  .text-red{color:red}
  @media (width>=40rem){.sm\\:p-1{padding:.25rem}.sm\\:flex{display:flex}}
  .w-4\\!{width:1rem!important}
}`;
const split = (...words: string[]) => splitCss(CSS, new Set(words));

test('each rule is in one sheet: the first has those that are named, and all that is no utility', () => {
  const { first, later } = split('p-4', 'sm:flex');
  expect(first).toContain('@layer theme{:root{--a:1}}');
  for (const rule of ['.p-4{', '.sm\\:flex{'])
    expect([first.includes(rule), later.includes(rule)]).toEqual([true, false]);
  for (const rule of ['.px-2{', '.text-red{', '.sm\\:p-1{'])
    expect([first.includes(rule), later.includes(rule)]).toEqual([false, true]);
});

test('a rule of the first sheet stands in a later layer than what it overrides in the second', () => {
  // Padding, then horizontal padding: whichever sheet each is in, the second rule wins.
  const { first, later } = split('px-2');
  expect(later).toContain('@layer l0{.p-4{padding:1rem}');
  expect(first).toMatch(/@layer l1\{\.px-2\{/);
  expect(first).toMatch(/^[^]*@layer l0,l1;/);
  // Within a layer, the sheet that is loaded later wins.
  expect(split('p-4').later).toContain('@layer l0{.px-2{');
});

test('conditions stay around their rules, and what is important stays in the first sheet', () => {
  const { first, later } = split();
  expect(later).toContain('@media (width>=40rem){.sm\\:p-1{padding:.25rem}}');
  expect(first).toContain('.w-4\\!{width:1rem!important}');
});

test('a stylesheet without utilities is a mistake', () => {
  expect(() => splitCss('a{color:red}', new Set())).toThrow('no layer of utilities');
});
