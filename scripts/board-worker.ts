import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import { root } from './inputs.ts';
import { closure, type Manifest } from './manifest.ts';

const SOURCE = 'src/service-worker/board-worker.ts';
/** What the entry file loads for every page, without the other portals that it could lead to. */
const ALWAYS = ['src/app/after-load.ts', 'src/app/kept-session.ts', 'src/views/ui/later-styles.ts'];
const PORTAL = ['src/app/data-provider.tsx', 'src/views/pages/load-board/load-board.tsx'];
/** Chunks shared by all portals, whose lazy parts belong to other portals. */
const SHARED = /^_(?:base|agent)-/;
/** Large parts that are useless offline. */
const ONLINE_ONLY = /load-map|us-map|us-shapes|us-atlas|settings-page|signup|pricing-sheet|payment|recorder/;

/** Writes the carrier portal's service worker into a finished bundle, with the list of files that it caches. */
export async function writeBoardWorker(folder: string): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = offlineFiles(manifest, page).map((file) => `/${file}`);
  const build = createHash('sha256').update(page).update(files.join()).digest('hex').slice(0, 16);
  const { code } = await transformWithOxc(readFileSync(join(root, SOURCE), 'utf8'), SOURCE);
  const written = `const FILES = ${JSON.stringify(files)};\nconst BUILD = ${JSON.stringify(build)};\n${code}`;
  writeFileSync(
    join(folder, 'board-worker.js'),
    written.replace(/^export \{\s*\};?$/m, '').replace(/^\/\/# source.*$/m, ''),
  );
}

/** `assets/…`: all scripts, styles, fonts, and images that a page of the portal needs. */
export function offlineFiles(manifest: Manifest, page: string): string[] {
  const files = new Set([...page.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, file]) => file!));
  for (const key of ALWAYS) takeClosure(manifest, key, files);
  const seen = new Set<string>();
  const waiting = [...PORTAL];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key) || ONLINE_ONLY.test(key)) continue;
    seen.add(key);
    takeClosure(manifest, key, files);
    const { imports = [], dynamicImports = [] } = manifest[key]!;
    waiting.push(...imports.filter((one) => !SHARED.test(one)), ...dynamicImports);
  }
  return [...files].sort();
}

function takeClosure(manifest: Manifest, key: string, files: Set<string>): void {
  for (const file of closure(manifest, key)) files.add(file);
  for (const { file, css = [], assets = [] } of Object.values(manifest))
    if (files.has(file) || css.some((one) => files.has(one))) for (const asset of assets) files.add(asset);
}
