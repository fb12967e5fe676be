/** `npm run marketplace:reported`: decides on leads that are off the market because of their buyers' reports. */
import { existsSync } from 'node:fs';
import { decideReport, listReported } from '#src/api/marketplace/report-decision.ts';
import { openForCommand } from '#src/api/configuration/command-line.ts';
import { readConfiguration } from '#src/api/configuration/configuration.ts';

const HELP = `Decides about leads that their buyers reported: hired, moved, not moving at all, or a wrong phone number.

  npm run marketplace:reported -- list             what was reported, and whether it is confirmed
  npm run marketplace:reported -- confirm H-1002   stays off the marketplace, and everyone who has it is notified
  npm run marketplace:reported -- reject H-1002    goes back on the marketplace; earlier reports no longer count

One report hides a lead (of a wrong number, once it is refunded); a second one by somebody else confirms that it is gone
without a decision. A number is corrected in the marketplace settings.`;

try {
  const [what, reference, ...more] = process.argv.slice(2);
  const isDecision = (what === 'confirm' || what === 'reject') && reference !== undefined;
  if (more.length > 0 || !(isDecision || (what === 'list' && reference === undefined))) {
    console.log(HELP);
    if (what !== '--help') process.exitCode = 1;
  } else {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const parts = await openForCommand(readConfiguration({ ...process.env, PORT: '0' }));
    try {
      if (isDecision) console.log(await decideReport(parts, reference.toUpperCase(), what));
      else console.log((await listReported(parts)).join('\n') || 'No reported leads.');
    } finally {
      await parts.close();
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
