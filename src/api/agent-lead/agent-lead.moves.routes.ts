import { Type } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import { checkedBody, keepingUploads, readForm, takes } from '#src/api/http/multipart.ts';
import type { Form } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import { CalendarDate, Cents, Nullable, PositiveCents, Strict, Text, Uuid, Version } from '#src/api/http/schemas.ts';
import { awardCarrier, specialAward } from './agent-lead.award.ts';
import { postLoad, takeOffBoard } from './agent-lead.board.ts';
import { dropCarrier, withdrawAward } from './agent-lead.award-end.ts';
import { correctClosing } from './agent-lead.close.ts';
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
  versionOf,
} from './lead-write.ts';
import { followUp, sendQuote } from './agent-lead.sales.ts';
import { markContracted, reopenContract, sendContract } from './agent-lead.contract.ts';

/** The price and its version as the writer saw them; refused where they are others by now. */
const SeenEstimate = {
  estimate_id: Type.Optional(Uuid),
  estimate_version: Type.Optional(Version),
  total: Type.Optional(Cents),
};
/** Calls without other fields may come without any body at all. */
const OnlyVersion = Type.Optional(Nullable(Strict({ version })));
/** One of the two alone is the rate. */
const PostBody = Type.Optional(
  Nullable(
    Strict({
      version,
      rate_low: Type.Optional(Nullable(PositiveCents)),
      rate_high: Type.Optional(Nullable(PositiveCents)),
    }),
  ),
);
const ContractedForm = {
  fields: Strict({ signed_at: Type.Optional(CalendarDate), version: VersionText }),
  files: { broker_shipper_agreement: PAPER_FILE },
} satisfies Form;
/** Without the paper; it says no more than that it is still to come. */
const ContractedBody = Strict({ signed_at: Type.Optional(CalendarDate), version });
/** The agent's moves of the lifecycle, a call each; those of money have a file of their own. */
export function agentLeadMoveRoutes(app: Api, parts: ApiParts): void {
  salesRoutes(app, parts);
  boardRoutes(app, parts);
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
        response: answersLead,
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
        response: answersLead,
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
        response: answersLead,
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
        response: answersLead,
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
    { schema: { params: LeadParams, querystring: LeadFields, body: PostBody, response: answersLead } },
    async (request, reply) => {
      const { rate_low, rate_high } = request.body ?? {};
      const [low, high] = [rate_low ?? rate_high ?? null, rate_high ?? rate_low ?? null];
      const rate = low !== null && high !== null ? { low, high } : null;
      return leadWrite(parts, request, reply, (tx, actor) => postLoad(tx, parts, known(request, actor), rate));
    },
  );

  app.post(
    '/agent-lead/:leadId/load-board/take-off',
    { schema: { params: LeadParams, querystring: LeadFields, body: OnlyVersion, response: answersLead } },
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
        response: answersLead,
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
        response: answersLead,
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
          response: answersLead,
        },
      },
      async (request, reply) =>
        await leadWrite(parts, request, reply, (tx, actor) =>
          move(tx, parts, known(request, actor), request.body.reason),
        ),
    );
}

const wrong = (field: string, message: string) => problem(422, message, { errors: [{ field, message }] });
