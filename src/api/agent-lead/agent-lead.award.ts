import { Type } from 'typebox';
import type { Static } from 'typebox';
import { namedBrokerage } from '#src/api/agreement/named-brokerage.ts';
import { sendAgreement } from '#src/api/agreement/agreement.repository.ts';
import { templateNow } from '#src/api/agreement/template.repository.ts';
import { renderSpecificJob } from '#src/api/agreement/specific-job.template.ts';
import { loseBids, moveBid } from '#src/api/bid/bid.repository.ts';
import type { BidRow } from '#src/api/bid/bid.repository.ts';
import { LOST_TO_OTHER, LOST_TO_SPECIAL } from '#src/api/bid/lost-reason.ts';
import { accountOfCarrier, pushTo } from '#src/api/push/push.outbox.ts';
import { awardMail } from '#src/api/carrier/carrier.mails.ts';
import { complianceAtAward, complianceOfCarriers, gapsOf } from '#src/api/carrier/compliance.repository.ts';
import type { ComplianceAtAward } from '#src/api/carrier/compliance.repository.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Api } from '#src/api/http/http.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { CalendarDate, Nullable, PositiveCents, Strict, Text, Uuid } from '#src/api/http/schemas.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import type { Tx } from '#src/api/database/write.ts';
import { wellFilled } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import type { AgentLeadEvent } from '#src/machines/agent-lead/agent-lead.types.ts';
import { presentLead } from './agent-lead.present.ts';
import { lastDateOf } from './last-date.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { moveLead } from './agent-lead.transition.ts';
import type { Known, LockedLead } from './agent-lead.transition.ts';
import { leadMove, version } from './lead-write.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { tellLosers } from './agent-lead.board.ts';

const JOB_AGREEMENT_DAYS = 7;

const Award = Strict({ version, bid_id: Uuid, amount: PositiveCents, start_date: CalendarDate });
const SpecialAward = Strict({
  version,
  carrier_id: Uuid,
  amount: PositiveCents,
  start_date: Type.Optional(Nullable(CalendarDate)),
  reason: Text(500),
});

export function awardRoutes(app: Api, parts: ApiParts): void {
  leadMove(app, parts, 'carrier/award', Award, awardCarrier);
  leadMove(app, parts, 'carrier/special_award', SpecialAward, specialAward);
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

/**
 * Awards a bid as the agent saw it: the winner, the losers, the job agreement, the history, and the mails commit
 * together. A carrier may revise its bid at any time without changing the lead's version.
 *
 * @throws Problem 409 with the bid's current terms, if they differ from those that the agent saw
 */
export async function awardCarrier(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  { bid_id: bidId, amount, start_date }: Static<typeof Award>,
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
        // If no award is possible at all, report that; otherwise the bid is what is missing.
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

/** Awards a carrier at an amount, both chosen by the agent. */
export async function specialAward(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: Static<typeof SpecialAward>,
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
      if (given.start_date) mustBeStart(given.start_date, locked);
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

/** @throws Problem 422 if a job cannot start on this day; the lead's own start date is not checked again */
function mustBeStart(date: string, { lead, today }: LockedLead): void {
  if (date === lead.move_date) return;
  const refuse = (message: string) => problem(422, message, { errors: [{ field: 'start_date', message }] });
  if (date < today) throw refuse('This start date has passed. Choose today or a later day.');
  if (lead.delivery_date_last && date > lead.delivery_date_last)
    throw refuse('This start date is after the last day of the delivery.');
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
  const { payDays } = parts.settings.now();
  const document = renderSpecificJob(
    {
      brokerage: namedBrokerage(parts),
      lead,
      carrier,
      amount: job.amount,
      startDate: job.startDate,
      payDays,
      now,
    },
    await templateNow(tx, 'specific-job'),
  );
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
      pay_days: payDays,
      compliance_at_award: JSON.stringify(job.compliance),
      awarded_at: now.toISOString(),
      job_agreement_id: agreement.id,
      carrier_signed_at: null,
    })
    .where('lead_id', '=', lead.id)
    .execute();
  await pushTo(tx, parts, await accountOfCarrier(tx, carrier.id), 'bids', {
    title: `You won load ${lead.reference}`,
    body: 'Read the job agreement, then sign or decline.',
    path: hrefs.jobAgreement(lead.id),
    tag: `bid-${lead.id}`,
  });
  await parts.mail.send(tx, {
    to: carrier.email,
    kind: 'award',
    ...awardMail({
      carrier: carrier.contact_name,
      load: lead,
      amount: job.amount,
      startDate: job.startDate,
      url: parts.publicUrl() + hrefs.jobAgreement(lead.id),
    }),
  });
}
