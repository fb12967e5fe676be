/** `npm run mail:check [-- --selector NAME]`: checks SPF, DKIM, and DMARC of the domain that mail is sent from. */
import { parseArgs } from 'node:util';
import { withDatabase } from '#src/api/configuration/command-line.ts';
import { checkMailDomain, dnsTxt, linesOf } from '#src/api/mail/mail-check.ts';
import { readSender } from '#src/api/settings/settings.store.ts';
import { main } from './command.ts';
import type { Command } from './command.ts';

const HELP = `Checks in the DNS whether the brokerage's domain lets its mail through: SPF, DKIM, and DMARC.

  npm run mail:check
  npm run mail:check -- --selector NAME    where the DKIM key has another selector than the usual ones

It changes nothing. It ends with code 1 where something is not right.`;

export const command: Command = {
  help: HELP,
  async run(args, { environment, print }) {
    const { values } = parseArgs({ args, options: { selector: { type: 'string' } } });
    const { brokerage } = await withDatabase(environment, ({ database, configuration }) =>
      readSender(database.kysely, configuration.brokerage),
    );
    const domain = brokerage.email.slice(brokerage.email.indexOf('@') + 1);
    if (domain === '') throw new Error('The brokerage has no email address yet. Enter one in its settings.');
    const findings = await checkMailDomain(domain, { resolve: dnsTxt(), selector: values.selector });
    for (const line of linesOf(findings)) print(line);
    return findings.some(({ is_right }) => !is_right) ? 1 : 0;
  },
};

if (import.meta.main) await main(command);
