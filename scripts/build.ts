/** `npm run build`: makes what is stale, the types of GraphQL documents and the browser bundle in dist/browser. */
import { globSync, renameSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isStale, remember, root } from './inputs.ts';

const generatedFrom = [
  'schema/**/*.graphql',
  'src/views/**/*.graphql',
  'src/app/**/*.graphql',
  'src/generated/graphql/**/*',
  'codegen.ts',
  'scripts/generate.ts',
  'package-lock.json',
];

const bundledFrom = [
  'index.html',
  'vite.config.ts',
  'scripts/board-worker.ts',
  'scripts/build.ts',
  'scripts/drawn-pages.ts',
  'scripts/one-icon-each.ts',
  'scripts/page-chunks.ts',
  'scripts/plain-styles.ts',
  'scripts/split-documents.ts',
  'scripts/split-styles.ts',
  'package-lock.json',
  'src/browser.tsx',
  'src/drawn-pages.tsx',
  'src/web/sign-in-brand.ts',
  'src/{app,machines,service-worker,views,generated/graphql}/**/*',
];

export const needsBuild = (): boolean => isStale('generated', generatedFrom) || isStale('browser', bundledFrom);

/** Makes what is stale. Rejects with the tool's own message when the sources do not build. */
export async function build(): Promise<void> {
  if (isStale('generated', generatedFrom)) {
    const { generateDocuments } = await import('./generate.ts');
    await generateDocuments();
    remember('generated', generatedFrom);
  }
  await buildBrowser();
}

/** Makes the browser bundle if it is stale, from the generated files as they are. */
export async function buildBrowser(): Promise<void> {
  if (!isStale('browser', bundledFrom)) return;
  await bundle();
  remember('browser', bundledFrom);
}

/** Built beside the old one and swapped in, so that a running server never serves half a bundle. */
async function bundle(): Promise<void> {
  const { build: viteBuild } = await import('vite');
  const fresh = join(root, `dist/browser-${process.pid}`);
  try {
    await viteBuild({ root, logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } });
    const { writeBoardWorker } = await import('./board-worker.ts');
    await writeBoardWorker(fresh);
    const { writeDrawnPages } = await import('./drawn-pages.ts');
    await writeDrawnPages(fresh);
    await compress(join(fresh, 'assets'));
    rmSync(join(root, 'dist/browser'), { recursive: true, force: true });
    renameSync(fresh, join(root, 'dist/browser'));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Each text file also as Brotli and gzip beside it, which the server sends to browsers that take them. */
async function compress(folder: string): Promise<void> {
  const texts = globSync('**/*.{js,mjs,css,svg,json}', { cwd: folder }).map((name) => join(folder, name));
  const waiting = texts.values();
  const compressNext = async (): Promise<void> => {
    for (const path of waiting) {
      const text = await readFile(path);
      const params = {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      };
      await writeFile(`${path}.br`, await promisify(brotliCompress)(text, { params }));
      await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
    }
  };
  // Each that is underway holds megabytes of tables: all at once took more memory than most machines have.
  await Promise.all(Array.from({ length: availableParallelism() }, compressNext));
}

if (import.meta.main) await build();
