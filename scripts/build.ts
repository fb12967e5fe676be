/** `npm run build`: rebuilds what is stale: the types of GraphQL documents, dist/browser, and dist/server. */
import { globSync, renameSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isStale, isUntouched, remember, rememberTouches, root, touches } from './inputs.ts';

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
  'src/{app,machines,service-worker,views,generated/{fonts,graphql}}/**/*',
];

/** More than it imports, so that no list has to be maintained; without tests, which change more often. */
const servedFrom = ['package-lock.json', 'scripts/build.ts', 'scripts/server-bundle.ts', 'src/**/!(*.test).ts'];

export function needsBuild(): boolean {
  if (isUntouched()) return false;
  const seen = touches();
  if (isStale('generated', generatedFrom) || isStale('browser', bundledFrom) || isStale('server', servedFrom))
    return true;
  rememberTouches(seen);
  return false;
}

/** Rebuilds what is stale. Rejects with the tool's own message when the sources do not build. */
export async function build(): Promise<void> {
  if (isStale('generated', generatedFrom)) {
    const { generateDocuments } = await import('./generate.ts');
    await generateDocuments();
    remember('generated', generatedFrom);
  }
  await buildBrowser();
  await buildServer();
}

/** Rebuilds the browser bundle if it is stale, from the generated files as they are. */
export async function buildBrowser(): Promise<void> {
  if (!isStale('browser', bundledFrom)) return;
  await replacing('browser', bundleBrowser);
  remember('browser', bundledFrom);
}

/** Rebuilds what `npm start` runs, if it is stale. */
export async function buildServer(): Promise<void> {
  if (!isStale('server', servedFrom)) return;
  const { bundleServer } = await import('./server-bundle.ts');
  await replacing('server', bundleServer);
  remember('server', servedFrom);
}

async function bundleBrowser(folder: string): Promise<void> {
  const { build: viteBuild } = await import('vite');
  await viteBuild({ root, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } });
  const { writeBoardWorker } = await import('./board-worker.ts');
  await writeBoardWorker(folder);
  const { writeDrawnPages } = await import('./drawn-pages.ts');
  await writeDrawnPages(folder);
  await compress(join(folder, 'assets'));
}

/** Builds beside the old version and swaps it in, so that no server ever serves or starts with half a bundle. */
async function replacing(name: string, make: (folder: string) => Promise<void>): Promise<void> {
  const fresh = join(root, `dist/${name}-${process.pid}`);
  try {
    await make(fresh);
    rmSync(join(root, 'dist', name), { recursive: true, force: true });
    renameSync(fresh, join(root, 'dist', name));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Writes Brotli and gzip versions beside each text file, for browsers that accept them. */
async function compress(folder: string): Promise<void> {
  const texts = globSync('**/*.{js,mjs,css,svg,json}', { cwd: folder }).map((name) => join(folder, name));
  const waiting = texts.values();
  const compressNext = async (): Promise<void> => {
    for (const path of waiting) {
      const text = await readFile(path);
      await writeFile(`${path}.br`, await brotli(text));
      await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
    }
  };
  // Each running compression takes megabytes: all at once needed more memory than most machines have.
  await Promise.all(Array.from({ length: availableParallelism() }, compressNext));
}

/** As a power of two, in bytes. For files that fit into it, the settings differ by a few bytes; for others, both are tried. */
const SMALL_WINDOW = 18;

async function brotli(text: Buffer): Promise<Buffer> {
  const compressed = (mode: number, window: number) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_MODE]: mode,
        [constants.BROTLI_PARAM_LGWIN]: window,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      },
    });
  const usual = await compressed(constants.BROTLI_MODE_TEXT, constants.BROTLI_DEFAULT_WINDOW);
  if (text.length < 2 ** SMALL_WINDOW) return usual;
  const other = await compressed(constants.BROTLI_MODE_FONT, SMALL_WINDOW);
  return other.length < usual.length ? other : usual;
}

if (import.meta.main) await build();
