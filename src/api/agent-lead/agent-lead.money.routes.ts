import { Type } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import { keepingUploads, readForm, takes } from '#src/api/http/multipart.ts';
import type { Form } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
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
} from '#src/api/http/schemas.ts';
import {
  PAYEES,
  closeContract,
  correctPayment,
  recordPayment,
  recordPayout,
  recordRefund,
  sendInvoice,
} from './agent-lead.close.ts';
import {
  LeadFields,
  LeadParams,
  PAPER_FILE,
  VersionText,
  agentOf,
  answersLead,
  known,
  leadWrite,
  numberOrNull,
  version,
} from './lead-write.ts';

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

/** Closing a job, its invoice, and what is paid in and out: a call each. */
export function agentLeadMoneyRoutes(app: Api, parts: ApiParts): void {
  closingRoutes(app, parts);
  ledgerRoutes(app, parts);
}

function closingRoutes(app: Api, parts: ApiParts): void {
  app.post(
    '/agent-lead/:leadId/contract/close',
    { schema: { params: LeadParams, querystring: LeadFields, response: answersLead }, config: takes(CloseForm) },
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
        response: answersLead,
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
        response: answersLead,
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
        response: answersLead,
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
        response: answersLead,
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
        response: answersLead,
      },
    },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) =>
        correctPayment(tx, parts, known(request, actor), request.body),
      ),
  );
}
