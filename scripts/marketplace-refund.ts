/** `npm run marketplace:refund -- P-1001 --amount 24.00 --reason "…"`: refunds a purchase, or one lead of it. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { askForRefund } from '#src/api/marketplace/refund.ts';
import { openForCommand } from '#src/api/configuration/command-line.ts';
import { readConfiguration } from '#src/api/configuration/configuration.ts';

const HELP = `Gives the money of a purchase of leads back to the buyer: what a card paid to the card, or as credit where the buyer
chose so with a report; what credit paid as credit.

  npm run marketplace:refund -- P-1001 --amount 24.00 --reason "The number belongs to somebody else"
  npm run marketplace:refund -- P-1001 --lead H-1002 --amount 12.00 --reason "…"   only the price of one lead of it

Without --amount it says how much would go back, needs no reason, and refunds nothing. With another amount it refuses.

The buyer reads the reason of a whole refund. The running product makes the refund at the payment provider, and gives the credit.`;

/** "24", "24.00" or "$24.00"; NaN for anything that is not an amount. */
const centsOf = (text: string): number =>
  /^\$?\d{1,7}(\.\d\d)?$/.test(text) ? Math.round(Number(text.replace('$', '')) * 100) : NaN;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      lead: { type: 'string' },
      amount: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const [reference] = positionals;
  const reason = values.reason?.trim() ?? '';
  const amount = values.amount === undefined ? null : centsOf(values.amount);
  if (values.help || !reference || positionals.length > 1) {
    console.log(HELP);
    if (!values.help) process.exitCode = 1;
  } else if (Number.isNaN(amount)) {
    throw new Error(`${values.amount} is not an amount. Write it like 24.00.`);
  } else if (amount !== null && reason === '') {
    throw new Error('The reason is missing: add --reason "…". The buyer reads it.');
  } else if (reason.length > 500) {
    throw new Error('The reason is too long: use at most 500 characters.');
  } else {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const parts = await openForCommand(readConfiguration({ ...process.env, PORT: '0' }));
    try {
      console.log(
        await askForRefund(parts, {
          reference: reference.toUpperCase(),
          lead: values.lead?.toUpperCase() ?? null,
          reason,
          amount,
        }),
      );
    } finally {
      await parts.close();
    }
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
