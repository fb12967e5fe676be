/** `npm run restore -- FOLDER`: restores a backup into an empty installation. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { restoreBackup } from '#src/api/backup/restore.ts';
import { connectionOf } from '#src/api/configuration/command-line.ts';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { createProgress } from '#src/api/configuration/progress.ts';
import { openDatabase, waitForDatabase } from '#src/api/database/database.ts';
import { createFileStore } from '#src/api/file/files.ts';
import { createJobs } from '#src/api/job/jobs.ts';

const HELP = `Fills an empty database and an empty storage (DATABASE_URL and S3_URL, or DATA_DIR) with a backup. It is checked from
end to end before anything is written.

  npm run restore -- FOLDER
  npm run restore -- FOLDER --over-files    where the storage has files already

Mails and other work that waited when the backup was taken is done when the product starts. See docs/operations.md.`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' }, 'over-files': { type: 'boolean' } },
  });
  const [folder] = positionals;
  if (values.help || folder === undefined || positionals.length > 1) {
    console.log(HELP);
    if (!values.help) process.exitCode = 1;
  } else {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const configuration = readConfiguration({ ...process.env, PORT: '0' });
    const { connection, stop } = await connectionOf(configuration);
    const database = openDatabase(connection, { poolSize: 2 });
    const jobs = createJobs(database, { log: pino({ level: 'error' }) });
    const progress = createProgress();
    try {
      await waitForDatabase(database);
      const told = await restoreBackup({
        configuration,
        database,
        files: createFileStore(configuration),
        jobs,
        folder,
        mayHaveFiles: values['over-files'] ?? false,
        progress: progress.say,
      });
      progress.end();
      for (const sentence of told) console.log(sentence);
      console.log(`${folder} is restored. Start the product: it updates the tables and continues.`);
    } finally {
      progress.end();
      await jobs.stop();
      await database.close();
      await stop();
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
