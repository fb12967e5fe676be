/** `npm run build`: makes what is stale, the generated files and the browser bundle in dist/browser. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from './generate.ts';
import { isStale, remember, root } from './inputs.ts';

const generatedFrom = [
  'schema/**/*.graphql',
  'src/views/**/*.graphql',
  'src/app/**/*.graphql',
  'src/api/**/*.ts',
  'src/generated/**/*',
  'codegen.ts',
  'scripts/generate.ts',
  'package-lock.json',
];

const bundledFrom = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'src/browser.tsx',
  'src/{app,machines,views,generated}/**/*',
];

/** Makes what is stale. Rejects with the tool's own message when the sources do not build. */
export async function build(): Promise<void> {
  if (isStale('generated', generatedFrom)) {
    await generate();
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
    rmSync(join(root, 'dist/browser'), { recursive: true, force: true });
    renameSync(fresh, join(root, 'dist/browser'));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

if (import.meta.main) await build();
