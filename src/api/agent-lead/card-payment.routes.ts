import { isOfferOver } from '#src/api/link/link.ts';
import { presentBrokerage } from '#src/api/settings/logo.ts';
import { Type } from 'typebox';
import { NewLink } from '#src/api/agreement/agreement.schemas.ts';
import { write } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { problem } from '#src/api/http/problem.ts';
import { Nullable, OneOf, PositiveCents, Strict, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { beginCardPayment, checkCardPayments, moneyBehind, newPayLink, payableOf } from './card-payment.ts';
import { LeadParams, agentOf } from './lead-write.ts';
import { paymentLinkMail } from './ledger.mails.ts';
import { ClientMoney, presentMoney } from './client-money.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { leadById } from './agent-lead.repository.ts';
import { TokenQuery } from './shared.routes.ts';
import { onlyIf } from '#src/machines/phrases.ts';

const ShortText = Type.String({ maxLength: 2000 });

/** What the client owes and has paid, behind its link, and the payment by card. */
export function cardPaymentRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  const present = (lead: LeadRow, refusal: string | null = null) => presentMoney(kysely, parts, lead, refusal);

  app.get(
    '/agent-lead/payment/shared',
    { schema: { querystring: TokenQuery, response: { 200: ClientMoney, ...problems } } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return present(await moneyBehind(kysely, parts, request.query.token));
    },
  );

  app.post(
    '/agent-lead/payment/shared/pay',
    {
      schema: {
        summary: 'Begins a payment by card; charges nothing',
        querystring: TokenQuery,
        body: Strict({ amount: PositiveCents }),
        response: {
          200: Type.Object({
            client_secret: Nullable(ShortText),
            publishable_key: ShortText,
            provider: OneOf(['off', 'sandbox', 'stripe'] as const),
          }),
          ...problems,
        },
      },
    },
    async (request) => {
      const { token } = request.query;
      const secret = await beginCardPayment(parts, token, request.body.amount);
      const { publishableKey, sandbox } = parts.payments;
      return {
        client_secret: secret,
        publishable_key: publishableKey,
        provider: sandbox ? ('sandbox' as const) : ('stripe' as const),
      };
    },
  );

  app.post(
    '/agent-lead/payment/shared/check',
    {
      schema: {
        summary: 'Asks the provider what came of it, and books that',
        querystring: TokenQuery,
        response: { 200: ClientMoney, ...problems },
      },
    },
    async (request) => {
      const { token } = request.query;
      const refusal = await checkCardPayments(parts, token);
      return present(await moneyBehind(kysely, parts, token), refusal);
    },
  );
}

/** An agent sends the client a link to pay. */
export function paymentLinkRoutes(app: Api, parts: ApiParts): void {
  app.post(
    '/agent-lead/:leadId/payments/link',
    {
      schema: {
        summary: 'Mails the client a link to pay what is due by card',
        params: LeadParams,
        response: { 201: NewLink, ...problems },
      },
    },
    async (request, reply) => {
      const actor = agentOf(request);
      void reply.code(201);
      return write(parts.database, request, reply, actor.id, async (tx) => {
        const lead = await leadById(tx, request.params.leadId);
        const payable = isOfferOver(lead) ? null : payableOf(lead);
        if (!payable)
          throw problem(409, 'Nothing can be paid now: the client has to sign first, or has paid.', {
            state: lead.state,
          });
        if (!lead.client_email) throw problem(409, onlyIf(['the client has an email address']), { state: lead.state });
        const link = await newPayLink(tx, parts, lead.id, actor.id);
        await parts.mail.send(tx, {
          to: lead.client_email,
          kind: 'payment-link',
          leadId: lead.id,
          ...paymentLinkMail({
            brokerage: presentBrokerage(parts),
            lead,
            amount: payable.amount,
            isDeposit: payable.kind === 'deposit',
            url: link.url,
          }),
        });
        return link;
      });
    },
  );
}
