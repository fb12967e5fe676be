import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import config from '../vite.config.ts';
import { root } from './inputs.ts';

const SOURCE = 'src/drawn-pages.tsx';

/**
 * Bundles what renders pages on the server, with all it needs (src/web/drawn-link.ts), and renders those that are the
 * same for every guest.
 */
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
    // React reads the mode when it is loaded, and is several times slower in development.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true },
    build: {
      outDir,
      ssr: SOURCE,
      assetsInlineLimit: 0,
      rolldownOptions: {
        // Directives of React libraries ("use client") mean nothing here.
        onLog: (level, log, next) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && next(level, log),
        output: { assetFileNames: 'assets/[name]-[hash:7][extname]' },
      },
    },
  });
  const { drawPages } = (await import(pathToFileURL(join(outDir, 'drawn-pages.js')).href)) as {
    drawPages: () => Promise<Record<string, string>>;
  };
  const pages = await drawPages();
  writeFileSync(join(folder, 'drawn-pages.json'), JSON.stringify(pages));
}
