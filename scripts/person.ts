/**
 * `npm run person -- export EMAIL FILE.zip | erase EMAIL --yes EMAIL`: exports or erases what is known about a person.
 */
import { parseArgs } from 'node:util';
import { normalized } from '#src/api/account/account.schemas.ts';
import { withDatabase } from '#src/api/configuration/command-line.ts';
import { createFileStore } from '#src/api/file/files.ts';
import { erasePerson } from '#src/api/privacy/person-erase.ts';
import { exportPerson } from '#src/api/privacy/person-export.ts';
import { main, Misuse } from './command.ts';
import type { Command } from './command.ts';

const HELP = `What is known about a person, by email address: account, leads as client, moving requests, purchases, chats, mails.

  npm run person -- export EMAIL FILE.zip       writes all of it into a new file, as JSON with the files
  npm run person -- erase EMAIL --yes EMAIL     blacks it out, signs the person out and ends all mails to them

Signed agreements and invoices are kept. Nothing brings back what was erased, except a backup.`;

const shown = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([kind, count]) => `${kind}: ${count}`)
    .join(', ');

export const command: Command = {
  help: HELP,
  async run(args, { environment, print }) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { yes: { type: 'string' } } });
    const [what, given = '', file, ...more] = positionals;
    const email = normalized(given);
    const isExport = what === 'export' && email !== '' && file !== undefined;
    const isErase = what === 'erase' && email !== '' && file === undefined;
    if (more.length > 0 || !(isExport || isErase)) throw new Misuse();
    if (isErase && normalized(values.yes ?? '') !== email)
      throw new Misuse(`This cannot be undone. To erase what is known about ${email}, add: --yes ${email}`);
    await withDatabase(environment, async (parts) => {
      if (isExport) {
        const counts = await exportPerson({ ...parts, files: createFileStore(parts.configuration) }, email, file);
        print(`${file} has what is known about ${email}: ${shown(counts)}.`);
      } else {
        print(`Erased: ${shown(await erasePerson(parts, email))}. Signed agreements and invoices are kept.`);
      }
    });
  },
};

if (import.meta.main) await main(command);
