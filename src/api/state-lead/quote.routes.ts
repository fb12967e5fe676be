import type { Api } from '#src/api/http/http.ts';
import { openLink } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import { createRequestLimits } from '#src/api/session/request-limits.ts';
import { write } from '#src/api/database/write.ts';
import { answerStateQuote, QUOTE_REPLACED, sendStateQuote } from './state-lead.moves.ts';
import { placesOf, presentStateLead } from './state-lead.present.ts';
import { moverOf } from './state-lead.routes.ts';
import { QuoteAnswer, QuoteInput, SharedQuote, StateLeadDetail, TokenQuery } from './state-lead.schemas.ts';
import { actionsOf, businessById, businessOf, factsOf } from './state-lead.work.ts';

/** A mover's quote to the client. */
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
      const { version = null, ...given } = request.body;
      return await write(parts.database, request, reply, actor.id, async (tx) => {
        const business = await businessOf(tx, actor.id, parts);
        const { leadId } = request.params;
        const mayMail = (email: string) => limits.quote(tx, { accountId: actor.id, businessId: business.id, email });
        await sendStateQuote(tx, parts, { businessId: business.id, leadId, version, actor, mayMail }, given);
        return presentStateLead(tx, parts, business, leadId, actor.role);
      });
    },
  );
}

/** The quote that the link in the mail opens, and the client's answer. */
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
      const { subject_id } = await openQuote(request.query.token);
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
      const link = await openQuote(request.query.token);
      return await write(parts.database, request, reply, link.id, async (tx) => {
        await answerStateQuote(tx, parts, link.subject_id, request.body);
        return sharedQuote(tx, link.subject_id);
      });
    },
  );

  const openQuote = (token: string) =>
    openLink(kysely, token, 'state-quote', parts.now(), async (quoteId) => {
      const newer = await kysely
        .selectFrom('state_quote')
        .innerJoin('state_lead_work as work', (join) =>
          join
            .onRef('work.business_id', '=', 'state_quote.business_id')
            .onRef('work.lead_id', '=', 'state_quote.lead_id')
            .onRef('work.quote_id', '!=', 'state_quote.id'),
        )
        .select('state_quote.id')
        .where('state_quote.id', '=', quoteId)
        .executeTakeFirst();
      return newer ? QUOTE_REPLACED : null;
    });

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
      is_flexible: lead.is_flexible,
      size: lead.size,
      amount,
      message,
      valid_until,
      sent_at,
      answer: quote.answer === 'accepted' || quote.answer === 'declined' ? quote.answer : null,
      answered_at,
      actions: actionsOf({ work, facts: facts! }, 'client'),
    };
  }
}
