import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LARGEST_FILES } from '#src/machines/file/accepted-files.ts';
import type { Api } from '#src/api/http/http.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { Fields, wantsOf } from '#src/api/http/fields.ts';
import { needs } from '#src/api/http/principal.ts';
import { Strict, Text, Uuid, Version, problems } from '#src/api/http/schemas.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { LeadDetail } from './agent-lead.schemas.ts';
import { presentDetail } from './agent-lead.detail.ts';
import type { LeadRow } from './agent-lead.query.ts';
import type { Actor, Known } from './agent-lead.transition.ts';

/** Files of a lead, for everyone who works on it. */
export const ATTACHED_FILES = {
  accepts: 'documents',
  bytes: LARGEST_FILES.documents,
  maximum: 20,
  hasPreview: true,
} as const;
/** A signed or stamped paper of a lead. */
export const PAPER_FILE = { accepts: 'papers', bytes: LARGEST_FILES.papers } as const;

export const LeadParams = Strict({ leadId: Uuid });
/** The version that the writer saw; absent if the caller accepts any. */
export const version = Type.Optional(Version);
/** The same in a form, where everything is text. */
export const VersionText = Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,8}$', maxLength: 9 }));
export const answersLead = { 200: LeadDetail, ...problems };
/** The query of calls that return a lead as its page shows it. */
export const LeadFields = Strict({ fields: Fields });

export function agentOf(request: FastifyRequest): Actor & { id: string } {
  const principal = needs(request, 'agent');
  return { id: principal.accountId, name: principal.name, role: 'agent' };
}

/** Runs an agent's write and returns the lead as its page shows it. */
export async function leadWrite(
  parts: ApiParts,
  request: FastifyRequest,
  reply: FastifyReply,
  change: (tx: Tx, actor: Actor & { id: string }) => Promise<LeadRow>,
  fingerprint = '',
) {
  const actor = agentOf(request);
  const wants = wantsOf((request.query as { fields?: string }).fields);
  return write(
    parts.database,
    request,
    reply,
    actor.id,
    async (tx) => presentDetail(tx, parts, await change(tx, actor), wants),
    fingerprint,
  );
}

/** A call that applies one event to the lead in its path. */
export function leadMove<Body extends TSchema>(
  app: Api,
  parts: ApiParts,
  path: string,
  body: Body,
  move: (tx: Tx, parts: ApiParts, known: Known, given: Static<Body>) => Promise<LeadRow>,
  summary?: string,
): void {
  const schema = { params: LeadParams, querystring: LeadFields, body, response: answersLead };
  app.post(
    `/agent-lead/:leadId/${path}`,
    { schema: summary === undefined ? schema : { ...schema, summary } },
    async (request, reply) =>
      await leadWrite(parts, request, reply, (tx, actor) =>
        move(tx, parts, known(request, actor), request.body as Static<Body>),
      ),
  );
}

/** The body of a transition that needs only a reason. */
export const Reason = Strict({ version, reason: Text(500) });

export const versionOf = (body: { version?: number } | null | undefined): number | null => body?.version ?? null;

/** The lead of a call, as its writer saw it. */
export function known<A>(request: FastifyRequest, actor: A) {
  return {
    leadId: (request.params as { leadId: string }).leadId,
    version: versionOf(request.body as { version?: number } | null),
    actor,
  };
}

export const numberOrNull = (text: string | number | undefined): number | null =>
  text === undefined ? null : Number(text);
