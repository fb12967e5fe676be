import { Type } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AGENT_RIGHTS } from '#src/machines/account/agent-rights.ts';
import { normalized } from '#src/api/account/account.schemas.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { needsRight } from '#src/api/http/principal.ts';
import {
  Count,
  Email,
  Instant,
  Name,
  Named,
  Nullable,
  OneOf,
  Strict,
  Uuid,
  Version,
  problems,
} from '#src/api/http/schemas.ts';
import { MAIL_STATES } from '#src/api/mail/mail-state.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { createRequestLimits } from '#src/api/session/request-limits.ts';
import { handOver } from './hand-over.ts';
import {
  disableAgent,
  enableAgent,
  inviteAgent,
  renameAgent,
  resendAgentInvitation,
  revokeAgentInvitation,
  setAgentRights,
  signAgentOut,
} from './team.changes.ts';
import { ENTRIES, listMembers, readTeamHistory } from './team.list.ts';

const ShortText = Type.String({ maxLength: 254 });
const Rights = Type.Array(OneOf(AGENT_RIGHTS), { maxItems: AGENT_RIGHTS.length, uniqueItems: true });

const Member = Named('TeamMember', {
  id: Uuid,
  name: ShortText,
  email: ShortText,
  state: OneOf(['invited', 'expired', 'active', 'disabled']),
  rights: Rights,
  last_signed_in_at: Nullable(Instant),
  invited_by: Nullable(ShortText),
  sent_at: Nullable(Instant),
  expires_at: Nullable(Instant),
  mail_state: Nullable(OneOf(MAIL_STATES)),
  mail_problem: Nullable(Type.String({ maxLength: 500 })),
  leads: Count,
  chats: Count,
  version: Version,
});

const Entry = Type.Object({
  id: Type.String({ maxLength: 60 }),
  member_id: Uuid,
  member: ShortText,
  event: Type.String({ maxLength: 60 }),
  actor: Nullable(ShortText),
  payload: Type.Any(),
  at: Instant,
});

const Params = Strict({ id: Uuid });
const Seen = Strict({ version: Version });
const answersMember = { 200: Member, ...problems };

/** Managing the team: inviting agents, setting their rights, and ending their access. */
export function teamRoutes(app: Api, parts: ApiParts): void {
  const { database, now } = parts;
  const limits = createRequestLimits(database);

  function managerOf(request: FastifyRequest) {
    const { accountId: id, name } = needsRight(request, 'team');
    return { id, name };
  }
  type Manager = ReturnType<typeof managerOf>;

  const change = <T>(
    request: FastifyRequest,
    reply: FastifyReply,
    run: (tx: Tx, manager: Manager) => Promise<T>,
  ): Promise<T> => {
    const manager = managerOf(request);
    return write(database, request, reply, manager.id, (tx) => run(tx, manager));
  };

  app.get(
    '/agent/team',
    {
      schema: {
        summary: 'Agents and open invitations, by name',
        response: { 200: Type.Array(Member, { maxItems: 1000 }), ...problems },
      },
    },
    async (request) => {
      managerOf(request);
      return listMembers(database.kysely, now());
    },
  );

  app.get(
    '/agent/team/history',
    {
      schema: {
        summary: 'What was done to the team, newest first',
        response: { 200: Type.Array(Entry, { maxItems: ENTRIES }), ...problems },
      },
    },
    async (request) => {
      managerOf(request);
      return readTeamHistory(database.kysely);
    },
  );

  app.post(
    '/agent/team',
    {
      schema: {
        summary: 'Invites an agent',
        body: Strict({ email: Email, name: Name(120), rights: Rights }),
        response: { 201: Member, ...problems },
      },
    },
    async (request, reply) => {
      await limits.member(managerOf(request).id);
      const { email, name, rights } = request.body;
      void reply.code(201);
      return change(request, reply, async (tx, manager) => {
        const { member } = await inviteAgent(tx, parts, manager, { email: normalized(email), name, rights });
        return member;
      });
    },
  );

  app.post(
    '/agent/team/:id/resend',
    { schema: { summary: 'Sends an invitation again', params: Params, body: Seen, response: answersMember } },
    async (request, reply) => {
      await limits.member(managerOf(request).id);
      return change(request, reply, async (tx, manager) => {
        const { member } = await resendAgentInvitation(tx, parts, manager, { ...request.params, ...request.body });
        return member;
      });
    },
  );

  app.post(
    '/agent/team/:id/revoke',
    {
      schema: {
        summary: 'Takes an invitation back',
        params: Params,
        body: Seen,
        response: { 204: Type.Null(), ...problems },
      },
    },
    async (request, reply) => {
      await change(request, reply, async (tx, manager) => {
        await revokeAgentInvitation(tx, parts, manager, { ...request.params, ...request.body });
        return null;
      });
      return reply.code(204).send(null);
    },
  );

  app.put(
    '/agent/team/:id/name',
    { schema: { params: Params, body: Strict({ name: Name(120), version: Version }), response: answersMember } },
    (request, reply) => {
      const { name, version } = request.body;
      return change(request, reply, (tx, manager) =>
        renameAgent(tx, parts, manager, { ...request.params, version }, name),
      );
    },
  );

  app.put(
    '/agent/team/:id/rights',
    {
      schema: {
        summary: 'What an agent may; somebody always keeps the right to see to the team',
        params: Params,
        body: Strict({ rights: Rights, version: Version }),
        response: answersMember,
      },
    },
    (request, reply) => {
      const { rights, version } = request.body;
      return change(request, reply, (tx, manager) =>
        setAgentRights(tx, parts, manager, { ...request.params, version }, rights),
      );
    },
  );

  for (const [path, summary, run] of [
    ['disable', 'Ends an agent’s access at once, on every device', disableAgent],
    ['enable', 'Lets a disabled agent sign in again', enableAgent],
    ['sign-out', 'Signs an agent out on every device', signAgentOut],
  ] as const) {
    app.post(
      `/agent/team/:id/${path}`,
      { schema: { summary, params: Params, body: Seen, response: answersMember } },
      (request, reply) =>
        change(request, reply, (tx, manager) => run(tx, parts, manager, { ...request.params, ...request.body })),
    );
  }

  app.post(
    '/agent/team/:id/hand-over',
    {
      schema: {
        summary: 'Gives all leads and chats of an agent to another one',
        params: Params,
        body: Strict({ to: Uuid, leads: Count, chats: Count, version: Version }),
        response: answersMember,
      },
    },
    (request, reply) =>
      change(request, reply, (tx, manager) => handOver(tx, parts, manager, { ...request.params, ...request.body })),
  );
}
