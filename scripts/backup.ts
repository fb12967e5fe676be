/** `npm run backup -- FOLDER`: backs up everything into a folder while the product is running. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { takeBackup } from '#src/api/backup/backup.ts';
import { connectionOf } from '#src/api/configuration/command-line.ts';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { createProgress } from '#src/api/configuration/progress.ts';
import { openDatabase, waitForDatabase } from '#src/api/database/database.ts';
import { createFileStore } from '#src/api/file/files.ts';

const HELP = `Writes every table as it is at one moment, what waits to be done, and every file, into an empty folder. The product
keeps running meanwhile. Secrets are not in it: DATA_DIR/secrets, or what the environment holds, has to be kept elsewhere.

  npm run backup -- FOLDER
  npm run backup -- FOLDER --without-files    where the bucket has a backup of its own

It ends with code 1 where something is not in the backup. See docs/operations.md.`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean' }, 'without-files': { type: 'boolean' } },
  });
  const [folder] = positionals;
  if (values.help || folder === undefined || positionals.length > 1) {
    console.log(HELP);
    if (!values.help) process.exitCode = 1;
  } else {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const configuration = readConfiguration({ ...process.env, PORT: '0' });
    const { connection, stop } = await connectionOf(configuration);
    const database = openDatabase(connection, { poolSize: 1 });
    const progress = createProgress();
    try {
      await waitForDatabase(database);
      const { manifest, missing } = await takeBackup({
        configuration,
        database,
        files: createFileStore(configuration),
        folder,
        withFiles: !values['without-files'],
        progress: progress.say,
      });
      progress.end();
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      const files = manifest.files
        ? `${manifest.files.count} files (${(manifest.files.bytes / 1e6).toFixed(1)} MB)`
        : 'no files';
      console.log(
        `${folder}: ${manifest.tables.length} tables with ${rows} rows, ${manifest.jobs.rows} waiting jobs, ${files}, as of ${manifest.takenAt}.`,
      );
      for (const key of missing) console.error(`The storage has lost the file ${key}: the backup is without it.`);
      if (missing.length > 0) process.exitCode = 1;
    } finally {
      progress.end();
      await database.close();
      await stop();
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
