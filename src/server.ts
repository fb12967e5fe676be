/** The server's entry point: reads the environment, starts the parts that it names, and reports when they are ready. */
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { beginDatabase } from './begin-database.ts';
import { createLog } from './log.ts';
import { returnMemoryOnceCalm } from './return-memory.ts';
import { root } from './root.ts';
import { ConfigurationError, readConfiguration } from '#src/api/configuration/configuration.ts';

// Compiling the imports takes half of startup, so the result is cached for the next one.
enableCompileCache(join(root, 'node_modules/.cache/compiled'));

if (existsSync('.env')) process.loadEnvFile('.env');

try {
  const configuration = readConfiguration(process.env);
  const log = createLog();
  const embedded = await beginDatabase(configuration, log);
  const { startProcess } = await import('./process.ts');
  const running = await startProcess(configuration, { log, embedded });
  const demo = configuration.demo
    ? ` Demo accounts: agent@demo.test, agent2@demo.test, carrier@demo.test, carrier2@demo.test, newcarrier@demo.test, mover@demo.test, assistant@demo.test, newmover@demo.test, password demo-password. Mailbox: ${running.url}/dev/mailbox`
    : '';
  console.log(`Ready at ${configuration.publicUrl ?? running.url}.${demo}`);
  if (configuration.demo && running.parts && (await (await import('./demo/demo.ts')).isDemoFilling(running.parts)))
    console.log('The sample data is still being created. The sign-in page offers the accounts once it is complete.');
  if (running.setupCode !== null)
    console.log(
      `There is no agent yet. Set the brokerage up at ${configuration.publicUrl ?? running.url}/setup with the code ${running.setupCode}. It works once, until the next start.`,
    );
  returnMemoryOnceCalm();
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      void running.stop().finally(() => process.exit(0));
    });
  }
} catch (error) {
  const sentences =
    error instanceof ConfigurationError ? error.sentences : [error instanceof Error ? error.message : String(error)];
  for (const sentence of [...sentences, ...adviceOn(error)]) console.error(sentence);
  process.exitCode = 1;
}

/** What to change, where the system's own message names no setting. */
function adviceOn(error: unknown): string[] {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return ['Another program uses this port. Set PORT to a free one.'];
  if (syscall !== 'listen' && ['EACCES', 'EPERM', 'EROFS'].includes(code ?? ''))
    return ['The product must be able to write there. Check DATA_DIR and its owner.'];
  return [];
}
