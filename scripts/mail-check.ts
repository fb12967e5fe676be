/** `npm run mail:check [-- --selector NAME]`: checks SPF, DKIM, and DMARC of the domain that mail is sent from. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openForCommand } from '#src/api/configuration/command-line.ts';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { checkMailDomain, dnsTxt, linesOf } from '#src/api/mail/mail-check.ts';
import { readSender } from '#src/api/settings/settings.store.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
try {
  const { values } = parseArgs({ options: { selector: { type: 'string' } } });
  const configuration = readConfiguration({ ...process.env, PORT: '0' });
  const { database, close } = await openForCommand(configuration);
  const { brokerage } = await readSender(database.kysely, configuration.brokerage).finally(close);
  const domain = brokerage.email.slice(brokerage.email.indexOf('@') + 1);
  if (domain === '') throw new Error('The brokerage has no email address yet. Enter one in its settings.');
  const findings = await checkMailDomain(domain, { resolve: dnsTxt(), selector: values.selector });
  console.log(linesOf(findings).join('\n'));
  if (findings.some(({ is_right }) => !is_right)) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
