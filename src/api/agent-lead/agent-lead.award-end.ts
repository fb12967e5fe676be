import {
  declineAgreement,
  newestJobAgreement,
  signAgreement,
  voidAgreements,
} from '#src/api/agreement/agreement.repository.ts';
import type { Signature, Signer } from '#src/api/agreement/agreement.repository.ts';
import { moveBid, reopenBids } from '#src/api/bid/bid.repository.ts';
import { lostJob, LOST_TO_OTHER, LOST_TO_SPECIAL } from '#src/api/bid/lost-reason.ts';
import { beginJob } from '#src/api/carrier-job/carrier-job.record.ts';
import { awardWithdrawnMail } from '#src/api/carrier/carrier.mails.ts';
import { JOB_ENDED_BY } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { JobEndedBy } from '#src/machines/agent-lead/agent-lead.types.ts';
import { OneOf, Strict, Text } from '#src/api/http/schemas.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { carrierChangedMail } from './agent-lead.mails.ts';
import { moveLead } from './agent-lead.transition.ts';
import type { Actor, Known, LockedLead } from './agent-lead.transition.ts';
import { tellReopened } from './agent-lead.board.ts';
import { leadMove, Reason, version } from './lead-write.ts';

const Drop = Strict({
  version,
  ended_by: Type.Optional(OneOf(JOB_ENDED_BY)),
  reason: Text(500),
});

export function awardEndRoutes(app: Api, parts: ApiParts): void {
  leadMove(app, parts, 'carrier/withdraw', Reason, withdrawAward);
  leadMove(
    app,
    parts,
    'carrier/drop',
    Drop,
    dropCarrier,
    'Takes the carrier off a job that it has signed. `ended_by`: the carrier, as by default, or the `plans` of the client or the brokerage, which its record doesn’t count',
  );
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
      await endAward(tx, parts, lead, {
        event: { type: 'bid.award-declined', by: 'carrier' },
        lostReason: 'declined by the carrier',
        isGivenUp: true,
        now,
      });
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
      await takeAwardBack(tx, parts, before, { reason, signedAndEndedBy: null, now });
      return { payload: { carrierId: before.awarded_carrier_id, reason } };
    },
  });
  return lead;
}

/**
 * The carrier does not do the job that it has signed, by its own fault or because plans changed. The signed agreement is
 * kept; the client, who knows this carrier, is notified.
 */
export async function dropCarrier(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  { reason, ended_by: endedBy = 'carrier' }: Static<typeof Drop>,
): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'carrier.dropped', by: known.actor.role, reason }),
    apply: async ({ lead: before, now }) => {
      await takeAwardBack(tx, parts, before, { reason, signedAndEndedBy: endedBy, now });
      if (before.client_email)
        await parts.mail.send(tx, {
          to: before.client_email,
          kind: 'carrier-changed',
          leadId: before.id,
          ...carrierChangedMail({ brokerage: parts.brokerage, lead: before, endedBy }),
        });
      return { payload: { carrierId: before.awarded_carrier_id, endedBy, reason } };
    },
  });
  return lead;
}

async function takeAwardBack(
  tx: Tx,
  parts: ApiParts,
  lead: LeadRow,
  { reason, signedAndEndedBy, now }: { reason: string; signedAndEndedBy: JobEndedBy | null; now: Date },
): Promise<void> {
  await endAward(tx, parts, lead, {
    event: { type: 'bid.award-withdrawn', by: 'agent' },
    lostReason: signedAndEndedBy ? lostJob(signedAndEndedBy, reason) : `the award was withdrawn: ${reason}`,
    isGivenUp: signedAndEndedBy === 'carrier',
    now,
  });
  const carrier = await tx
    .selectFrom('carrier')
    .select(['email', 'contact_name'])
    .where('id', '=', lead.awarded_carrier_id!)
    .executeTakeFirstOrThrow();
  const job = await tx
    .selectFrom('carrier_job')
    .select('picked_up_at')
    .where('agreement_id', '=', lead.job_agreement_id!)
    .executeTakeFirst();
  await parts.mail.send(tx, {
    to: carrier.email,
    kind: 'award-withdrawn',
    ...awardWithdrawnMail({
      carrier: carrier.contact_name,
      load: lead,
      reason,
      signedAndEndedBy,
      hasGoods: job?.picked_up_at != null,
      brokerage: parts.brokerage,
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
  parts: ApiParts,
  lead: LeadRow,
  {
    event,
    lostReason,
    isGivenUp,
    now,
  }: {
    event: { type: 'bid.award-declined'; by: 'carrier' } | { type: 'bid.award-withdrawn'; by: 'agent' };
    lostReason: string;
    /** A carrier that gives the job up gives up its own bid, too. */
    isGivenUp: boolean;
    now: Date;
  },
): Promise<void> {
  const reasons = isGivenUp ? [LOST_TO_OTHER] : [LOST_TO_OTHER, LOST_TO_SPECIAL];
  if (lead.awarded_from_board) await tellReopened(tx, parts, lead, await reopenBids(tx, lead.id, reasons, now));
  if (lead.awarded_bid_id) {
    const bid = await tx.selectFrom('bid').selectAll().where('id', '=', lead.awarded_bid_id).executeTakeFirstOrThrow();
    await moveBid(tx, bid, event, now, { lost_reason: lostReason });
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
