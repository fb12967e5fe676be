import type { FastifyRequest } from 'fastify';
import { presentSigning } from '#src/api/agreement/agreement.present.ts';
import { frameAgreement } from '#src/api/agreement/agreement.repository.ts';
import { sealedFileId } from '#src/api/agreement/sealed-copy.ts';
import { SigningDocument } from '#src/api/agreement/agreement.schemas.ts';
import { readSignature, signatureConfig } from '#src/api/agreement/signature.ts';
import { createClientAddress } from '#src/api/http/client-address.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needsCarrier } from '#src/api/http/principal.ts';
import { notFound } from '#src/api/http/problem.ts';
import { problems } from '#src/api/http/schemas.ts';
import { sendFile } from '#src/api/file/send-file.ts';
import { write } from '#src/api/database/write.ts';
import { currentAgreement, signFrame } from './carrier-agreement.repository.ts';
import { AGREEMENT_URL } from './profile.present.ts';

/** The broker-carrier agreement: read, sign once, download. */
export function carrierAgreementRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const clientAddress = createClientAddress(parts.sessionSecret);
  const answer = { 200: SigningDocument, ...problems };

  app.get('/carrier/agreement', { schema: { response: answer } }, async (request, reply) => {
    const { carrierId } = needsCarrier(request);
    void reply.header('cache-control', 'no-store');
    return await presentSigning(kysely, parts, await currentAgreement(parts, carrierId), AGREEMENT_URL);
  });

  app.post(
    '/carrier/agreement/sign',
    { schema: { response: answer }, config: signatureConfig },
    async (request, reply) => {
      const { carrierId, accountId } = needsCarrier(request);
      const { fingerprint, zone, ...given } = await readSignature(request as FastifyRequest, parts);
      return await write(
        parts.database,
        request,
        reply,
        accountId,
        async (tx) => {
          const signed = await signFrame(tx, parts, carrierId, {
            ...given,
            signer: { by: 'carrier', zone, ip: clientAddress(request), userAgent: request.headers['user-agent'] ?? '' },
          });
          return presentSigning(tx, parts, signed, AGREEMENT_URL);
        },
        fingerprint,
      );
    },
  );

  app.get('/carrier/agreement/signed', async (request, reply) => {
    const { carrierId } = needsCarrier(request);
    const agreement = await frameAgreement(kysely, carrierId);
    if (!agreement) throw notFound('agreement');
    return sendFile(parts, reply, await sealedFileId(parts, agreement));
  });
}
