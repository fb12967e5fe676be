import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Cents, Strict, Text } from '#src/api/http/schemas.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import type { Tx } from '#src/api/database/write.ts';
import { presentLead } from './agent-lead.present.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { changeLead } from './agent-lead.transition.ts';
import type { Known } from './agent-lead.transition.ts';
import { reviseInvoice } from './invoice.ts';
import { leadMove, version } from './lead-write.ts';
import { balanceOf } from './ledger.balance.ts';
import { book, settle } from './ledger.ts';

const Reduction = Strict({
  version,
  amount: Cents,
  price: Type.Optional({ ...Cents, description: 'US cents: the price before, as the agent saw it' }),
  reason: Text(500),
});

/** The price after the move, when the agreement can no longer be reopened. */
export function priceReductionRoutes(app: Api, parts: ApiParts): void {
  leadMove(
    app,
    parts,
    'price/reduce',
    Reduction,
    reducePrice,
    'Takes an amount off the price of a completed move; the client reads the reason',
  );
}

/**
 * Takes an amount off the price. An invoice is issued again and mailed; it may be paid by now, or overpaid.
 *
 * @throws Problem 409 if the price has changed since it was seen; as `moveLead`
 */
export async function reducePrice(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  { amount, price: seen, reason }: Static<typeof Reduction>,
): Promise<LeadRow> {
  await changeLead(tx, parts, {
    ...known,
    event: ({ lead: before, facts }) => {
      const price = balanceOf(before)?.total ?? 0;
      mustBeAsSeen({ price: seen }, { price }, 'The price has changed since you saw it.', () => ({
        state: before.state,
        current: presentLead(before, facts),
      }));
      return { type: 'price.reduced', by: known.actor.role, amount, price, reason };
    },
    apply: async ({ lead: before, now, today }) => {
      await book(tx, parts, before.id, known.actor, now, {
        direction: 'off-price',
        kind: 'reduction',
        amount,
        method: 'other',
        paidOn: today,
        note: reason,
      });
      await reviseInvoice(tx, parts, before.id, known.actor, { now, today, reduced: { amount, reason } });
      return { payload: { amount, reason, price: balanceOf(before)!.total - amount } };
    },
  });
  return settle(tx, parts, known.leadId);
}
