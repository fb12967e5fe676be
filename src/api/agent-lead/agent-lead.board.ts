import { Type } from 'typebox';
import { loseBids } from '#src/api/bid/bid.repository.ts';
import type { BidRow } from '#src/api/bid/bid.repository.ts';
import { bidLostMail, bidReopenedMail } from '#src/api/carrier/carrier.mails.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import type { Api } from '#src/api/http/http.ts';
import { problem } from '#src/api/http/problem.ts';
import { Nullable, PositiveCents, Strict } from '#src/api/http/schemas.ts';
import { publish } from '#src/api/live/live.ts';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { pushTo } from '#src/api/push/push.outbox.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { moveLead } from './agent-lead.transition.ts';
import type { Known } from './agent-lead.transition.ts';
import { leadMove, version } from './lead-write.ts';

export const LEFT_BOARD = 'the load was taken off the board';

/** What the load pays, in US cents, if the brokerage publishes it: one rate twice, or the two ends of a range. */
export interface PostedRate {
  low: number;
  high: number;
}

/** Either one alone is the rate. */
const Rate = Strict({
  version,
  rate_low: Type.Optional(Nullable(PositiveCents)),
  rate_high: Type.Optional(Nullable(PositiveCents)),
});

export function boardRoutes(app: Api, parts: ApiParts): void {
  leadMove(app, parts, 'load-board/post', Type.Optional(Nullable(Rate)), (tx, _, known, given) => {
    const { rate_low, rate_high } = given ?? {};
    const [low, high] = [rate_low ?? rate_high ?? null, rate_high ?? rate_low ?? null];
    return postLoad(tx, parts, known, low !== null && high !== null ? { low, high } : null);
  });
  leadMove(app, parts, 'load-board/take-off', Type.Optional(Nullable(Strict({ version }))), takeOffBoard);
}

/** Posting without a rate removes an earlier one. @throws Problem 422 for a range whose end is below its start */
export async function postLoad(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  rate: PostedRate | null = null,
): Promise<LeadRow> {
  if (rate && rate.low > rate.high) {
    const message = 'The range must go up.';
    throw problem(422, message, { errors: [{ field: 'rate_high', message }] });
  }
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'load.posted', by: known.actor.role }),
    apply: async () => ({ set: { posted_low: rate?.low ?? null, posted_high: rate?.high ?? null } }),
  });
  return lead;
}

export async function takeOffBoard(tx: Tx, parts: ApiParts, known: Known): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'load.taken-off', by: known.actor.role }),
    apply: async ({ lead: before, now }) => {
      await tellLosers(tx, parts, before, await loseBids(tx, before.id, () => LEFT_BOARD, now), LEFT_BOARD);
    },
  });
  return lead;
}

export async function tellLosers(
  tx: Tx,
  parts: ApiParts,
  lead: LeadRow,
  lost: BidRow[],
  reason: string,
): Promise<void> {
  if (lost.length === 0) return;
  const carriers = await tx
    .selectFrom('carrier')
    .innerJoin('account', 'account.id', 'carrier.account_id')
    .select(['carrier.id', 'carrier.email', 'contact_name', 'account_id', 'account.email_on_new_lead as wants'])
    .where(
      'carrier.id',
      'in',
      lost.map(({ carrier_id }) => carrier_id),
    )
    .orderBy('carrier.id')
    .execute();
  for (const carrier of carriers) {
    if (carrier.wants)
      await parts.mail.send(tx, {
        to: carrier.email,
        kind: 'bid-lost',
        listUnsubscribe: {
          post:
            parts.publicUrl() +
            hrefs.oneClickSettings(createLeaveTokens(parts, 'email_on_new_lead').tokenOf(carrier.account_id)),
          page: parts.publicUrl() + hrefs.boardAccount(),
        },
        ...bidLostMail({ carrier: carrier.contact_name, load: lead, reason }),
      });
    await pushTo(tx, parts, carrier.account_id, 'bids', {
      title: `Your bid on load ${lead.reference} wasn’t chosen`,
      body: 'See what else is on the load board.',
      path: hrefs.board(),
      tag: `bid-${lead.id}`,
    });
    await publish(tx, { noun: 'load', id: lead.id, audience: `carrier:${carrier.id}` });
  }
}

/** Each carrier learns that its bid can be awarded again; unlike news of the board, that cannot be turned off. */
export async function tellReopened(tx: Tx, parts: ApiParts, lead: LeadRow, reopened: BidRow[]): Promise<void> {
  for (const { carrier_id: carrierId, amount } of reopened) {
    const carrier = await tx
      .selectFrom('carrier')
      .select(['email', 'contact_name', 'account_id'])
      .where('id', '=', carrierId)
      .executeTakeFirstOrThrow();
    await parts.mail.send(tx, {
      to: carrier.email,
      kind: 'bid-reopened',
      ...bidReopenedMail({
        carrier: carrier.contact_name,
        load: lead,
        amount,
        url: parts.publicUrl() + hrefs.load(lead.id),
      }),
    });
    await pushTo(tx, parts, carrier.account_id, 'bids', {
      title: `Load ${lead.reference} is open again`,
      body: 'Your bid is active. You can revise or withdraw it.',
      path: hrefs.load(lead.id),
      tag: `bid-${lead.id}`,
    });
    await publish(tx, { noun: 'load', id: lead.id, audience: `carrier:${carrierId}` });
  }
}
