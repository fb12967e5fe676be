import type { Static } from 'typebox';
import { takeOffMarket } from '#src/api/marketplace/off-market.ts';
import type { Api } from '#src/api/http/http.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { newId } from '#src/api/database/ids.ts';
import { createLink, openLink, revokeLinks } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import { Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import { createRequestLimits } from '#src/api/session/request-limits.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { quoteAnsweredMail, stateQuoteMail } from './state-lead.mails.ts';
import { placesOf, presentStateLead } from './state-lead.present.ts';
import { moverOf } from './state-lead.routes.ts';
import { QuoteAnswer, QuoteInput, SharedQuote, StateLeadDetail, TokenQuery } from './state-lead.schemas.ts';
import { actionsOf, businessById, businessOf, factsOf, moveStateLead } from './state-lead.work.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** The link outlives the price by a month, so that the client can still read what was offered. */
const LINK_DAYS = 30;

/** A mover's price to the client. */
export function stateQuoteRoutes(app: Api, parts: ApiParts): void {
  const limits = createRequestLimits(parts.database, parts.ceilingFactor);

  app.post(
    '/quote/:leadId/',
    {
      schema: {
        summary: 'Mails the client a price',
        params: Strict({ leadId: Uuid }),
        body: QuoteInput,
        response: { 200: StateLeadDetail, ...problems },
      },
    },
    async (request, reply) => {
      const actor = moverOf(request);
      const { version = null, amount, message = null, valid_until } = request.body;
      return await write(parts.database, request, reply, actor.id, async (tx) => {
        const business = await businessOf(tx, actor.id, parts);
        const leadId = request.params.leadId;
        await moveStateLead(tx, parts, {
          businessId: business.id,
          leadId,
          version,
          actor,
          event: () => ({ type: 'quote.sent', by: actor.role, amount, validUntil: valid_until }),
          apply: async ({ lead, work }) => {
            await limits.quote(tx, { accountId: actor.id, businessId: business.id, email: lead.client_email! });
            await replaceQuote(tx, parts, work.quote_id);
            const id = newId();
            const now = parts.now();
            await tx
              .insertInto('state_quote')
              .values({
                id,
                business_id: business.id,
                lead_id: leadId,
                amount,
                message: message?.trim() ?? null,
                valid_until,
                sent_by: actor.id,
                sent_at: now.toISOString(),
              })
              .execute();
            const expiresAt = new Date(Date.parse(`${valid_until}T23:59:59Z`) + LINK_DAYS * DAY);
            const { token } = await createLink(tx, {
              purpose: 'state-quote',
              subjectId: id,
              createdBy: actor.id,
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
            await parts.mail.send(tx, { to: lead.client_email!, kind: 'state-quote', ...mail });
            return {
              set: { quote_id: id, contacted_at: work.contacted_at ?? now.toISOString() },
              payload: { amount, validUntil: valid_until },
            };
          },
        });
        return presentStateLead(tx, parts, business, leadId, actor.role);
      });
    },
  );
}

/** The quote behind the link of the mail, and the client's answer. */
export function openedQuoteRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  app.get(
    '/state-lead/quote',
    {
      schema: {
        summary: 'A quote as its client reads it',
        querystring: TokenQuery,
        response: { 200: SharedQuote, ...problems },
      },
    },
    async (request) => {
      const { subject_id } = await openLink(kysely, request.query.token, 'state-quote', parts.now());
      return await sharedQuote(kysely, subject_id);
    },
  );

  app.post(
    '/state-lead/quote',
    {
      schema: {
        summary: 'The client accepts or declines',
        querystring: TokenQuery,
        body: QuoteAnswer,
        response: { 200: SharedQuote, ...problems },
      },
    },
    async (request, reply) => {
      const link = await openLink(kysely, request.query.token, 'state-quote', parts.now());
      return await write(parts.database, request, reply, link.id, async (tx) => {
        await answerQuote(tx, link.subject_id, request.body);
        return sharedQuote(tx, link.subject_id);
      });
    },
  );

  async function answerQuote(
    tx: Tx,
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
        // The one that was answered must be the one that is open.
        if (work.quote_id !== quote.id)
          throw problem(410, 'This quote was replaced by a newer one. Look for it in your mail.');
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

  async function sharedQuote(db: typeof kysely, quoteId: string) {
    const quote = await db.selectFrom('state_quote').selectAll().where('id', '=', quoteId).executeTakeFirstOrThrow();
    const lead = await db
      .selectFrom('state_lead')
      .selectAll()
      .where('id', '=', quote.lead_id)
      .executeTakeFirstOrThrow();
    const work = await db
      .selectFrom('state_lead_work')
      .selectAll()
      .where('business_id', '=', quote.business_id)
      .where('lead_id', '=', quote.lead_id)
      .executeTakeFirstOrThrow();
    const business = await businessById(db, quote.business_id, parts);
    const [facts] = await factsOf(db, parts, business, [{ lead, work }]);
    const { amount, message, valid_until, sent_at, answered_at } = quote;
    return {
      reference: lead.reference,
      company: { name: business.name, phone: business.phone },
      client_name: lead.client_name,
      ...placesOf(lead),
      move_date: lead.move_date,
      size: lead.size,
      amount,
      message,
      valid_until,
      sent_at,
      answer: quote.answer === 'replaced' ? null : quote.answer,
      answered_at,
      actions: actionsOf({ work, facts: facts! }, 'client'),
    };
  }
}

/** A quote that waits for its answer gives way to the next one; its link dies. */
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
