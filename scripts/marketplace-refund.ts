/** `npm run marketplace:refund -- P-1001 --amount 24.00 --reason "…"`: refunds a purchase, or one lead of it. */
import { parseArgs } from 'node:util';
import { askForRefund } from '#src/api/marketplace/refund.ts';
import { withDatabase } from '#src/api/configuration/command-line.ts';
import { main, Misuse } from './command.ts';
import type { Command } from './command.ts';

const HELP = `Gives the money of a purchase of leads back to the buyer: what a card paid to the card, or as credit where the buyer
chose so with a report; what credit paid as credit.

  npm run marketplace:refund -- P-1001 --amount 24.00 --reason "The number belongs to somebody else"
  npm run marketplace:refund -- P-1001 --lead H-1002 --amount 12.00 --reason "…"   only the price of one lead of it

Without --amount it says how much would go back, needs no reason, and refunds nothing. With another amount it refuses.

The buyer reads the reason of a whole refund. The running product makes the refund at the payment provider, and gives the credit.`;

/** "24", "24.00" or "$24.00"; NaN for anything that is not an amount. */
const centsOf = (text: string): number =>
  /^\$?\d{1,7}(\.\d\d)?$/.test(text) ? Math.round(Number(text.replace('$', '')) * 100) : NaN;

export const command: Command = {
  help: HELP,
  async run(args, { environment, print }) {
    const text = { type: 'string' } as const;
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { reason: text, lead: text, amount: text },
    });
    const [reference] = positionals;
    const reason = values.reason?.trim() ?? '';
    const amount = values.amount === undefined ? null : centsOf(values.amount);
    if (!reference || positionals.length > 1) throw new Misuse();
    if (Number.isNaN(amount)) throw new Misuse(`${values.amount} is not an amount. Write it like 24.00.`);
    if (amount !== null && reason === '')
      throw new Misuse('The reason is missing: add --reason "…". The buyer reads it.');
    if (reason.length > 500) throw new Misuse('The reason is too long: use at most 500 characters.');
    const lead = values.lead?.toUpperCase() ?? null;
    print(
      await withDatabase(environment, (parts) =>
        askForRefund(parts, { reference: reference.toUpperCase(), lead, reason, amount }),
      ),
    );
  },
};

if (import.meta.main) await main(command);
