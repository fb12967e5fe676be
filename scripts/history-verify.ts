/** `npm run history:verify`: replays every history and reports those that do not produce their record's state. */
import { parseArgs } from 'node:util';
import { verifyHistories } from '#src/api/history/verify.ts';
import { withDatabase } from '#src/api/configuration/command-line.ts';
import { createProgress } from '#src/api/configuration/progress.ts';
import { main } from './command.ts';
import type { Command } from './command.ts';

const HELP = `Replays the history of every lead, chat, purchase, subscription and mailing-list member, and compares where it
leads with where the record is. The product does so every night by itself and logs what is wrong.

  npm run history:verify

It changes nothing. It ends with code 1 where a history is wrong.`;

export const command: Command = {
  help: HELP,
  async run(args, { environment, print, complain }) {
    parseArgs({ args, options: {} });
    const progress = createProgress();
    const { checked, wrong } = await withDatabase(environment, ({ database }) =>
      verifyHistories(database, (count) => progress.say(`${count} records`)),
    ).finally(progress.end);
    for (const { lifecycle, record, why } of wrong) complain(`${lifecycle} ${record}: ${why}`);
    print(`${checked} records checked, ${wrong.length} wrong.`);
    return wrong.length > 0 ? 1 : 0;
  },
};

if (import.meta.main) await main(command);
