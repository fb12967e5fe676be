/** Holds the browser bundle to its budgets, by Vite's manifest. All sizes are gzip, in kB of 1,000 bytes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildBrowser } from './build.ts';
import { root } from './inputs.ts';
import { closure, type Manifest } from './manifest.ts';

/** Pages as the sources they are loaded from; each loads what the pages before it have not. */
const pages: { page: string; sources: RegExp[]; budget: number }[] = [
  { page: 'sign-in page', sources: [/^index\.html$/, /\/pages\/auth\/auth\.tsx$/], budget: 92 },
  {
    page: 'first list after sign-in',
    sources: [
      /\/data-provider\.tsx$/,
      /\/pages\/agent-portal\/agent-portal\.tsx$/,
      /\/pages\/agent-portal\/leads?(-list)?\.tsx$/,
    ],
    budget: 170,
  },
];
const lazyChunkBudget = 25;
const styleBudget = 10;

await buildBrowser();

const browser = join(root, 'dist/browser');
const manifest = JSON.parse(readFileSync(join(browser, '.vite/manifest.json'), 'utf8')) as Manifest;
const sizes = new Map<string, number>();
let isOver = false;

const loaded = new Set<string>();
for (const { page, sources, budget } of pages) {
  const found = Object.keys(manifest).filter((key) => sources.some((source) => source.test(key)));
  if (found.length === 0) throw new Error(`The bundle has no chunk for the ${page}: was its source renamed?`);
  for (const source of found) for (const file of closure(manifest, source)) loaded.add(file);
  judge(page, sum(loaded), budget);
}

const chunks = Object.values(manifest).filter(({ file }) => file.endsWith('.js'));
const later = [...new Set(chunks.map(({ file }) => file))].filter((file) => !loaded.has(file));
const bySize = later.sort((a, b) => size(b) - size(a));
const [largest] = bySize;
if (largest) judge(`largest of ${later.length} later chunks, ${largest}`, size(largest), lazyChunkBudget);
for (const file of bySize.slice(1).filter((one) => size(one) > lazyChunkBudget))
  judge(file, size(file), lazyChunkBudget);

const styles = new Set(
  Object.values(manifest)
    .flatMap(({ file, css = [] }) => [file, ...css])
    .filter(isStyle),
);
judge('all styles', sum(styles), styleBudget);

process.exitCode = isOver ? 1 : 0;

function judge(what: string, measured: number, budget: number): void {
  const over = measured > budget;
  isOver ||= over;
  console.log(`${measured.toFixed(1).padStart(6)} of ${budget} kB  ${what}${over ? '  OVER' : ''}`);
}

function sum(files: Iterable<string>): number {
  return [...files].reduce((total, file) => total + size(file), 0);
}

function size(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const measured = gzipSync(readFileSync(join(browser, file)), { level: 9 }).length / 1000;
  sizes.set(file, measured);
  return measured;
}

function isStyle(file: string): boolean {
  return file.endsWith('.css');
}
