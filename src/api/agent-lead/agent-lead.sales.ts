import { Type } from 'typebox';
import type { Static } from 'typebox';
import { moveNow } from '#src/api/estimate/sent-move.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { createLink } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Api } from '#src/api/http/http.ts';
import { notFound } from '#src/api/http/problem.ts';
import { CalendarDate, Cents, Nullable, Strict, Text, Uuid, Version } from '#src/api/http/schemas.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import { executeUnread } from '#src/api/database/prepared.ts';
import type { Tx } from '#src/api/database/write.ts';
import { quoteMail } from './agent-lead.mails.ts';
import { presentLead } from './agent-lead.present.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { moveLead } from './agent-lead.transition.ts';
import type { Known } from './agent-lead.transition.ts';
import { leadMove, version } from './lead-write.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { withdrawContract } from './agent-lead.contract.ts';

/** A link to an estimate outlives the price by a month, so that the client can still read what was offered. */
const ESTIMATE_LINK_DAYS = 30;

const FollowUp = Strict({ version, date: CalendarDate, reason: Text(500) });

/** The price and its version as the writer saw them; refused if they have changed since. */
const Quote = Strict({
  version,
  estimate_id: Type.Optional(Uuid),
  estimate_version: Type.Optional(Version),
  total: Type.Optional(Cents),
  message: Type.Optional(Nullable(Text(5000))),
});

/** Before there is an agreement: the follow-up date and the price. */
export function salesRoutes(app: Api, parts: ApiParts): void {
  leadMove(app, parts, 'follow_up', FollowUp, followUp);
  leadMove(app, parts, 'quote', Type.Optional(Nullable(Quote)), sendQuote);
}

export async function followUp(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  { date, reason }: Static<typeof FollowUp>,
): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'lead.followed-up', by: known.actor.role, date, reason }),
    apply: async ({ lead: before }) => {
      await withdrawContract(tx, parts, before);
      return {
        set: { follow_up_date: date, follow_up_reason: reason },
        payload: { date, reason },
        isAlone: before.state !== 'contract-sent',
      };
    },
  });
  return lead;
}

/** Mails an estimate as the price of the move: the newest, or the one named. */
export async function sendQuote(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: Static<typeof Quote> | null = {},
): Promise<LeadRow> {
  const { estimate_id, estimate_version, total, message } = given ?? {};
  let estimate: Awaited<ReturnType<typeof estimateToSend>>;
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: async (locked) => {
      estimate = await estimateToSend(tx, known.leadId, estimate_id);
      if (estimate) {
        mustBeAsSeen(
          { total, version: estimate_version },
          { total: estimate.total, version: estimate.version },
          'This estimate has changed since you saw it.',
          () => ({ state: locked.lead.state, current: presentLead(locked.lead, locked.facts) }),
        );
      }
      return {
        type: 'quote.sent',
        by: known.actor.role,
        total: estimate?.total ?? 0,
        validUntil: estimate?.valid_until ?? '',
      };
    },
    apply: async ({ lead: before, now }) => {
      const sent = estimate!;
      const expiresAt = new Date(Date.parse(`${sent.valid_until}T23:59:59Z`) + ESTIMATE_LINK_DAYS * DAY);
      const link = await createLink(tx, {
        purpose: 'estimate',
        subjectId: sent.id,
        createdBy: known.actor.id,
        now,
        expiresAt,
      });
      await executeUnread(
        tx,
        tx
          .updateTable('estimate')
          .set({
            sent_at: now.toISOString(),
            sent_move: moveNow,
            // Earlier answers were to the version sent before.
            accepted_at: null,
            declined_at: null,
            version: sent.version + 1,
          })
          .where('id', '=', sent.id),
      );
      if (before.reopened_at !== null)
        await executeUnread(tx, tx.updateTable('contract').set({ reopened_at: null }).where('lead_id', '=', before.id));
      const url = parts.publicUrl() + hrefs.sharedEstimate(link.token);
      const mail = quoteMail({
        brokerage: parts.brokerage,
        lead: before,
        estimateId: sent.id,
        total: sent.total,
        validUntil: sent.valid_until,
        message: message ?? null,
        url,
      });
      await parts.mail.send(tx, { to: before.client_email!, kind: 'quote', leadId: before.id, ...mail });
      return {
        set: { quoted_estimate_id: sent.id, quote_sent_at: now.toISOString() },
        payload: {
          estimate: sent.number,
          total: sent.total,
          validUntil: sent.valid_until,
          ...(message ? { message } : {}),
        },
      };
    },
  });
  return lead;
}

/** The chosen estimate, or the newest. Locked, so that it does not change before it is sent. */
async function estimateToSend(tx: Tx, leadId: string, id: string | undefined) {
  const own = tx.selectFrom('estimate').selectAll().where('lead_id', '=', leadId);
  if (!id) return own.orderBy('number', 'desc').limit(1).forUpdate().executeTakeFirst();
  const estimate = await own.where('id', '=', id).forUpdate().executeTakeFirst();
  if (!estimate) throw notFound('estimate');
  return estimate;
}
