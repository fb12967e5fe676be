import type { Kysely } from 'kysely';
import { lastDateOf } from '#src/api/agent-lead/last-date.ts';
import { agentLeadRecord } from '#src/api/agent-lead/agent-lead.transition.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import type { Actor, LockedLead } from '#src/api/agent-lead/agent-lead.transition.ts';
import { bidInvitationMail } from '#src/api/carrier/carrier.mails.ts';
import { complianceOfCarriers, gapsOf } from '#src/api/carrier/compliance.repository.ts';
import { mayBid } from '#src/api/carrier/load.present.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { problem } from '#src/api/http/problem.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { publish } from '#src/api/live/live.ts';
import { leaveOf, wantsMails } from '#src/api/mailing/mail-switch.repository.ts';
import type { ApiParts } from '#src/api/parts.ts';

interface Known {
  leadId: string;
  /** The lead's version, as the agent saw it. */
  version: number | null;
  actor: Actor & { id: string };
}

type Invited = Pick<RowOf<'carrier'>, 'id' | 'account_id' | 'legal_name' | 'contact_name' | 'email'>;

/**
 * Invites carriers to bid on a load that is on the board: each sees a mark there, and is mailed if it wants mails about
 * loads. Carriers that were invited since the load was posted, or have already bid, are not notified again.
 *
 * @throws Problem 404; 409 for a stale version or if no carrier can bid now; 422 for a carrier that may not bid
 */
export async function inviteToBid(tx: Tx, parts: ApiParts, known: Known, carrierIds: string[]): Promise<string[]> {
  const held = await agentLeadRecord.hold(tx, parts, { id: known.leadId });
  agentLeadRecord.mustBeCurrent(held, known.version);
  const carriers = await carriersToInvite(tx, carrierIds);
  await mustBeAbleToBid(tx, held, carriers);
  const { lead, now } = held;
  const told = await notYetAsked(tx, held, carriers);
  for (const carrier of told) {
    const invitation = { invited_by: known.actor.id, invited_at: now.toISOString() };
    await tx
      .insertInto('bid_invitation')
      .values({ lead_id: lead.id, carrier_id: carrier.id, ...invitation })
      .onConflict((conflict) => conflict.columns(['lead_id', 'carrier_id']).doUpdateSet(invitation))
      .execute();
    if (await wantsMails(tx, carrier.account_id, 'bid-invitation'))
      await parts.mail.send(tx, {
        to: carrier.email,
        kind: 'bid-invitation',
        listUnsubscribe: leaveOf(parts, 'mail-bid-invitation', carrier.account_id, hrefs.boardAccount()),
        ...bidInvitationMail({
          carrier: carrier.contact_name,
          brokerage: parts.brokerage,
          load: lead,
          url: parts.publicUrl() + hrefs.load(lead.id),
        }),
      });
    await publish(tx, { noun: 'load', id: lead.id, audience: `carrier:${carrier.id}` });
  }
  if (told.length > 0) await publish(tx, { noun: 'agent-lead', id: lead.id, audience: 'agents' });
  return told.map(({ id }) => id);
}

export async function carriersToInvite(tx: Tx, ids: string[]): Promise<Invited[]> {
  const carriers = await tx
    .selectFrom('carrier')
    .innerJoin('account', 'account.id', 'carrier.account_id')
    .select(['carrier.id', 'legal_name', 'contact_name', 'carrier.email', 'carrier.account_id'])
    .where('carrier.id', 'in', ids)
    .orderBy('carrier.id')
    .execute();
  if (carriers.length < ids.length) {
    const message = 'One of these carriers no longer exists. Load the list again.';
    throw problem(422, message, { errors: [{ field: 'carrier_ids', message }] });
  }
  return carriers;
}

/** Consults the lifecycle about a bid of each: an invited carrier must be able to bid. */
export async function mustBeAbleToBid(tx: Tx, { lead, today }: LockedLead, carriers: Invited[]): Promise<void> {
  const compliance = await complianceOfCarriers(
    tx,
    carriers.map(({ id }) => id),
  );
  const through = lastDateOf(lead, today);
  for (const { id, legal_name } of carriers) {
    const gaps = gapsOf(compliance, id, today, through);
    const verdict = mayBid(lead, id, gaps);
    if (verdict.may) continue;
    if (!mayBid(lead, id, []).may)
      throw problem(409, 'This load isn’t on the load board. Post it first, then invite carriers.', {
        state: lead.is_archived ? 'archived' : lead.state,
      });
    const message = `${legal_name} can’t bid on this load: ${verdict.unmet.join('; ')}.`;
    throw problem(422, message, { errors: [{ field: 'carrier_ids', message }] });
  }
}

async function notYetAsked(tx: Tx, { lead }: LockedLead, carriers: Invited[]): Promise<Invited[]> {
  const standings = await invitedTo(
    tx,
    lead.id,
    carriers.map(({ id }) => id),
  );
  return carriers.filter(({ id }) => isAskable(lead, standings.get(id) ?? NOTHING));
}

interface Standing {
  invited_at: string | null;
  invited_by: string | null;
  /** The active bid. */
  bid: { id: string; amount: number } | null;
}
export const NOTHING: Standing = { invited_at: null, invited_by: null, bid: null };

/** Has neither bid yet, nor been invited since the load was posted. */
export const isAskable = (lead: Pick<LeadRow, 'entered_state_at'>, { bid, invited_at }: Standing): boolean =>
  bid === null && (invited_at === null || Date.parse(invited_at) < Date.parse(lead.entered_state_at));

/** Which of these carriers were invited to bid on a lead or bid on it, by carrier; others are absent. */
export async function invitedTo(
  db: Kysely<Tables>,
  leadId: string,
  carrierIds: string[],
): Promise<Map<string, Standing>> {
  if (carrierIds.length === 0) return new Map();
  const invitations = await db
    .selectFrom('bid_invitation')
    .innerJoin('account', 'account.id', 'invited_by')
    .select(['carrier_id', 'invited_at', 'account.name as invited_by'])
    .where('lead_id', '=', leadId)
    .where('carrier_id', 'in', carrierIds)
    .execute();
  const bids = await db
    .selectFrom('bid')
    .select(['id', 'carrier_id', 'amount'])
    .where('lead_id', '=', leadId)
    .where('carrier_id', 'in', carrierIds)
    .where('state', '=', 'active')
    .execute();
  const standings = new Map<string, Standing>(
    invitations.map(({ carrier_id, ...invitation }) => [carrier_id, { ...NOTHING, ...invitation }]),
  );
  for (const { carrier_id, ...bid } of bids)
    standings.set(carrier_id, { ...(standings.get(carrier_id) ?? NOTHING), bid });
  return standings;
}
