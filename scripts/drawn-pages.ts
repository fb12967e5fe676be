import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import config from '../vite.config.ts';
import { root } from './inputs.ts';

const SOURCE = 'src/drawn-pages.tsx';

/** Renders the pages that are the same for every guest into a finished bundle, for the server's first response. */
export async function writeDrawnPages(folder: string): Promise<void> {
  const outDir = join(folder, 'drawing');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    resolve: config.resolve!,
    // Only markup is rendered here; the styles are those of the browser bundle.
    plugins: [{ name: 'no-styles', enforce: 'pre', load: (id) => (id.endsWith('/later.css') ? '' : null) }],
    build: {
      outDir,
      ssr: SOURCE,
      assetsInlineLimit: 0,
      rolldownOptions: { output: { assetFileNames: 'assets/[name]-[hash:7][extname]' } },
    },
  });
  const { drawPages } = (await import(pathToFileURL(join(outDir, 'drawn-pages.js')).href)) as {
    drawPages: () => Promise<Record<string, string>>;
  };
  const pages = await drawPages();
  rmSync(outDir, { recursive: true });
  writeFileSync(join(folder, 'drawn-pages.json'), JSON.stringify(pages));
}
