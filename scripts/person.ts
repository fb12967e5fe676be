/**
 * `npm run person -- export EMAIL FILE.zip | erase EMAIL --yes EMAIL`: exports or erases what is known about a person.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { normalized } from '#src/api/account/account.schemas.ts';
import { openForCommand } from '#src/api/configuration/command-line.ts';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { createFileStore } from '#src/api/file/files.ts';
import { erasePerson } from '#src/api/privacy/person-erase.ts';
import { exportPerson } from '#src/api/privacy/person-export.ts';

const HELP = `What is known about a person, by email address: account, leads as client, moving requests, purchases, chats, mails.

  npm run person -- export EMAIL FILE.zip       writes all of it into a new file, as JSON with the files
  npm run person -- erase EMAIL --yes EMAIL     blacks it out, signs the person out and ends all mails to them

Signed agreements and invoices are kept. Nothing brings back what was erased, except a backup.`;

const shown = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([kind, count]) => `${kind}: ${count}`)
    .join(', ');

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { yes: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [command, given = '', file, ...more] = positionals;
  const email = normalized(given);
  const isExport = command === 'export' && email !== '' && file !== undefined;
  const isErase = command === 'erase' && email !== '' && file === undefined;
  if (values.help || more.length > 0 || !(isExport || isErase)) {
    console.log(HELP);
    if (!values.help) process.exitCode = 1;
  } else if (isErase && normalized(values.yes ?? '') !== email) {
    console.error(`This cannot be undone. To erase what is known about ${email}, add: --yes ${email}`);
    process.exitCode = 1;
  } else {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const configuration = readConfiguration({ ...process.env, PORT: '0' });
    const parts = await openForCommand(configuration);
    try {
      if (isExport) {
        const counts = await exportPerson({ ...parts, files: createFileStore(configuration) }, email, file);
        console.log(`${file} has what is known about ${email}: ${shown(counts)}.`);
      } else {
        console.log(`Erased: ${shown(await erasePerson(parts, email))}. Signed agreements and invoices are kept.`);
      }
    } finally {
      await parts.close();
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
