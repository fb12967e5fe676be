/** `npm run backup -- FOLDER`: backs up everything into a folder while the product is running. */
import { parseArgs } from 'node:util';
import { takeBackup } from '#src/api/backup/backup.ts';
import { placeOf, withTablesAsTheyAre } from '#src/api/configuration/command-line.ts';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { createProgress } from '#src/api/configuration/progress.ts';
import { createFileStore } from '#src/api/file/files.ts';
import { main, Misuse } from './command.ts';
import type { Command } from './command.ts';

const HELP = `Writes every table as it is at one moment, what waits to be done, and every file, into an empty folder. The product
keeps running meanwhile. Secrets are not in it: DATA_DIR/secrets, or what the environment holds, has to be kept elsewhere.

  npm run backup -- FOLDER
  npm run backup -- FOLDER --without-files    where the bucket has a backup of its own

It ends with code 1 where something is not in the backup. See docs/operations.md.`;

export const command: Command = {
  help: HELP,
  async run(args, { environment, print, complain }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'without-files': { type: 'boolean' } },
    });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) throw new Misuse();
    const configuration = readConfiguration(environment);
    const progress = createProgress();
    const { manifest, missing } = await withTablesAsTheyAre(configuration, (database) =>
      takeBackup({
        configuration,
        database,
        files: createFileStore(configuration),
        folder,
        withFiles: !values['without-files'],
        progress: progress.say,
      }),
    ).finally(progress.end);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const files = manifest.files
      ? `${manifest.files.count} files (${(manifest.files.bytes / 1e6).toFixed(1)} MB)`
      : 'no files';
    print(
      `${folder}: ${placeOf(configuration)}, ${manifest.tables.length} tables with ${rows} rows, ${manifest.jobs.rows} waiting jobs, ${files}, as of ${manifest.takenAt}.`,
    );
    for (const key of missing) complain(`The storage has lost the file ${key}: the backup is without it.`);
    return missing.length > 0 ? 1 : 0;
  },
};

if (import.meta.main) await main(command);
