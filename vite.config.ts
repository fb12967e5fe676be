import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type ProxyOptions } from 'vite';
import { splitDocuments } from './scripts/split-documents.ts';

const server: ProxyOptions = { target: 'http://127.0.0.1:3000', ws: true };

/** What the sign-in page and every other one run on. */
const everyPage = [
  /node_modules\/(react|react-dom|scheduler|wouter|regexparam|xstate)\//,
  /src\/(app\/(app|notify|session-\w+|stale-build)|machines\/session\/[\w.]+|views\/(routes|hrefs|session\/[\w-]+))\.tsx?$/,
  /src\/views\/ui\/(button|callout|class-names|error-boundary|failed-state|field|input|page-error|problem|spinner|splash|use-title|wordmark)\.tsx?$/,
];

/** The browser bundle. Vite's own splitting is kept but for what every page runs on anyway. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [splitDocuments(fileURLToPath(new URL('src/generated/graphql/graphql.ts', import.meta.url))), react(), tailwindcss()],
  resolve: {
    alias: [{ find: /^#src\//, replacement: fileURLToPath(new URL('src/', import.meta.url)) }],
  },
  build: {
    outDir: 'dist/browser',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows neither inline scripts nor data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page needs is one file: cut into a dozen, it compresses worse than it is shared.
        codeSplitting: {
          groups: [{ name: 'base', test: (id) => everyPage.some((pattern) => pattern.test(id)) }],
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
