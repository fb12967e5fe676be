import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type ProxyOptions } from 'vite';
import { oneIconEach } from './scripts/one-icon-each.ts';
import { firstSources, pageChunks } from './scripts/page-chunks.ts';
import { plainStyles } from './scripts/plain-styles.ts';
import { splitDocuments } from './scripts/split-documents.ts';
import { splitStyles } from './scripts/split-styles.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const server: ProxyOptions = { target: 'http://127.0.0.1:3000', ws: true };

/**
 * Chunks whose dependencies the first file of every page need not list: for these portals, the server lists them in the
 * document (src/web/preloads.ts), or they are fetched while somebody signs in; nobody waits for the last three.
 */
const NAMED_ELSEWHERE =
  /\/(?:lead-portal|load-board|client|marketplace|email|setup|legal|link-live|kept-session|after-load)-[^/]*$/;

/** The browser bundle. Uses Vite's own splitting, except for what a page needs at once. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [
    splitDocuments(pathOf('src/generated/graphql/graphql.ts')),
    oneIconEach(),
    react(),
    tailwindcss(),
    splitStyles(pathOf('src/views/ui/theme.css'), pathOf('src/views/ui/later.css'), firstSources),
    plainStyles(),
    // A build sends the hashes of documents, never their text.
    {
      name: 'named-documents',
      apply: 'build',
      enforce: 'pre',
      resolveId: (source) => (source === './printer.mjs' ? pathOf('src/app/named-documents.ts') : null),
    },
  ],
  resolve: {
    // RxJS also has a build in modern JavaScript, which is smaller.
    conditions: ['es2015', ...defaultClientConditions],
    alias: [
      { find: /^#src\//, replacement: pathOf('src/') },
      // React has had this hook built in since version 18.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
      // Connects to a browser extension for developers, which no build of ours needs.
      {
        find: './xstate-dev.esm.js',
        replacement: pathOf('src/app/no-developer-tools.ts'),
      },
      { find: 'regexparam', replacement: pathOf('src/app/no-patterns.ts') },
    ],
  },
  build: {
    outDir: 'dist/browser',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows neither inline scripts nor data: fonts.
    assetsInlineLimit: 0,
    // MapLibre is one file; scripts/budgets.ts judges the sizes.
    chunkSizeWarningLimit: 1_200,
    modulePreload: {
      polyfill: false,
      // Whatever loads a chunk already runs on these first files.
      resolveDependencies: (chunk, files, { hostType }) =>
        hostType === 'html'
          ? files
          : NAMED_ELSEWHERE.test(chunk)
            ? files.filter((file) => file.endsWith('.css'))
            : // The import itself fetches the chunk just as soon.
              files.filter((file) => file !== chunk && !/\/(base|rolldown-runtime)-/.test(file)),
    },
    rolldownOptions: {
      // No code here reads a property for its side effects.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // Hashes do not compress, and the first file names fifty others. Seven characters are the bundler's minimum.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: pageChunks,
        },
      },
    },
  },
  server: {
    proxy: {
      '/graphql': server,
      '/api': server,
      '/files': server,
      '/dev': server,
      '/healthz': server,
    },
  },
});
