import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import type { Api } from '#src/api/http/http.ts';
import { checkedBody, keepingUploads, readForm, takes } from '#src/api/http/multipart.ts';
import type { Form } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import {
  CalendarDate,
  Cents,
  FlagText,
  Nullable,
  OneOf,
  PositiveCents,
  Strict,
  Text,
  Uuid,
  Version,
  problems,
} from '#src/api/http/schemas.ts';
import { awardCarrier, specialAward } from './agent-lead.award.ts';
import { postLoad, takeOffBoard } from './agent-lead.board.ts';
import { dropCarrier, withdrawAward } from './agent-lead.award-end.ts';
import {
  PAYEES,
  closeContract,
  correctClosing,
  correctPayment,
  recordPayment,
  recordPayout,
  recordRefund,
  sendInvoice,
} from './agent-lead.close.ts';
import { LeadFields, LeadParams, PAPER_FILE, agentOf, leadWrite } from './lead-write.ts';
import { LeadDetail } from './agent-lead.schemas.ts';
import { followUp, sendQuote } from './agent-lead.sales.ts';
import { markContracted, reopenContract, sendContract } from './agent-lead.contract.ts';

const version = Type.Optional(Version);
/** The price and its version as the writer saw them; refused where they are others by now. */
const SeenEstimate = {
  estimate_id: Type.Optional(Uuid),
  estimate_version: Type.Optional(Version),
  total: Type.Optional(Cents),
};
/** Calls without other fields may come without any body at all. */
const OnlyVersion = Type.Optional(Nullable(Strict({ version })));
const VersionText = Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$', maxLength: 9 }));
const answer = { 200: LeadDetail, ...problems };
const ContractedForm = {
  fields: Strict({ signed_at: Type.Optional(CalendarDate), version: VersionText }),
  files: { broker_shipper_agreement: PAPER_FILE },
} satisfies Form;
/** Without the paper; it says no more than that it is still to come. */
const ContractedBody = Strict({ signed_at: Type.Optional(CalendarDate), version });
const CloseForm = {
  fields: Strict({
    owed_to_carrier_payed: Type.Optional(FlagText),
    owed_to_broker_payed: Type.Optional(FlagText),
    paper_id: Type.Optional(
      Type.String({
        ...Uuid,
        description: 'The completion-of-work statement that the carrier has brought, in place of the file.',
      }),
    ),
    version: VersionText,
  }),
  files: { completion_of_work_statement: PAPER_FILE },
} satisfies Form;
const versionOf = (body: { version?: number } | null | undefined): number | null => body?.version ?? null;

/** The agent's moves of the lifecycle, a call each. */
export function agentLeadMoveRoutes(app: Api, parts: ApiParts): void {
  salesRoutes(app, parts);
  boardRoutes(app, parts);
  ledgerRoutes(app, parts);
  closingRoutes(app, parts);
  reasonRoutes(app, parts);
}

function salesRoutes(app: Api, parts: ApiParts): void {
  app.post(
    '/agent-lead/:leadId/follow_up',
    {
      schema: {
        params: LeadParams,
        querystring: LeadFields,
        body: Strict({ version, date: CalendarDate, reason: Text(500) }),
        response: answer,
      },
    },
    async (request, reply) => {
      const { date, reason } = request.body;
      return await leadWrite(parts, request, reply, (tx, actor) =>
        followUp(tx, parts, known(request, actor), { date, reason }),
      );
    },
  );

  app.post(
    '/agent-lead/:leadId/quote',
    {
      schema: {
        params: LeadParams,
        querystring: LeadFields,
        body: Type.Optional(
          Nullable(Strict({ version, ...SeenEstimate, message: Type.Optional(Nullable(Text(5000))) })),
        ),
        response: answer,
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) =>
        sendQuote(tx, parts, known(request, actor), request.body ?? {}),
      ),
  );

  app.post(
    '/agent-lead/contract/:contractId/send',
    {
      schema: {
        params: Strict({ contractId: Uuid }),
        querystring: LeadFields,
        body: Type.Optional(
          Nullable(
            Strict({ version, total: Type.Optional(Cents), follow_up_date: Type.Optional(Nullable(CalendarDate)) }),
          ),
        ),
        response: answer,
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) =>
        sendContract(
          tx,
          parts,
          { version: versionOf(request.body), actor },
          request.params.contractId,
          request.body ?? {},
        ),
      ),
  );

  app.post(
    '/agent-lead/:leadId/contracted/send',
    {
      schema: {
        summary: 'The contract was signed on paper: the paper and its date, both',
        params: LeadParams,
        querystring: LeadFields,
        response: answer,
      },
      config: takes(ContractedForm, ContractedBody),
    },
    async (request, reply) => {
      agentOf(request);
      const upload = request.isMultipart()
        ? await readForm(request, parts, ContractedForm)
        : { fields: checkedBody(ContractedBody, request.body ?? {}), files: [], fingerprint: '' };
      const { signed_at: signedOn = null, version: seen } = upload.fields;
      const agreement = upload.files[0] ?? null;
      return await keepingUploads(parts, upload.files, async () => {
        // Neither is for the lifecycle to refuse; one alone is a slip.
        if (agreement && !signedOn) throw wrong('signed_at', 'Add the date on which the agreement was signed.');
        if (signedOn && !agreement) throw wrong('broker_shipper_agreement', 'Attach the signed agreement.');
        return leadWrite(
          parts,
          request,
          reply,
          (tx, actor) =>
            markContracted(
              tx,
              parts,
              { leadId: request.params.leadId, version: numberOrNull(seen), actor },
              { agreement, signedOn },
            ),
          upload.fingerprint + JSON.stringify(upload.fields),
        );
      });
    },
  );
}

function boardRoutes(app: Api, parts: ApiParts): void {
  app.post(
    '/agent-lead/:leadId/load-board/post',
    { schema: { params: LeadParams, querystring: LeadFields, body: OnlyVersion, response: answer } },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) => postLoad(tx, parts, known(request, actor))),
  );

  app.post(
    '/agent-lead/:leadId/load-board/take-off',
    { schema: { params: LeadParams, querystring: LeadFields, body: OnlyVersion, response: answer } },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) => takeOffBoard(tx, parts, known(request, actor))),
  );

  app.post(
    '/agent-lead/:leadId/carrier/award',
    {
      schema: {
        params: LeadParams,
        querystring: LeadFields,
        body: Strict({ version, bid_id: Uuid, amount: PositiveCents, start_date: CalendarDate }),
        response: answer,
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) =>
        awardCarrier(tx, parts, known(request, actor), request.body),
      ),
  );

  app.post(
    '/agent-lead/:leadId/carrier/special_award',
    {
      schema: {
        params: LeadParams,
        querystring: LeadFields,
        body: Strict({
          version,
          carrier_id: Uuid,
          amount: PositiveCents,
          start_date: Type.Optional(Nullable(CalendarDate)),
          reason: Text(500),
        }),
        response: answer,
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) =>
        specialAward(tx, parts, known(request, actor), request.body),
      ),
  );
}

/** Moves that need no more than a reason. */
const BY_REASON = {
  'carrier/withdraw': withdrawAward,
  'carrier/drop': dropCarrier,
  'contract/reopen': reopenContract,
  'contract/correct': correctClosing,
};

function reasonRoutes(app: Api, parts: ApiParts): void {
  for (const [path, move] of Object.entries(BY_REASON))
    app.post(
      `/agent-lead/:leadId/${path}`,
      {
        schema: {
          params: LeadParams,
          querystring: LeadFields,
          body: Strict({ version, reason: Text(500) }),
          response: answer,
        },
      },
      async (request, reply) =>
        await leadWrite(parts, request, reply, (tx, actor) =>
          move(tx, parts, known(request, actor), request.body.reason),
        ),
    );
}

function closingRoutes(app: Api, parts: ApiParts): void {
  app.post(
    '/agent-lead/:leadId/contract/close',
    { schema: { params: LeadParams, querystring: LeadFields, response: answer }, config: takes(CloseForm) },
    async (request, reply) => {
      agentOf(request);
      const upload = await readForm(request, parts, CloseForm);
      const { owed_to_carrier_payed, owed_to_broker_payed, paper_id, version: seen } = upload.fields;
      return await keepingUploads(parts, upload.files, () =>
        leadWrite(
          parts,
          request,
          reply,
          (tx, actor) =>
            closeContract(
              tx,
              parts,
              { leadId: request.params.leadId, version: numberOrNull(seen), actor },
              {
                owedToCarrierPayed: owed_to_carrier_payed === 'true',
                owedToBrokerPayed: owed_to_broker_payed === 'true',
                statement: upload.files[0] ?? null,
                paperId: paper_id ?? null,
              },
            ),
          upload.fingerprint + JSON.stringify(upload.fields),
        ),
      );
    },
  );

  app.post(
    '/agent-lead/:leadId/invoice/send',
    {
      schema: {
        params: LeadParams,
        querystring: LeadFields,
        body: Type.Optional(
          Nullable(Strict({ version, total: Type.Optional(Cents), due_on: Type.Optional(Nullable(CalendarDate)) })),
        ),
        response: answer,
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) =>
        sendInvoice(tx, parts, known(request, actor), request.body ?? {}),
      ),
  );

  app.post(
    '/agent-lead/:leadId/contract/payout',
    {
      schema: {
        summary: 'What a closed contract still owed the carrier or the broker has been paid',
        params: LeadParams,
        querystring: LeadFields,
        body: Strict({
          version,
          payee: OneOf(PAYEES),
          amount: Type.Optional(PositiveCents),
          paid_on: CalendarDate,
          method: Text(60),
          note: Type.Optional(Nullable(Text(500))),
        }),
        response: answer,
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) =>
        recordPayout(tx, parts, known(request, actor), request.body),
      ),
  );

  app.post(
    '/agent-lead/:leadId/invoice/payment',
    {
      schema: {
        params: LeadParams,
        querystring: LeadFields,
        body: Strict({
          version,
          amount: Cents,
          due: Type.Optional(
            Type.Integer({
              minimum: -1_000_000_000,
              maximum: 1_000_000_000,
              description: 'US cents, as the agent saw what is due; below zero where too much was paid',
            }),
          ),
          paid_on: CalendarDate,
          method: Text(60),
          note: Type.Optional(Nullable(Text(500))),
        }),
        response: answer,
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) =>
        recordPayment(tx, parts, known(request, actor), request.body),
      ),
  );
}

function ledgerRoutes(app: Api, parts: ApiParts): void {
  app.post(
    '/agent-lead/:leadId/payments/refund',
    {
      schema: {
        summary: 'Money went back to the client',
        params: LeadParams,
        querystring: LeadFields,
        body: Strict({ version, amount: PositiveCents, paid_on: CalendarDate, method: Text(60), reason: Text(500) }),
        response: answer,
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) =>
        recordRefund(tx, parts, known(request, actor), request.body),
      ),
  );

  app.post(
    '/agent-lead/:leadId/payments/correct',
    {
      schema: {
        summary: 'A counter-entry takes an entry of the ledger back',
        params: LeadParams,
        querystring: LeadFields,
        body: Strict({ version, payment_id: Uuid, reason: Text(500) }),
        response: answer,
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) =>
        correctPayment(tx, parts, known(request, actor), request.body),
      ),
  );
}

function known<A>(request: FastifyRequest, actor: A) {
  return {
    leadId: (request.params as { leadId: string }).leadId,
    version: versionOf(request.body as { version?: number } | null),
    actor,
  };
}

const wrong = (field: string, message: string) => problem(422, message, { errors: [{ field, message }] });

const numberOrNull = (text: string | number | undefined): number | null => (text === undefined ? null : Number(text));
