import { Type } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AgreementSummary, LinkSummary } from '#src/api/agreement/agreement.schemas.ts';
import { Estimate } from '#src/api/estimate/estimate.schemas.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { needs } from '#src/api/platform/principal.ts';
import { Strict, Uuid } from '#src/api/platform/schemas.ts';
import { write } from '#src/api/platform/write.ts';
import type { Tx } from '#src/api/platform/write.ts';
import { presentDetail } from './agent-lead.detail.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { Attachment, Lead, LeadSummary } from './agent-lead.schemas.ts';
import type { Actor } from './agent-lead.transition.ts';

export const MAXIMUM_FILE_BYTES = 25 * 1024 * 1024;
export const MAXIMUM_FILES = 20;

export const LeadDetail = Type.Object({
  ...Lead.properties,
  attachments: Type.Array(Attachment, { maxItems: 1000 }),
  estimates: Type.Array(Estimate, { maxItems: 1000 }),
  agreements: Type.Array(AgreementSummary, { maxItems: 1000 }),
  links: Type.Array(LinkSummary, { maxItems: 50 }),
  duplicates: Type.Array(LeadSummary, { maxItems: 10 }),
});
export const LeadParams = Strict({ leadId: Uuid });

export function agentOf(request: FastifyRequest): Actor & { id: string } {
  const principal = needs(request, 'agent');
  return { id: principal.accountId, name: principal.name, role: 'agent' };
}

/** Runs a write of an agent and answers with the lead as its page shows it. */
export async function leadWrite(parts: ApiParts, request: FastifyRequest, reply: FastifyReply, change: (tx: Tx, actor: Actor & { id: string }) => Promise<LeadRow>, fingerprint = '') {
  const actor = agentOf(request);
  return write(parts.database, request, reply, actor.id, async (tx) => presentDetail(tx, parts, await change(tx, actor)), fingerprint);
}
