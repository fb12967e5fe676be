import {
  declineAgreement,
  newestJobAgreement,
  signAgreement,
  voidAgreements,
} from '#src/api/agreement/agreement.repository.ts';
import type { Signature, Signer } from '#src/api/agreement/agreement.repository.ts';
import { moveBid, reopenBids } from '#src/api/bid/bid.repository.ts';
import { beginJob } from '#src/api/carrier-job/carrier-job.record.ts';
import { awardWithdrawnMail } from '#src/api/carrier/carrier.mails.ts';
import type { Static } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { carrierChangedMail } from './agent-lead.mails.ts';
import { moveLead } from './agent-lead.transition.ts';
import type { Actor, Known, LockedLead } from './agent-lead.transition.ts';
import { LOST_TO_OTHER, LOST_TO_SPECIAL } from './agent-lead.award.ts';
import { leadMove, Reason } from './lead-write.ts';

export function awardEndRoutes(app: Api, parts: ApiParts): void {
  leadMove(app, parts, 'carrier/withdraw', Reason, withdrawAward);
  leadMove(app, parts, 'carrier/drop', Reason, dropCarrier);
}

/** The awarded carrier signs the job agreement; from then on it can see who the client is. */
export async function signJob(
  tx: Tx,
  parts: ApiParts,
  known: { leadId: string; carrierId: string; actor: Actor },
  given: { signature: Signature; hasConsent: boolean; shownHash: string; signer: Signer },
): Promise<void> {
  await moveLead(tx, parts, {
    leadId: known.leadId,
    version: null,
    actor: known.actor,
    event: async (locked) => {
      await mustHoldAward(tx, locked, known.carrierId);
      return { type: 'carrier.signed', by: 'carrier', carrierId: known.carrierId };
    },
    apply: async ({ lead, now }) => {
      await signAgreement(tx, lead.job_agreement_id!, { ...given, now });
      await tx
        .updateTable('contract')
        .set({ carrier_signed_at: now.toISOString() })
        .where('lead_id', '=', lead.id)
        .execute();
      await beginJob(tx, {
        lead,
        carrierId: known.carrierId,
        agreementId: lead.job_agreement_id!,
        actor: known.actor,
        now,
      });
      await parts.jobs.enqueue(tx, 'agreement.seal', { id: lead.job_agreement_id! });
      return { payload: { carrierId: known.carrierId, agreementId: lead.job_agreement_id } };
    },
  });
}

/**
 * The awarded carrier declines; the load goes back to where it was before the award. If that is the board, the other
 * bids are valid again.
 */
export async function declineJob(
  tx: Tx,
  parts: ApiParts,
  known: { leadId: string; carrierId: string; actor: Actor },
  reason: string,
): Promise<void> {
  await moveLead(tx, parts, {
    leadId: known.leadId,
    version: null,
    actor: known.actor,
    event: async (locked) => {
      await mustHoldAward(tx, locked, known.carrierId);
      return { type: 'carrier.declined', by: 'carrier', carrierId: known.carrierId, reason };
    },
    apply: async ({ lead, now }) => {
      await declineAgreement(tx, lead.job_agreement_id!, 'carrier', reason, now);
      await endAward(tx, lead, { type: 'bid.award-declined', by: 'carrier' }, 'declined by the carrier', now);
      return { payload: { carrierId: known.carrierId, reason } };
    },
  });
}

/** The agent withdraws the award before the carrier has signed. */
export async function withdrawAward(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  { reason }: Static<typeof Reason>,
): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'award.withdrawn', by: known.actor.role, reason }),
    apply: async ({ lead: before, now }) => {
      await voidAgreements(tx, before.id, 'specific-job', now);
      await takeAwardBack(tx, parts, before, { reason, lostReason: `the award was withdrawn: ${reason}`, now });
      return { payload: { carrierId: before.awarded_carrier_id, reason } };
    },
  });
  return lead;
}

/**
 * The carrier does not do the job that it has signed. The signed agreement is kept; the client, who knows this carrier,
 * is notified that another one is being looked for.
 */
export async function dropCarrier(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  { reason }: Static<typeof Reason>,
): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'carrier.dropped', by: known.actor.role, reason }),
    apply: async ({ lead: before, now }) => {
      await takeAwardBack(tx, parts, before, { reason, lostReason: `the carrier dropped out: ${reason}`, now });
      if (before.client_email)
        await parts.mail.send(tx, {
          to: before.client_email,
          kind: 'carrier-changed',
          leadId: before.id,
          ...carrierChangedMail({ brokerage: parts.brokerage, lead: before }),
        });
      return { payload: { carrierId: before.awarded_carrier_id, reason } };
    },
  });
  return lead;
}

async function takeAwardBack(
  tx: Tx,
  parts: ApiParts,
  lead: LeadRow,
  given: { reason: string; lostReason: string; now: Date },
): Promise<void> {
  await endAward(tx, lead, { type: 'bid.award-withdrawn', by: 'agent' }, given.lostReason, given.now);
  const carrier = await tx
    .selectFrom('carrier')
    .select(['email', 'contact_name'])
    .where('id', '=', lead.awarded_carrier_id!)
    .executeTakeFirstOrThrow();
  await parts.mail.send(tx, {
    to: carrier.email,
    kind: 'award-withdrawn',
    ...awardWithdrawnMail({
      carrier: carrier.contact_name,
      load: lead,
      reason: given.reason,
      hasSigned: lead.carrier_signed_at !== null,
    }),
  });
}

/**
 * A carrier without the award learns nothing about who has it: for a carrier that never had it, the job does not exist.
 *
 * @throws Problem 409 if it had the award; 404
 */
async function mustHoldAward(tx: Tx, { lead }: LockedLead, carrierId: string): Promise<void> {
  if (lead.awarded_carrier_id === carrierId) return;
  const before = await newestJobAgreement(tx, lead.id, carrierId);
  if (!before) throw notFound('job');
  throw problem(
    409,
    before.state === 'declined'
      ? 'You declined this job already.'
      : 'The broker withdrew this award. Check our latest email.',
    { state: before.state },
  );
}

async function endAward(
  tx: Tx,
  lead: LeadRow,
  event: { type: 'bid.award-declined'; by: 'carrier' } | { type: 'bid.award-withdrawn'; by: 'agent' },
  reason: string,
  now: Date,
): Promise<void> {
  // A carrier that declines the job gives up its own bid, too.
  const reasons = event.by === 'carrier' ? [LOST_TO_OTHER] : [LOST_TO_OTHER, LOST_TO_SPECIAL];
  if (lead.awarded_from_board) await reopenBids(tx, lead.id, reasons, now);
  if (lead.awarded_bid_id) {
    const bid = await tx.selectFrom('bid').selectAll().where('id', '=', lead.awarded_bid_id).executeTakeFirstOrThrow();
    await moveBid(tx, bid, event, now, { lost_reason: reason });
  }
  await tx
    .updateTable('contract')
    .set({
      awarded_carrier_id: null,
      awarded_from_board: false,
      awarded_bid_id: null,
      award_kind: null,
      award_amount: null,
      award_reason: null,
      award_start_date: null,
      pay_days: null,
      compliance_at_award: null,
      awarded_at: null,
      job_agreement_id: null,
      carrier_signed_at: null,
    })
    .where('lead_id', '=', lead.id)
    .execute();
}
