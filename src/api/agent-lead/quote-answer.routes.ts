import { presentBrokerage } from '#src/api/settings/logo.ts';
import { Type } from 'typebox';
import { JobProgress, progressOf } from '#src/api/carrier-job/carrier-job.progress.ts';
import { BrokerageBody } from '#src/api/agreement/agreement.schemas.ts';
import { presentOne } from '#src/api/estimate/estimate.repository.ts';
import { Estimate } from '#src/api/estimate/estimate.schemas.ts';
import type { SentMove } from '#src/api/estimate/sent-move.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { sha256 } from '#src/api/database/ids.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Api } from '#src/api/http/http.ts';
import {
  CalendarDate,
  Cents,
  Count,
  Instant,
  Named,
  Nullable,
  OneOf,
  Strict,
  Text,
  Token,
  problems,
} from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Kysely } from 'kysely';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toldEnd } from './guessed-zip.ts';
import { InventoryItem, Place } from './agent-lead.schemas.ts';
import type { StopInput } from './agent-lead.schemas.ts';
import {
  acceptQuote,
  answersTo,
  askAboutQuote,
  CLIENT_ANSWERS,
  declineQuote,
  leadsToSigning,
  openQuote,
  quoteBehind,
  signingLink,
} from './quote-answer.ts';
import { restOfDeposit } from './ledger.balance.ts';
import { TokenQuery } from './shared.routes.ts';

const ShortText = Type.String({ maxLength: 2000 });

const SharedEstimate = Named('SharedEstimate', {
  brokerage: BrokerageBody,
  reference: ShortText,
  client_name: ShortText,
  origin: Nullable(Place),
  destination: Nullable(Place),
  move_date: Nullable(CalendarDate),
  move_date_last: Nullable(CalendarDate),
  delivery_date: Nullable(CalendarDate),
  delivery_date_last: Nullable(CalendarDate),
  move_size: Nullable(ShortText),
  volume_cuft: Nullable(Type.Number()),
  weight_lb: Nullable(Count),
  inventory: Type.Array(InventoryItem, { maxItems: 500 }),
  estimate: Estimate,
  paid: Type.Integer({ description: 'US cents; what the client has paid so far, less what went back' }),
  deposit_open: { ...Cents, description: 'US cents; the rest of the deposit' },
  is_superseded: Type.Boolean(),
  is_expired: Type.Boolean(),
  is_agreement_changing: Type.Boolean({
    description: 'It was reopened: the client gets a new price or a new agreement.',
  }),
  actions: Type.Array(
    Type.Object({
      event: OneOf(CLIENT_ANSWERS),
      may: Type.Boolean(),
      unmet: Type.Array(ShortText, { maxItems: 10 }),
    }),
    { maxItems: 10, description: 'What the client may answer now, and what is missing for the rest.' },
  ),
  can_sign: Type.Boolean({ description: 'Accepted here, and the agreement waits for the signature.' }),
  is_signed: Type.Boolean(),
  progress: JobProgress,
  expires_at: Instant,
});

/** A client's estimate, and the client's answers to it. */
export function quoteAnswerRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const answer = { 200: SharedEstimate, ...problems };

  async function present(db: Kysely<Tables>, token: string) {
    const now = parts.now();
    const today = dateIn(parts.brokerage.zone, now);
    const { link, estimate, lead } = await quoteBehind(db, parts, token);
    const paid = lead.received - lead.refunded;
    const stops = lead.stops as StopInput[];
    const move = (estimate.sent_move as SentMove | null) ?? lead;
    return {
      brokerage: presentBrokerage(parts),
      reference: lead.reference,
      client_name: lead.client_name,
      origin: toldEnd(move, 'origin', stops),
      destination: toldEnd(move, 'destination', stops),
      move_date: lead.move_date,
      move_date_last: lead.move_date_last,
      delivery_date: stops.findLast(({ role }) => role === 'drop-off')?.earliest ?? null,
      delivery_date_last: lead.delivery_date_last,
      move_size: move.move_size,
      volume_cuft: move.volume_cuft,
      weight_lb: move.weight_lb,
      inventory: move.inventory,
      estimate: await presentOne(db, estimate, lead.quoted_estimate_id),
      paid,
      deposit_open: restOfDeposit(estimate.deposit, paid),
      is_superseded: lead.quote_number !== null && lead.quote_number > estimate.number,
      is_expired: estimate.valid_until < today,
      is_agreement_changing: lead.reopened_at !== null,
      actions: await answersTo(db, lead, estimate, today),
      can_sign: leadsToSigning(lead, estimate),
      is_signed: lead.signed_at !== null,
      progress: await progressOf(db, lead),
      expires_at: link.expires_at,
    };
  }

  /** Processes one answer, once, and returns the resulting estimate. */
  const answering = async (
    request: FastifyRequest,
    reply: FastifyReply,
    token: string,
    change: (tx: Tx) => Promise<void>,
  ) =>
    await write(parts.database, request, reply, `link:${sha256(token)}`, async (tx) => {
      await change(tx);
      return present(tx, token);
    });

  app.get(
    '/agent-lead/estimates/shared',
    { schema: { querystring: TokenQuery, response: answer } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return present(kysely, request.query.token);
    },
  );

  app.post(
    '/agent-lead/estimates/shared/open',
    { schema: { summary: 'The client has the estimate before it', querystring: TokenQuery, response: answer } },
    async (request, reply) => {
      const { token } = request.query;
      return answering(request, reply, token, (tx) => openQuote(tx, parts, token));
    },
  );

  app.post(
    '/agent-lead/estimates/shared/accept',
    {
      schema: {
        summary: 'The client accepts the version and the price that it saw',
        querystring: TokenQuery,
        body: Strict({ number: Count, total: Cents }),
        response: answer,
      },
    },
    async (request, reply) => {
      const { token } = request.query;
      return answering(request, reply, token, (tx) => acceptQuote(tx, parts, token, request.body));
    },
  );

  app.post(
    '/agent-lead/estimates/shared/decline',
    {
      schema: {
        summary: 'The client declines the price',
        querystring: TokenQuery,
        body: Strict({ reason: Text(500) }),
        response: answer,
      },
    },
    async (request, reply) => {
      const { token } = request.query;
      return answering(request, reply, token, (tx) => declineQuote(tx, parts, token, request.body.reason));
    },
  );

  app.post(
    '/agent-lead/estimates/shared/ask',
    {
      schema: {
        summary: 'The client asks about the price',
        querystring: TokenQuery,
        body: Strict({ question: Text(2000) }),
        response: answer,
      },
    },
    async (request, reply) => {
      const { token } = request.query;
      return answering(request, reply, token, (tx) => askAboutQuote(tx, parts, token, request.body.question));
    },
  );

  app.post(
    '/agent-lead/estimates/shared/sign',
    {
      schema: {
        summary: 'From the accepted estimate on to the agreement',
        querystring: TokenQuery,
        response: { 200: Type.Object({ token: Token }), ...problems },
      },
    },
    async (request, reply) => {
      const { token } = request.query;
      return await write(parts.database, request, reply, `link:${sha256(token)}`, async (tx) => ({
        token: await signingLink(tx, parts, token),
      }));
    },
  );
}
