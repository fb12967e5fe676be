import { Type } from 'typebox';
import type { Static } from 'typebox';
import { moveLead } from '#src/api/agent-lead/agent-lead.transition.ts';
import type { Known } from '#src/api/agent-lead/agent-lead.transition.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import { bidCounteredMail } from '#src/api/carrier/carrier.mails.ts';
import type { Tx } from '#src/api/database/write.ts';
import { notFound } from '#src/api/http/problem.ts';
import { Cents, Nullable, Strict, Text, Version } from '#src/api/http/schemas.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { carriersToInvite, mustBeAbleToBid } from './bid-invitation.ts';
import { moveBid } from './bid.repository.ts';

export const CounterOffer = Strict({
  version: Type.Optional(Version),
  amount: Cents,
  offered: Type.Optional({ ...Cents, description: 'US cents: the bid as the agent saw it' }),
  note: Type.Optional(Nullable(Text(500))),
});

/**
 * Asks a carrier whether it takes the load for another amount. The bid stays valid as it is until the carrier revises
 * it.
 *
 * @throws Problem 404; 409 if the bid is not active, or was revised since it was seen; 422 for a carrier that may not
 * bid any more; as `moveLead`
 */
export async function counterBid(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  bidId: string,
  { amount, offered, note = null }: Static<typeof CounterOffer>,
): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'lead.edited', by: known.actor.role }),
    apply: async (held) => {
      const bid = await tx
        .selectFrom('bid')
        .selectAll()
        .where('id', '=', bidId)
        .where('lead_id', '=', known.leadId)
        .executeTakeFirst();
      if (!bid) throw notFound('bid');
      mustBeAsSeen({ offered }, { offered: bid.amount }, 'The carrier has revised this bid since you saw it.');
      const [carrier] = await carriersToInvite(tx, [bid.carrier_id]);
      const event = { type: 'bid.countered', by: known.actor.role, asked: amount, offered: bid.amount } as const;
      await moveBid(tx, bid, event, held.now, {
        counter_amount: amount,
        counter_note: note,
        counter_at: held.now.toISOString(),
        seen_at: bid.seen_at ?? held.now.toISOString(),
        // Shown to the carrier as the time of its last revision.
        updated_at: bid.updated_at,
      });
      await mustBeAbleToBid(tx, held, [carrier!]);
      await parts.mail.send(tx, {
        to: carrier!.email,
        kind: 'bid-countered',
        ...bidCounteredMail({
          carrier: carrier!.contact_name,
          brokerage: parts.brokerage,
          load: held.lead,
          offered: bid.amount,
          asked: amount,
          note,
          url: parts.publicUrl() + hrefs.load(known.leadId),
        }),
      });
      await publish(tx, { noun: 'load', id: known.leadId, audience: `carrier:${bid.carrier_id}` });
      return { payload: { countered: carrier!.legal_name, amount } };
    },
  });
  return lead;
}
