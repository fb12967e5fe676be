import { createRequire } from 'node:module';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { root } from './inputs.ts';

/**
 * Packages that stay in node_modules: native ones, those that read files of their own package, and those that a start
 * does not load. All others are bundled: a start would load them as hundreds of small files.
 */
const OUTSIDE = [
  '@node-rs/argon2',
  'sharp',
  'fontkit',
  'pdfkit',
  'node-forge',
  /^@signpdf\//,
  '@fastify/swagger-ui',
  '@aws-sdk/client-s3',
  /^@opentelemetry\/(?!api$)/,
  'file-type',
  'imapflow',
  'postal-mime',
  'undici',
  'web-push',
];

/**
 * The server as a few files, which load in half the time of its sources. They stay readable: stack traces contain
 * function names, and source locations with `NODE_OPTIONS=--enable-source-maps`.
 */
export async function bundleServer(folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [httpAtOnce(), inAscii()],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'esnext',
      outDir: folder,
      emptyOutDir: true,
      sourcemap: true,
      rolldownOptions: {
        external: OUTSIDE,
        input: { server: 'src/server.ts', 'press-thread': 'src/api/agreement/press-thread.ts' },
        // The worker thread's file is expected beside the file that starts it.
        // Without JSDoc: V8 keeps the source of a module in memory.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', comments: { jsdoc: false } },
      },
    },
  });
}

/**
 * `import … from 'node:http'` reads all its exports, also `WebSocket`, for which Node loads an HTTP client. Here only
 * what is used is read.
 */
function httpAtOnce(): Plugin {
  const lazy = ['WebSocket', 'CloseEvent', 'MessageEvent'];
  const nameOf = (id: string) => /^(?:node:)?(https?)$/.exec(id)?.[1];
  return {
    name: 'http-at-once',
    enforce: 'pre',
    resolveId: (id) => (nameOf(id) ? `\0${nameOf(id)}` : null),
    load(id) {
      const name = id.startsWith('\0') ? nameOf(id.slice(1)) : undefined;
      if (name === undefined) return null;
      const names = Object.getOwnPropertyNames(createRequire(import.meta.url)(`node:${name}`));
      const read = names.filter((one) => !lazy.includes(one)).map((one) => `export const ${one} = it.${one};`);
      return [`const it = process.getBuiltinModule('node:${name}');`, 'export default it;', ...read].join('\n');
    },
  };
}

/**
 * Writes all other characters as escapes: V8 keeps the source of a module in memory, and if it contains a single
 * typographic quote, with two bytes for each character.
 */
function inAscii(): Plugin {
  return {
    name: 'in-ascii',
    // Earlier hooks are too soon: the bundler prints what they return once more. Lines stay the same, which is what the
    // source map is used for.
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = escaped(chunk.code);
    },
  };
}

function escaped(code: string): string {
  // An escape after a backslash would be taken apart.
  const [odd] = /.{0,40}\\[^\0-\x7f]/.exec(code) ?? [];
  if (odd !== undefined) throw new Error(`A backslash stands before a character that is not ASCII: ${odd}`);
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
