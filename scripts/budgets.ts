/**
 * Checks the size budgets of the browser bundle: the scripts and styles that a browser receives from the running server
 * (tests/screens/wire.test.ts measures the same in Chromium). All sizes are kB of 1,000 bytes.
 */
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createHttp } from '#src/api/http/http.ts';
import { registerWeb } from '#src/web/web.ts';
import { buildBrowser } from './build.ts';
import { root } from './inputs.ts';
import { closure, type Manifest } from './manifest.ts';

/** Total scripts and styles; the styles of maps and agreements are loaded with those. */
export const budgets = { signIn: 88, firstList: 165, laterChunk: 22, styles: 10.9 } as const;

/**
 * Pages as the sources loaded for them, besides those in index.html; each one counts what the previous pages have not
 * loaded.
 */
const pages: { page: string; sources: RegExp[]; budget: number }[] = [
  { page: 'sign-in page', sources: [/\/pages\/auth\/auth\.tsx$/], budget: budgets.signIn },
  {
    page: 'first list after sign-in',
    sources: [/\/data-provider\.tsx$/, /\/pages\/agent-portal\/agent-portal\.tsx$/],
    budget: budgets.firstList,
  },
];

/** The header that current browsers send. */
const ACCEPTED = 'gzip, deflate, br, zstd';

const folder = join(root, 'dist/browser');
export const readManifest = () => JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;

if (import.meta.main) await hold();

async function hold(): Promise<void> {
  await buildBrowser();
  const manifest = readManifest();

  const app = createHttp(false);
  const nowhere = () => 'http://127.0.0.1:9';
  await registerWeb(app, {
    folder,
    publicUrl: nowhere,
    restUrl: nowhere,
    sessionSecret: null,
    hasStripe: false,
    map: null,
    demo: null,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sizes = new Map<string, number>();
  const files = new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]));
  for (const file of files)
    if (/\.(js|css)$/.test(file)) sizes.set(file, await received(`http://127.0.0.1:${port}/${file}`));
  await app.close();

  const sum = (some: Iterable<string>): number => [...some].reduce((total, file) => total + sizes.get(file)!, 0);
  const needed = neededBy(manifest);
  for (const { page, files, budget } of needed) judge(page, sum(files), budget);
  const loaded = needed.at(-1)!.files;
  // Sent only by deployments that have streets for their maps.
  const streets = manifest['src/views/ui/street-map.tsx']?.file;
  const later = [...sizes.keys()]
    .filter((file) => file.endsWith('.js') && !loaded.has(file) && file !== streets)
    .sort((a, b) => sizes.get(b)! - sizes.get(a)!);
  for (const [index, file] of later.entries())
    if (index === 0 || sizes.get(file)! > budgets.laterChunk)
      judge(`of ${later.length} later chunks: ${file}`, sizes.get(file)!, budgets.laterChunk);
  judge('all styles', sum([...sizes.keys()].filter((file) => file.endsWith('.css'))), budgets.styles);
}

/** For each page, the files needed to render it, including those of the previous pages: `assets/…`. */
export function neededBy(manifest: Manifest): { page: string; files: ReadonlySet<string>; budget: number }[] {
  // The files that the document itself names, whatever page is shown.
  const named = readFileSync(join(folder, 'index.html'), 'utf8').matchAll(/"\/(assets\/[^"]+\.(?:js|css))"/g);
  const loaded = new Set([...named].map(([, file]) => file!));
  if (loaded.size === 0) throw new Error('The page names no scripts.');
  return pages.map(({ page, sources, budget }) => {
    const found = Object.keys(manifest).filter((key) => sources.some((source) => source.test(key)));
    if (found.length < sources.length)
      throw new Error(`The bundle has no chunk for a part of the ${page}: was its source renamed?`);
    for (const source of found) for (const file of closure(manifest, source)) loaded.add(file);
    return { page, files: new Set(loaded), budget };
  });
}

function judge(what: string, measured: number, budget: number): void {
  const isOver = measured > budget;
  if (isOver) process.exitCode = 1;
  console.log(`${measured.toFixed(2).padStart(6)} of ${budget} kB  ${what}${isOver ? '  OVER' : ''}`);
}

/** The size of the body as received, in kB. */
async function received(url: string): Promise<number> {
  return await new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': ACCEPTED } }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${url} answers ${answer.statusCode}.`));
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve(bytes / 1000));
    }).on('error', reject);
  });
}
