import type { Static } from 'typebox';
import { mustEndInTime } from '#src/api/estimate/price-day.ts';
import { dayEverywhere } from '#src/machines/calendar/days.ts';
import { takeOffMarket } from '#src/api/marketplace/off-market.ts';
import { newId } from '#src/api/database/ids.ts';
import { executeUnread } from '#src/api/database/prepared.ts';
import type { Tx } from '#src/api/database/write.ts';
import { problem } from '#src/api/http/problem.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { createLink, revokeLinks } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { moverOf, quoteAnsweredMail, stateQuoteMail } from './state-lead.mails.ts';
import type { QuoteAnswer, QuoteInput } from './state-lead.schemas.ts';
import { moveStateLead } from './state-lead.work.ts';
import type { Actor, Worked } from './state-lead.work.ts';

const DAY = 86_400_000;
/** The link stays valid for a month after the price expires, so that the client can still read the offer. */
const LINK_DAYS = 30;
export const MAXIMUM_NOTES = 500;

export interface Known {
  businessId: string;
  leadId: string;
  /** The version that the actor saw; null if the actor's screen shows none. */
  version: number | null;
  actor: Actor & { id: string };
}

export const shelve = (tx: Tx, parts: ApiParts, known: Known, isArchived: boolean): Promise<Worked> =>
  moveStateLead(tx, parts, {
    ...known,
    event: () => ({ type: isArchived ? 'lead.archived' : 'lead.restored', by: known.actor.role }),
  });

export const markContacted = (tx: Tx, parts: ApiParts, known: Known): Promise<Worked> =>
  moveStateLead(tx, parts, {
    ...known,
    event: () => ({ type: 'contact.made', by: known.actor.role }),
    apply: async () => ({ set: { contacted_at: parts.now().toISOString() } }),
  });

/** @throws Problem 409 if the maximum number of notes is reached; as `moveStateLead` */
export const writeNote = (tx: Tx, parts: ApiParts, known: Known, text: string): Promise<Worked> =>
  moveStateLead(tx, parts, {
    ...known,
    event: () => ({ type: 'note.written', by: known.actor.role }),
    apply: async () => {
      const { businessId, leadId, actor } = known;
      await mustHaveRoom(tx, businessId, leadId);
      await executeUnread(
        tx,
        tx.insertInto('state_lead_note').values({
          id: newId(),
          business_id: businessId,
          lead_id: leadId,
          author_id: actor.id,
          text: text.trim(),
          created_at: parts.now().toISOString(),
        }),
      );
    },
  });

async function mustHaveRoom(tx: Tx, businessId: string, leadId: string): Promise<void> {
  const { count } = await tx
    .selectFrom('state_lead_note')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('business_id', '=', businessId)
    .where('lead_id', '=', leadId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAXIMUM_NOTES)
    throw problem(409, `This lead already has ${MAXIMUM_NOTES} notes, the most it can have.`);
}

/** Mails the client a price. `mayMail` says whether that address may be mailed again. */
export const sendStateQuote = (
  tx: Tx,
  parts: ApiParts,
  { mayMail, ...known }: Known & { mayMail: (email: string) => Promise<void> },
  { amount, message = null, valid_until }: Omit<Static<typeof QuoteInput>, 'version'>,
): Promise<Worked> =>
  moveStateLead(tx, parts, {
    ...known,
    event: () => ({ type: 'quote.sent', by: known.actor.role, amount, validUntil: valid_until }),
    apply: async ({ lead, work, business }) => {
      mustEndInTime(valid_until, dayEverywhere(parts.now()));
      await mayMail(lead.client_email!);
      await replaceQuote(tx, parts, work.quote_id);
      const id = newId();
      const now = parts.now();
      await executeUnread(
        tx,
        tx.insertInto('state_quote').values({
          id,
          business_id: business.id,
          lead_id: lead.id,
          amount,
          message: message?.trim() ?? null,
          valid_until,
          sent_by: known.actor.id,
          sent_at: now.toISOString(),
        }),
      );
      const expiresAt = new Date(Date.parse(`${valid_until}T23:59:59Z`) + LINK_DAYS * DAY);
      const { token } = await createLink(tx, {
        purpose: 'state-quote',
        subjectId: id,
        createdBy: known.actor.id,
        now,
        expiresAt,
      });
      const mail = stateQuoteMail({
        business,
        lead,
        amount,
        message,
        validUntil: valid_until,
        url: parts.publicUrl() + hrefs.stateQuote(token),
      });
      const { email: replyTo } = await tx
        .selectFrom('account')
        .select('email')
        .where('id', '=', known.actor.id)
        .executeTakeFirstOrThrow();
      await parts.mail.send(tx, {
        to: lead.client_email!,
        kind: 'state-quote',
        writer: { name: business.name, replyTo },
        mover: moverOf(business),
        ...mail,
      });
      return {
        set: { quote_id: id, contacted_at: work.contacted_at ?? now.toISOString() },
        payload: { amount, validUntil: valid_until },
      };
    },
  });

/** For a household whose link opens a quote that a newer one replaced. */
export const QUOTE_REPLACED = 'The mover sent a newer quote. Check your latest email.';

/** An unanswered quote is replaced by the next one; its link stops working. */
async function replaceQuote(tx: Tx, parts: ApiParts, quoteId: string | null): Promise<void> {
  if (!quoteId) return;
  await tx
    .updateTable('state_quote')
    .set({ answer: 'replaced' })
    .where('id', '=', quoteId)
    .where('answer', 'is', null)
    .execute();
  await revokeLinks(tx, 'state-quote', [quoteId], parts.now());
}

/** The client accepts or declines. @throws Problem 410 if a newer quote has replaced it; as `moveStateLead` */
export async function answerStateQuote(
  tx: Tx,
  parts: ApiParts,
  quoteId: string,
  { answer, reason = null, amount }: Static<typeof QuoteAnswer>,
): Promise<void> {
  const quote = await tx.selectFrom('state_quote').selectAll().where('id', '=', quoteId).executeTakeFirstOrThrow();
  const { client_name } = await tx
    .selectFrom('state_lead')
    .select('client_name')
    .where('id', '=', quote.lead_id)
    .executeTakeFirstOrThrow();
  await moveStateLead(tx, parts, {
    businessId: quote.business_id,
    leadId: quote.lead_id,
    version: null,
    actor: { id: null, name: client_name, role: 'client' },
    event: () => ({ type: answer === 'accepted' ? 'quote.accepted' : 'quote.declined', by: 'client' }),
    apply: async ({ lead, work }) => {
      // The answer must be to the open quote.
      if (work.quote_id !== quote.id) throw problem(410, QUOTE_REPLACED);
      mustBeAsSeen({ amount }, quote, 'The price of this quote has changed since you saw it.');
      await tx
        .updateTable('state_quote')
        .set({ answer, answer_reason: reason?.trim() ?? null, answered_at: parts.now().toISOString() })
        .where('id', '=', quote.id)
        .execute();
      const sender = await tx
        .selectFrom('account')
        .select(['name', 'email'])
        .where('id', '=', quote.sent_by)
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
      const mail =
        sender &&
        quoteAnsweredMail({
          name: sender.name,
          lead,
          amount: quote.amount,
          answer,
          reason,
          url: parts.publicUrl() + hrefs.stateLeads(lead.id),
        });
      if (mail) await parts.mail.send(tx, { to: sender.email, kind: 'quote-answered', ...mail });
      if (answer === 'accepted') await takeOffMarket(tx, parts, lead.id, 'hired', { business: quote.business_id });
      return { payload: { amount: quote.amount, ...(reason ? { reason } : {}) } };
    },
  });
}
