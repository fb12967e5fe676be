import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const source = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');

const ASCII = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCharCode(0x20 + index)).join('');
/** What the product's own texts and most names consist of, within the `unicode-range` of `theme.css`. */
const COMMON = `${ASCII}\u{a0}²³·×áäéëíñóöúü–—‘’“”•…−`;
const OPTIONS = {
  targetFormat: 'woff2',
  // Regular to bold; nothing is lighter or heavier.
  variationAxes: { wght: { min: 400, max: 700 } },
  // Tabular digits, and what applies by default. No text has fractions.
  keepFeatures: ['calt', 'ccmp', 'kern', 'mark', 'mkmk', 'tnum'],
} as const;

/**
 * The screens' font in two files: what a screen usually shows, and all Latin characters, which a browser fetches only
 * if the page has one of the others.
 */
export async function generatedFonts(): Promise<{ path: string; content: Buffer }[]> {
  const inter = await readFile(source);
  return [
    { path: 'src/generated/fonts/inter.woff2', content: await subsetFont(inter, COMMON, OPTIONS) },
    {
      path: 'src/generated/fonts/inter-latin.woff2',
      content: await subsetFont(inter, null, { ...OPTIONS, keepAllGlyphs: true }),
    },
  ];
}
