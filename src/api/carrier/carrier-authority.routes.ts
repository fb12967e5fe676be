import { Type } from 'typebox';
import { agentOf } from '#src/api/agent-lead/lead-write.ts';
import { frameAgreement } from '#src/api/agreement/agreement.repository.ts';
import { sealedFileId } from '#src/api/agreement/sealed-copy.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import { Nullable, OneOf, Strict, Text, Uuid, Version, problems } from '#src/api/http/schemas.ts';
import { sendFile } from '#src/api/file/send-file.ts';
import { write } from '#src/api/database/write.ts';
import { Detail, presentDetail } from './agent-carrier.detail.ts';
import { decideAuthority } from './authority.repository.ts';
import { AUTHORITIES } from './profile.schemas.ts';
import { sendLicenseFile, sendPolicyFile } from './profile.routes.ts';

/** @throws Problem 422 */
function mustBeWhole({
  authority,
  instead_of,
  reason,
}: {
  authority: string;
  instead_of?: string | null;
  reason?: string | null;
}): void {
  if (!instead_of) return;
  const wrong = (field: string, message: string) => problem(422, message, { errors: [{ field, message }] });
  if (authority !== 'active')
    throw wrong('instead_of', 'A USDOT number goes over only to a carrier that is confirmed.');
  if (!reason?.trim()) throw wrong('reason', 'Explain how you know whose USDOT number this is.');
}

/** The brokerage's decision about a carrier after reviewing its papers: whether its operating authority counts. */
export function carrierAuthorityRoutes(app: Api, parts: ApiParts): void {
  app.patch(
    '/agent/carriers/:carrierId',
    {
      schema: {
        params: Strict({ carrierId: Uuid }),
        body: Strict({
          authority: OneOf(AUTHORITIES),
          version: Type.Optional(Version),
          reason: Type.Optional(Nullable(Text(500))),
          instead_of: Type.Optional(
            Nullable(
              Type.String({
                format: 'uuid',
                minLength: 36,
                maxLength: 36,
                description: 'The confirmed carrier that loses the USDOT number to this one in the same step',
              }),
            ),
          ),
        }),
        response: { 200: Detail, ...problems },
      },
    },
    async (request, reply) => {
      const actor = agentOf(request);
      const { carrierId } = request.params;
      mustBeWhole(request.body);
      const { authority, version = null, instead_of: insteadOf = null, reason = null } = request.body;
      return await write(parts.database, request, reply, actor.id, async (tx) => {
        await decideAuthority(tx, parts, {
          carrierId,
          authority,
          version,
          insteadOf,
          reason: reason?.trim() || null,
          actor,
        });
        return presentDetail(tx, parts, carrierId);
      });
    },
  );

  const paper = { schema: { params: Strict({ carrierId: Uuid, id: Uuid }) } };

  app.get('/agent/carriers/:carrierId/insurance/:id/file', paper, async (request, reply) => {
    agentOf(request);
    return sendPolicyFile(parts, reply, request.params.carrierId, request.params.id);
  });

  app.get('/agent/carriers/:carrierId/licenses/:id/file', paper, async (request, reply) => {
    agentOf(request);
    return sendLicenseFile(parts, reply, request.params.carrierId, request.params.id);
  });

  app.get(
    '/agent/carriers/:carrierId/agreement/file',
    { schema: { params: Strict({ carrierId: Uuid }) } },
    async (request, reply) => {
      agentOf(request);
      const agreement = await frameAgreement(parts.database.kysely, request.params.carrierId);
      return sendFile(parts, reply, agreement ? await sealedFileId(parts, agreement) : null);
    },
  );
}
