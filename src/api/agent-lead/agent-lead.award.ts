import {
  declineAgreement,
  sendAgreement,
  signAgreement,
  voidAgreements,
} from '#src/api/agreement/agreement.repository.ts';
import type { Signature, Signer } from '#src/api/agreement/agreement.repository.ts';
import { renderSpecificJob } from '#src/api/agreement/specific-job.template.ts';
import { loseBids, moveBid, reopenBids } from '#src/api/bid/bid.repository.ts';
import type { BidRow } from '#src/api/bid/bid.repository.ts';
import { awardMail, awardWithdrawnMail, bidLostMail } from '#src/api/carrier/carrier.mails.ts';
import { complianceAtAward, complianceOfCarriers, gapsOf } from '#src/api/carrier/compliance.repository.ts';
import type { ComplianceAtAward } from '#src/api/carrier/compliance.repository.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import type { Tx } from '#src/api/database/write.ts';
import { wellFilled } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import type { AgentLeadEvent } from '#src/machines/agent-lead/agent-lead.events.ts';
import { presentLead } from './agent-lead.present.ts';
import { lastDateOf } from './last-date.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { tellAgent } from './agent-lead.reminders.ts';
import { moveLead } from './agent-lead.transition.ts';
import type { Actor, LockedLead } from './agent-lead.transition.ts';

const DAY = 86_400_000;
const JOB_AGREEMENT_DAYS = 7;
export const LOST_TO_OTHER = 'the load went to another carrier';
/** Of the winner's own bid: the award has a price of its own. */
export const LOST_TO_SPECIAL = 'the carrier was awarded the load directly';
export const LEFT_BOARD = 'the load was taken off the board';

interface Known {
  leadId: string;
  version: number | null;
  actor: Actor;
}

function isOutOfPlace({ lead, facts }: LockedLead, event: AgentLeadEvent): boolean {
  const verdict = agentLeadLifecycle.judge(
    { state: lead.state, stage: lead.stage, isArchived: lead.is_archived },
    facts,
    event,
  );
  return !verdict.may && verdict.because === 'state';
}

async function carrierFacts(tx: Tx, carrierId: string, { lead, today }: LockedLead) {
  const compliance = await complianceOfCarriers(tx, [carrierId]);
  const through = lastDateOf(lead, today);
  return {
    carrier: { id: carrierId, gaps: gapsOf(compliance, carrierId, today, through) },
    compliance: complianceAtAward(compliance.get(carrierId)!, today, through),
  };
}

export async function postLoad(tx: Tx, parts: ApiParts, known: Known): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'load.posted', by: known.actor.role }),
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

/**
 * Awards a bid as the agent saw it: the winner, the losers, the job agreement, the history and the mails commit together.
 * A carrier may revise its bid at any time, and that does not make the lead another one.
 *
 * @throws Problem 409 with the bid's terms of now, where they are not those that were seen
 */
export async function awardCarrier(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  { bid_id: bidId, amount, start_date }: { bid_id: string; amount: number; start_date: string },
): Promise<LeadRow> {
  let bid: BidRow | undefined;
  let compliance: ComplianceAtAward | undefined;
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: async (locked) => {
      bid = await tx
        .selectFrom('bid')
        .selectAll()
        .where('id', '=', bidId)
        .where('lead_id', '=', known.leadId)
        .executeTakeFirst();
      if (!bid) {
        // Where no award can happen at all, that is the answer; elsewhere the bid is what is missing.
        const probe = wellFilled['carrier.awarded'](locked.facts);
        if (isOutOfPlace(locked, probe)) return probe;
        throw notFound('bid');
      }
      if (bid.state === 'active') {
        mustBeAsSeen({ amount, start_date }, bid, 'The carrier has changed this bid since you saw it.', () => ({
          state: locked.lead.state,
          current: presentLead(locked.lead, locked.facts),
        }));
      }
      const facts = await carrierFacts(tx, bid.carrier_id, locked);
      ({ compliance } = facts);
      return {
        type: 'carrier.awarded',
        by: known.actor.role,
        isBidActive: bid.state === 'active',
        carrier: facts.carrier,
      };
    },
    apply: async (locked) => {
      const { now } = locked;
      await moveBid(tx, bid!, { type: 'bid.awarded', by: 'agent' }, now, {
        seen_at: bid!.seen_at ?? now.toISOString(),
      });
      const lost = await loseBids(tx, known.leadId, () => LOST_TO_OTHER, now);
      await giveJob(tx, parts, locked, {
        carrierId: bid!.carrier_id,
        bidId,
        kind: 'bid',
        amount: bid!.amount,
        startDate: bid!.start_date,
        reason: null,
        compliance: compliance!,
      });
      await tellLosers(tx, parts, locked.lead, lost, LOST_TO_OTHER);
      return { payload: { carrierId: bid!.carrier_id, bidId, amount: bid!.amount, startDate: bid!.start_date } };
    },
  });
  return lead;
}

/** Awards a carrier and an amount of the agent's choice. */
export async function specialAward(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: { carrier_id: string; amount: number; start_date?: string | null; reason: string },
): Promise<LeadRow> {
  let compliance: ComplianceAtAward | undefined;
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: async (locked) => {
      const found = await tx.selectFrom('carrier').select('id').where('id', '=', given.carrier_id).executeTakeFirst();
      if (!found)
        throw problem(422, 'There is no such carrier.', {
          errors: [{ field: 'carrier_id', message: 'There is no such carrier.' }],
        });
      const facts = await carrierFacts(tx, given.carrier_id, locked);
      ({ compliance } = facts);
      return { type: 'carrier.special-awarded', by: known.actor.role, carrier: facts.carrier, reason: given.reason };
    },
    apply: async (locked) => {
      const lost = await loseBids(
        tx,
        known.leadId,
        ({ carrier_id }) => (carrier_id === given.carrier_id ? LOST_TO_SPECIAL : LOST_TO_OTHER),
        locked.now,
      );
      const startDate = given.start_date ?? locked.lead.move_date;
      await giveJob(tx, parts, locked, {
        carrierId: given.carrier_id,
        bidId: null,
        kind: 'special',
        amount: given.amount,
        startDate,
        reason: given.reason,
        compliance: compliance!,
      });
      await tellLosers(
        tx,
        parts,
        locked.lead,
        lost.filter((bid) => bid.carrier_id !== given.carrier_id),
        LOST_TO_OTHER,
      );
      return { payload: { carrierId: given.carrier_id, amount: given.amount, startDate, reason: given.reason } };
    },
  });
  return lead;
}

interface Job {
  carrierId: string;
  bidId: string | null;
  kind: 'bid' | 'special';
  amount: number;
  startDate: string | null;
  reason: string | null;
  compliance: ComplianceAtAward;
}

async function giveJob(tx: Tx, parts: ApiParts, { lead, now }: LockedLead, job: Job): Promise<void> {
  const carrier = await tx.selectFrom('carrier').selectAll().where('id', '=', job.carrierId).executeTakeFirstOrThrow();
  const document = renderSpecificJob({
    brokerage: parts.brokerage,
    lead,
    carrier,
    amount: job.amount,
    startDate: job.startDate,
    now,
  });
  const expiresAt = new Date(now.getTime() + JOB_AGREEMENT_DAYS * DAY);
  const agreement = await sendAgreement(tx, {
    kind: 'specific-job',
    leadId: lead.id,
    carrierId: carrier.id,
    document,
    expiresAt,
    now,
  });
  await tx
    .updateTable('contract')
    .set({
      awarded_carrier_id: carrier.id,
      awarded_bid_id: job.bidId,
      award_kind: job.kind,
      award_amount: job.amount,
      award_reason: job.reason,
      award_start_date: job.startDate,
      compliance_at_award: JSON.stringify(job.compliance),
      awarded_at: now.toISOString(),
      job_agreement_id: agreement.id,
      carrier_signed_at: null,
    })
    .where('lead_id', '=', lead.id)
    .execute();
  await parts.mail.send(tx, {
    to: carrier.email,
    kind: 'award',
    ...awardMail({
      carrier: carrier.contact_name,
      load: lead,
      amount: job.amount,
      url: parts.publicUrl() + hrefs.jobAgreement(lead.id),
    }),
  });
}

async function tellLosers(tx: Tx, parts: ApiParts, lead: LeadRow, lost: BidRow[], reason: string): Promise<void> {
  for (const bid of lost) {
    const carrier = await tx
      .selectFrom('carrier')
      .innerJoin('account', 'account.id', 'carrier.account_id')
      .select(['carrier.email', 'carrier.contact_name', 'account.email_on_new_lead as wants'])
      .where('carrier.id', '=', bid.carrier_id)
      .executeTakeFirstOrThrow();
    if (carrier.wants)
      await parts.mail.send(tx, {
        to: carrier.email,
        kind: 'bid-lost',
        ...bidLostMail({ carrier: carrier.contact_name, load: lead, reason }),
      });
    await publish(tx, { noun: 'load', id: lead.id, audience: `carrier:${bid.carrier_id}` });
  }
}

/** The awarded carrier signs the job agreement; from then on it sees who the client is. */
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
    event: (locked) => {
      mustHoldAward(locked, known.carrierId);
      return { type: 'carrier.signed', by: 'carrier', carrierId: known.carrierId };
    },
    apply: async ({ lead, now }) => {
      await signAgreement(tx, lead.job_agreement_id!, { ...given, now });
      await tx
        .updateTable('contract')
        .set({ carrier_signed_at: now.toISOString() })
        .where('lead_id', '=', lead.id)
        .execute();
      await parts.jobs.enqueue(tx, 'agreement.seal', { id: lead.job_agreement_id! });
      await tellAgent(
        tx,
        parts,
        lead,
        'The carrier has signed',
        `${lead.carrier_legal_name} has signed the job agreement.`,
      );
      return { payload: { carrierId: known.carrierId, agreementId: lead.job_agreement_id } };
    },
  });
}

/** The awarded carrier declines; the load is back where it was before the award. If that is the board, the other bids stand again. */
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
    event: (locked) => {
      mustHoldAward(locked, known.carrierId);
      return { type: 'carrier.declined', by: 'carrier', carrierId: known.carrierId, reason };
    },
    apply: async ({ lead, now }) => {
      await declineAgreement(tx, lead.job_agreement_id!, 'carrier', reason, now);
      await endAward(tx, lead, { type: 'bid.award-declined', by: 'carrier' }, 'declined by the carrier', now);
      await tellAgent(
        tx,
        parts,
        lead,
        'The carrier has declined',
        `${lead.carrier_legal_name} has declined the job: ${reason}`,
      );
      return { payload: { carrierId: known.carrierId, reason } };
    },
  });
}

export async function withdrawAward(tx: Tx, parts: ApiParts, known: Known, reason: string): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'award.withdrawn', by: known.actor.role, reason }),
    apply: async ({ lead: before, now }) => {
      await voidAgreements(tx, before.id, 'specific-job', now);
      await endAward(
        tx,
        before,
        { type: 'bid.award-withdrawn', by: 'agent' },
        `the award was withdrawn: ${reason}`,
        now,
      );
      const carrier = await tx
        .selectFrom('carrier')
        .select(['email', 'contact_name'])
        .where('id', '=', before.awarded_carrier_id!)
        .executeTakeFirstOrThrow();
      await parts.mail.send(tx, {
        to: carrier.email,
        kind: 'award-withdrawn',
        ...awardWithdrawnMail({ carrier: carrier.contact_name, load: before, reason }),
      });
      return { payload: { carrierId: before.awarded_carrier_id, reason } };
    },
  });
  return lead;
}

/** A carrier that does not hold the award learns nothing about who does: to it the job does not exist. */
function mustHoldAward({ lead }: LockedLead, carrierId: string): void {
  if (lead.awarded_carrier_id !== carrierId) throw notFound('job');
}

async function endAward(
  tx: Tx,
  lead: LeadRow,
  event: { type: 'bid.award-declined'; by: 'carrier' } | { type: 'bid.award-withdrawn'; by: 'agent' },
  reason: string,
  now: Date,
): Promise<void> {
  // Who declines the job gives up its own bid, too.
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
      compliance_at_award: null,
      awarded_at: null,
      job_agreement_id: null,
    })
    .where('lead_id', '=', lead.id)
    .execute();
}
