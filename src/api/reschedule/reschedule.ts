import { Type } from 'typebox';
import type { Noun } from '../noun.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import { agentOf, LeadParams } from '#src/api/agent-lead/lead-write.ts';
import { write } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { agents } from '#src/api/http/principal.ts';
import { Nullable, Strict, STORABLE, Version, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { rescheduleAnswerMail } from './reschedule.mails.ts';
import { moveRequest, presentRequest, Reschedule, rescheduleRecord } from './reschedule.record.ts';

const answer = { 200: Reschedule, ...problems };

/** Agents read a client's request for other dates, and answer it. */
function rescheduleRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/agent-lead/:leadId/reschedule',
    { schema: { summary: 'The client’s request for other dates', params: LeadParams, response: answer } },
    async (request) => {
      agentOf(request);
      const { kysely } = parts.database;
      return presentRequest(kysely, parts, await leadById(kysely, request.params.leadId), 'agent');
    },
  );

  app.post(
    '/agent-lead/:leadId/reschedule/answer',
    {
      schema: {
        summary:
          'Accepts or declines other dates; the client is told by email. The dates themselves are changed by an edit',
        params: LeadParams,
        body: Strict({
          version: Version,
          accepts: Type.Boolean(),
          words: Type.Optional(Nullable(Type.String({ maxLength: 1000, pattern: STORABLE }))),
        }),
        response: answer,
      },
    },
    async (request, reply) => {
      const actor = agentOf(request);
      const { leadId } = request.params;
      const { version, accepts } = request.body;
      const words = request.body.words?.trim() || null;
      return write(parts.database, request, reply, actor.id, async (tx) => {
        const { row, held } = await moveRequest(tx, parts, {
          leadId,
          version,
          actor,
          event: accepts
            ? { type: 'days.accepted', by: 'agent' }
            : { type: 'days.declined', by: 'agent', reason: words ?? '' },
          set: (now) => ({ answer: words, answered_at: now.toISOString() }),
        });
        const { lead } = held;
        if (lead.client_email)
          await parts.mail.send(tx, {
            to: lead.client_email,
            kind: 'reschedule-answer',
            leadId,
            ...rescheduleAnswerMail({
              brokerage: parts.brokerage,
              lead,
              isAccepted: accepts,
              first: row.first_day!,
              last: row.last_day!,
              words,
            }),
          });
        return presentRequest(tx, parts, await leadById(tx, leadId), 'agent');
      });
    },
  );
}

/** A client's request to move on other days, and the brokerage's answer. The client makes it on the client page. */
export const reschedule: Noun = { records: [rescheduleRecord], calls: [{ for: agents, add: rescheduleRoutes }] };
