import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { wellFilled } from '#src/machines/agent-lead/agent-lead.moves.ts';
import type { AgentLeadEvent, AgentLeadPlace } from '#src/machines/agent-lead/agent-lead.types.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { askInChat } from '#src/api/chat/chat.open.ts';
import { estimateById } from '#src/api/estimate/estimate.repository.ts';
import { isEstimateOutdated } from '#src/api/estimate/sent-move.ts';
import { createLink, OFFER_OVER, openLink } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { problem } from '#src/api/http/problem.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import type { Kysely } from 'kysely';
import { drawUpContract, isContractReady } from './contract.mail.ts';
import { factsOfLeads } from './agent-lead.query.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { leadById } from './agent-lead.repository.ts';
import { changeLead } from './agent-lead.transition.ts';
import type { Effects, LockedLead } from './agent-lead.transition.ts';

type EstimateRow = RowOf<'estimate'>;

/** Days until the agent's follow-up on a contract that is not signed yet. */
const SIGNED_WITHIN_DAYS = 3;
/** A client who accepts on this page continues with a link valid for one day; the lasting link is in the mail. */
const GO_ON_DAYS = 1;

export const CLIENT_ANSWERS = ['quote.accepted', 'quote.declined', 'quote.asked'] as const;

/** @throws Problem 404, 410 as `openLink`; 410 if the lead is archived */
export async function quoteBehind(db: Kysely<Tables>, parts: ApiParts, token: string) {
  const link = await openLink(db, token, 'estimate', parts.now());
  const estimate = await estimateById(db, link.subject_id);
  const lead = await leadById(db, estimate.lead_id);
  if (lead.is_archived) throw problem(410, OFFER_OVER);
  return { link, estimate, lead };
}

/** Whether this estimate is the one on offer: it was sent last, and the agreement about it was not reopened since. */
const isOnOffer = (lead: LeadRow, estimate: EstimateRow): boolean =>
  lead.quoted_estimate_id === estimate.id && lead.reopened_at === null;

/** The lifecycle's verdict on each possible answer of the client, with valid data. */
export async function answersTo(db: Kysely<Tables>, lead: LeadRow, estimate: EstimateRow, today: string) {
  const [facts] = await factsOfLeads(db, [lead], today);
  const place = { state: lead.state, stage: lead.stage, isArchived: lead.is_archived };
  const isCurrent = isOnOffer(lead, estimate);
  return CLIENT_ANSWERS.map((type) => {
    const verdict = agentLeadLifecycle.judge(place, facts!, { ...wellFilled[type](facts!), isCurrent });
    return { event: type, may: verdict.may, unmet: verdict.may ? [] : verdict.unmet };
  });
}

type Answer = Extract<AgentLeadEvent, { type: `quote.${'opened' | 'asked' | 'accepted' | 'declined'}` }>;

/** Applies one answer of the client under the lead's lock; the link may have been revoked in the meantime. */
async function answer(
  tx: Tx,
  parts: ApiParts,
  token: string,
  event: (locked: LockedLead, estimate: EstimateRow, isCurrent: boolean) => Answer | Promise<Answer>,
  apply: (locked: LockedLead, estimate: EstimateRow, next: AgentLeadPlace) => Promise<Effects>,
): Promise<void> {
  const { estimate, lead } = await quoteBehind(tx, parts, token);
  await changeLead(tx, parts, {
    leadId: lead.id,
    version: null,
    actor: { id: null, name: lead.client_name, role: 'client' },
    event: async (locked) => {
      await openLink(tx, token, 'estimate', locked.now);
      return event(locked, estimate, isOnOffer(locked.lead, estimate));
    },
    apply: (locked, next) => apply(locked, estimate, next),
  });
}

const mark = (tx: Tx, { id }: EstimateRow, set: Partial<Record<'opened_at' | 'asked_at' | 'declined_at', string>>) =>
  tx.updateTable('estimate').set(set).where('id', '=', id).execute();

/** The client has opened the estimate. Only the first time is recorded. */
export async function openQuote(tx: Tx, parts: ApiParts, token: string): Promise<void> {
  const { estimate } = await quoteBehind(tx, parts, token);
  if (estimate.opened_at) return;
  await answer(
    tx,
    parts,
    token,
    (_, __, isCurrent) => ({ type: 'quote.opened', by: 'client', isCurrent }),
    async ({ now }, { number }) => {
      await mark(tx, estimate, { opened_at: now.toISOString() });
      return { payload: { estimate: number } };
    },
  );
}

/** The question is part of the conversation about the move, where it is answered, like those asked on its page. */
export async function askAboutQuote(tx: Tx, parts: ApiParts, token: string, question: string): Promise<void> {
  const { lead } = await quoteBehind(tx, parts, token);
  await answer(
    tx,
    parts,
    token,
    (_, __, isCurrent) => ({ type: 'quote.asked', by: 'client', isCurrent }),
    async ({ now }, estimate) => {
      await mark(tx, estimate, { asked_at: now.toISOString() });
      return { payload: { estimate: estimate.number, question } };
    },
  );
  await askInChat(tx, parts, lead, question.trim());
}

export async function declineQuote(tx: Tx, parts: ApiParts, token: string, reason: string): Promise<void> {
  await answer(
    tx,
    parts,
    token,
    (_, __, isCurrent) => ({ type: 'quote.declined', by: 'client', isCurrent, reason }),
    async ({ now, today }, estimate) => {
      await mark(tx, estimate, { declined_at: now.toISOString() });
      return {
        set: { follow_up_date: today, follow_up_reason: `Declined the quote: ${reason}`.slice(0, 500) },
        payload: { estimate: estimate.number, total: estimate.total, reason },
      };
    },
  );
}

/**
 * The client accepts the price that it saw. If nothing is missing, the agreement is sent in the same transaction;
 * otherwise the lead waits for its agent among the accepted ones.
 *
 * @throws Problem 409 if the estimate has changed, was replaced, or has expired; as `moveLead`
 */
export async function acceptQuote(
  tx: Tx,
  parts: ApiParts,
  token: string,
  seen: { number: number; total: number },
): Promise<void> {
  await answer(
    tx,
    parts,
    token,
    async ({ lead, now }, { id, number, total }, isCurrent) => {
      // The page shows the move that was priced, not the one that the agreement would be about.
      if (isCurrent && (await isEstimateOutdated(tx, id)))
        throw problem(409, 'Your move has changed since this estimate. We’ll send you a new one.', {
          state: lead.state,
        });
      if (isCurrent)
        mustBeAsSeen(seen, { number, total }, 'The estimate has changed since you saw it.', () => ({
          state: lead.state,
        }));
      return {
        type: 'quote.accepted',
        by: 'client',
        isCurrent,
        total: seen.total,
        isPaperReady: isCurrent && (await isContractReady(tx, parts, lead, now)),
      };
    },
    async ({ lead, now, today }, { id, number, total }, next) => {
      await tx
        .updateTable('estimate')
        .set({ accepted_at: now.toISOString(), declined_at: null })
        .where('id', '=', id)
        .execute();
      const isReady = next.state === 'contract-sent';
      const agreementId = isReady
        ? await drawUpContract(tx, parts, lead, {
            now,
            createdBy: null,
            followUpDate: addDays(today, SIGNED_WITHIN_DAYS),
          })
        : null;
      return { payload: { estimate: number, total, ...(agreementId ? { agreementId } : {}) } };
    },
  );
}

/** Whether this page continues to the agreement: it was accepted here, and waits for the signature. */
export const leadsToSigning = (lead: LeadRow, estimate: EstimateRow): boolean =>
  lead.state === 'contract-sent' &&
  lead.quoted_estimate_id === estimate.id &&
  estimate.accepted_at !== null &&
  (lead.agreement_state === 'sent' || lead.agreement_state === 'opened');

/** A link to the agreement for a client who has accepted. @throws Problem 409 if there is nothing to sign */
export async function signingLink(tx: Tx, parts: ApiParts, token: string): Promise<string> {
  const { lead, estimate } = await quoteBehind(tx, parts, token);
  if (!leadsToSigning(lead, estimate)) throw problem(409, 'There is no agreement to sign now.', { state: lead.state });
  const now = parts.now();
  const { token: signing } = await createLink(tx, {
    purpose: 'agreement',
    subjectId: lead.agreement_id!,
    createdBy: null,
    now,
    expiresAt: new Date(now.getTime() + GO_ON_DAYS * DAY),
  });
  return signing;
}
