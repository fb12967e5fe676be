/** `npm run history:verify`: replays every history and reports those that do not produce their record's state. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { verifyHistories } from '#src/api/history/verify.ts';
import { openForCommand } from '#src/api/configuration/command-line.ts';
import { readConfiguration } from '#src/api/configuration/configuration.ts';

const HELP = `Replays the history of every lead, chat, purchase, subscription and mailing-list member, and compares where it
leads with where the record is. The product does so every night by itself and logs what is wrong.

  npm run history:verify

It changes nothing. It ends with code 1 where a history is wrong.`;

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean' } } });
  if (values.help) {
    console.log(HELP);
  } else {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const parts = await openForCommand(readConfiguration({ ...process.env, PORT: '0' }));
    try {
      const { checked, wrong } = await verifyHistories(
        parts.database,
        (count) => process.stdout.isTTY && process.stdout.write(`\r${count} records`),
      );
      if (process.stdout.isTTY) process.stdout.write('\r');
      for (const { lifecycle, record, why } of wrong) console.error(`${lifecycle} ${record}: ${why}`);
      console.log(`${checked} records checked, ${wrong.length} wrong.`);
      if (wrong.length > 0) process.exitCode = 1;
    } finally {
      await parts.close();
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
