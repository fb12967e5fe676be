/** `npm run restore -- FOLDER`: restores a backup into an empty installation. */
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { restoreBackup } from '#src/api/backup/restore.ts';
import { withTablesAsTheyAre } from '#src/api/configuration/command-line.ts';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { createProgress } from '#src/api/configuration/progress.ts';
import type { Database } from '#src/api/database/database.ts';
import { createFileStore } from '#src/api/file/files.ts';
import { createJobs } from '#src/api/job/jobs.ts';
import { main, Misuse } from './command.ts';
import type { Command } from './command.ts';

const HELP = `Fills an empty database and an empty storage (DATABASE_URL and S3_URL, or DATA_DIR) with a backup. It is checked from
end to end before anything is written.

  npm run restore -- FOLDER
  npm run restore -- FOLDER --over-files    where the storage has files already

Mails and other work that waited when the backup was taken is done when the product starts. See docs/operations.md.`;

export const command: Command = {
  help: HELP,
  async run(args, { environment, print }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'over-files': { type: 'boolean' } },
    });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) throw new Misuse();
    const configuration = readConfiguration(environment);
    const progress = createProgress();
    const restoreInto = async (database: Database) => {
      const jobs = createJobs(database, { log: pino({ level: 'error' }) });
      try {
        return await restoreBackup({
          configuration,
          database,
          files: createFileStore(configuration),
          jobs,
          folder,
          mayHaveFiles: values['over-files'] ?? false,
          progress: progress.say,
        });
      } finally {
        await jobs.stop();
      }
    };
    const told = await withTablesAsTheyAre(configuration, restoreInto, { mayBeEmpty: true }).finally(progress.end);
    for (const sentence of told) print(sentence);
    print(`${folder} is restored. Start the product: it updates the tables and continues.`);
  },
};

if (import.meta.main) await main(command);
