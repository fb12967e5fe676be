/** `npm run marketplace:reported`: decides on leads that are off the market because of their buyers' reports. */
import { decideReport, listReported } from '#src/api/marketplace/report-decision.ts';
import { withDatabase } from '#src/api/configuration/command-line.ts';
import { main, Misuse } from './command.ts';
import type { Command } from './command.ts';

const HELP = `Decides about leads that their buyers reported: hired, moved, not moving at all, or a wrong phone number.

  npm run marketplace:reported -- list             what was reported, and whether it is confirmed
  npm run marketplace:reported -- confirm H-1002   stays off the marketplace, and everyone who has it is notified
  npm run marketplace:reported -- reject H-1002    goes back on the marketplace; earlier reports no longer count

One report hides a lead (of a wrong number, once it is refunded); a second one by somebody else confirms that it is gone
without a decision. A number is corrected in the marketplace settings.`;

export const command: Command = {
  help: HELP,
  async run([what, reference, ...more], { environment, print }) {
    const isDecision = (what === 'confirm' || what === 'reject') && reference !== undefined;
    if (more.length > 0 || !(isDecision || (what === 'list' && reference === undefined))) throw new Misuse();
    await withDatabase(environment, async (parts) => {
      if (isDecision) print(await decideReport(parts, reference.toUpperCase(), what));
      else print((await listReported(parts)).join('\n') || 'No reported leads.');
    });
  },
};

if (import.meta.main) await main(command);
