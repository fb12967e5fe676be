import { build } from 'vite';
import { root } from './inputs.ts';

/** Of each a start would load hundreds of files. They are only code: none of them reads a file of its own package. */
const BUNDLED_PACKAGES = ['kysely', 'typebox', 'stripe'];

/**
 * The server as a few files, which load in half the time that its sources take. They are to be read by people, too: a stack
 * trace has the names of functions, and names the source with `NODE_OPTIONS=--enable-source-maps`.
 */
export async function bundleServer(folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: BUNDLED_PACKAGES },
    build: {
      ssr: true,
      target: 'esnext',
      outDir: folder,
      emptyOutDir: true,
      sourcemap: true,
      rolldownOptions: {
        input: { server: 'src/server.ts', 'press-thread': 'src/api/agreement/press-thread.ts' },
        // The thread is looked for beside the file that starts it.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
}
