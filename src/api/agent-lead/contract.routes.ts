import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import { SigningDocument } from '#src/api/agreement/agreement.schemas.ts';
import { agreementById, openAgreement } from '#src/api/agreement/agreement.repository.ts';
import type { AgreementRow } from '#src/api/agreement/agreement.repository.ts';
import type { Tables } from '#src/api/database/tables.ts';
import { presentSigning } from '#src/api/agreement/agreement.present.ts';
import { sealedFileId } from '#src/api/agreement/sealed-copy.ts';
import { readSignature, signatureConfig } from '#src/api/agreement/signature.ts';
import { createClientAddress } from '#src/api/http/client-address.ts';
import type { Api } from '#src/api/http/http.ts';
import { openLink } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Strict, Text, Token, problems } from '#src/api/http/schemas.ts';
import { sendFile } from '#src/api/file/send-file.ts';
import { write } from '#src/api/database/write.ts';
import { declineContract, signContract } from './agent-lead.contract.ts';
import { mailContractAgain } from './contract.mail.ts';
import { leadById } from './agent-lead.repository.ts';
import { balanceOf } from './ledger.balance.ts';
import { sha256 } from '#src/api/database/ids.ts';
import { TokenQuery } from './shared.routes.ts';

export function contractRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const clientAddress = createClientAddress(parts.sessionSecret);
  const answer = { 200: SigningDocument, ...problems };
  const linkScope = (token: string) => `link:${sha256(token)}`;
  /** The agreement as its client sees it, with the rest of the deposit. */
  async function present(db: Kysely<Tables>, row: AgreementRow, url: string | null = null) {
    const shown = await presentSigning(db, parts, row, url);
    const money = row.lead_id && balanceOf(await leadById(db, row.lead_id));
    if (!money) return shown;
    return { ...shown, deposit: (row.state === 'signed' ? money.depositDue : money.depositOpen) || null };
  }

  app.get(
    '/agent-lead/contract/sign',
    { schema: { querystring: TokenQuery, response: answer } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      const link = await openLink(kysely, request.query.token, 'agreement', parts.now());
      const url = `/files/agent-lead/contract/signed?token=${request.query.token}`;
      return present(kysely, await agreementById(kysely, link.subject_id), url);
    },
  );

  app.post(
    '/agent-lead/contract/open',
    {
      schema: { summary: 'The signer confirms having opened the agreement', querystring: TokenQuery, response: answer },
    },
    async (request, reply) =>
      await write(parts.database, request, reply, linkScope(request.query.token), async (tx) => {
        const link = await openLink(tx, request.query.token, 'agreement', parts.now());
        return present(tx, await openAgreement(tx, link.subject_id, 'client', parts.now()));
      }),
  );

  app.post(
    '/agent-lead/contract/sign',
    { schema: { querystring: TokenQuery, response: answer }, config: signatureConfig },
    async (request, reply) => {
      // Without a valid link the form is not read.
      await openLink(kysely, request.query.token, 'agreement', parts.now());
      const { fingerprint, zone, ...given } = await readSignature(request as FastifyRequest, parts);
      return await write(
        parts.database,
        request,
        reply,
        linkScope(request.query.token),
        async (tx) => {
          const id = await signContract(tx, parts, request.query.token, {
            ...given,
            signer: { by: 'client', zone, ip: clientAddress(request), userAgent: request.headers['user-agent'] ?? '' },
          });
          return present(tx, await agreementById(tx, id));
        },
        fingerprint,
      );
    },
  );

  app.post(
    '/agent-lead/contract/decline',
    {
      schema: {
        summary: 'The client declines',
        querystring: TokenQuery,
        body: Strict({ reason: Text(500) }),
        response: answer,
      },
    },
    async (request, reply) =>
      await write(parts.database, request, reply, linkScope(request.query.token), async (tx) => {
        const id = await declineContract(tx, parts, request.query.token, request.body.reason);
        return present(tx, await agreementById(tx, id));
      }),
  );

  app.post(
    '/agent-lead/contract/send/email',
    {
      schema: {
        body: Strict({ token: Token }),
        response: { 202: Type.Object({ detail: Type.String({ maxLength: 200 }) }), ...problems },
      },
    },
    async (request, reply) => {
      void reply.code(202);
      return write(parts.database, request, reply, linkScope(request.body.token), async (tx) => {
        await mailContractAgain(tx, parts, request.body.token);
        return { detail: 'If this link was yours, we’ve emailed you at the address we have on record.' };
      });
    },
  );

  app.get(
    '/agent-lead/contract/signed',
    { schema: { summary: 'The signed PDF', querystring: TokenQuery } },
    async (request, reply) => {
      const link = await openLink(kysely, request.query.token, 'agreement', parts.now());
      const agreement = await agreementById(kysely, link.subject_id);
      return sendFile(parts, reply, await sealedFileId(parts, agreement));
    },
  );
}
