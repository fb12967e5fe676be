import { Type } from 'typebox';
import { authorityEvent, complianceSnapshot } from '#src/machines/carrier/compliance.lifecycle.ts';
import type { Authority, ComplianceEvent } from '#src/machines/carrier/compliance.lifecycle.ts';
import { judge } from '#src/machines/law.ts';
import { agentOf } from '#src/api/agent-lead/lead-write.ts';
import { frameAgreement } from '#src/api/agreement/agreement.repository.ts';
import { hrefs } from '#src/api/platform/hrefs.ts';
import type { Api } from '#src/api/platform/http.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { problem } from '#src/api/platform/problem.ts';
import { OneOf, Strict, Uuid, Version, problems } from '#src/api/platform/schemas.ts';
import { sendFile } from '#src/api/platform/send-file.ts';
import { write } from '#src/api/platform/write.ts';
import { Detail, presentDetail } from './agent-carrier.detail.ts';
import { tellOfCarrier } from './carrier.live.ts';
import { authorityMail } from './carrier.mails.ts';
import { lockedCarrier } from './profile.repository.ts';
import { AUTHORITIES } from './profile.schemas.ts';
import { sendLicenseFile, sendPolicyFile } from './profile.routes.ts';

/** @throws Problem 409 where the law of compliance has no way from the one to the other */
function mustBeAllowed(from: Authority, to: Authority): void {
  const snapshot = complianceSnapshot({ hasAgreement: false, authority: from, policies: [] }, '', '');
  const event: ComplianceEvent = { type: authorityEvent[to], by: 'agent' };
  const verdict = judge(snapshot, event);
  if (!verdict.may) throw problem(409, `The operating authority is ${from}, so nothing was changed.`, { state: from, unmet: verdict.unmet });
}

/** What the brokerage decides about a carrier after looking at its papers: whether its operating authority counts. */
export function carrierAuthorityRoutes(app: Api, parts: ApiParts): void {
  app.patch(
    '/agent/carriers/:carrierId',
    {
      schema: {
        params: Strict({ carrierId: Uuid }),
        body: Strict({ authority: OneOf(AUTHORITIES), version: Type.Optional(Version) }),
        response: { 200: Detail, ...problems },
      },
    },
    async (request, reply) => {
      const actor = agentOf(request);
      const { carrierId } = request.params;
      const { authority, version } = request.body;
      return (await write(parts.database, request, reply, actor.id, async (tx) => {
        const before = await lockedCarrier(tx, carrierId);
        if (version !== undefined && version !== before.version) {
          throw problem(409, 'Somebody changed this carrier while you were working on it. Nothing was changed.', { current: await presentDetail(tx, parts, carrierId) });
        }
        if (before.authority !== authority) {
          mustBeAllowed(before.authority, authority);
          await tx.updateTable('carrier').set({ authority, version: before.version + 1 }).where('id', '=', carrierId).execute();
          const detail = await presentDetail(tx, parts, carrierId);
          const url = parts.publicUrl() + (before.agreement_signed_at ? hrefs.boardSettings() : hrefs.signupComplete());
          const mail = authorityMail({ carrier: before.contact_name, brokerage: parts.brokerage, authority, gaps: detail.gaps, url });
          if (mail) await parts.mail.send(tx, { to: before.email, kind: 'authority', ...mail });
          await tellOfCarrier(tx, carrierId);
        }
        return presentDetail(tx, parts, carrierId);
      })) as never;
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

  app.get('/agent/carriers/:carrierId/agreement/file', { schema: { params: Strict({ carrierId: Uuid }) } }, async (request, reply) => {
    agentOf(request);
    const agreement = await frameAgreement(parts.database.kysely, request.params.carrierId);
    return sendFile(parts, reply, agreement?.file_id ?? null);
  });
}
