import { PassThrough } from 'node:stream';
import { Type } from 'typebox';
import type { Api } from './http.ts';
import { openLink } from './link.ts';
import type { ApiParts } from './parts.ts';
import { needs } from './principal.ts';
import type { Principal } from './principal.ts';
import { Strict } from './schemas.ts';

const HEARTBEAT = 15_000;
/** The secret of a chat's link: whoever has it hears of that chat, and of nothing else. */
const ChatToken = Type.String({ pattern: '^[0-9a-f-]{36}$', minLength: 36, maxLength: 36 });

/**
 * Server-sent events: what has changed, as ids; each event's id is its sequence number, to go on from with `after`.
 * Who has none yet says with `age_ms` for how many milliseconds it has been reading, and hears what changed meanwhile.
 */
export function liveRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/live',
    { schema: { summary: 'Changes as server-sent events', querystring: Strict({ chat: Type.Optional(ChatToken), after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$', maxLength: 15 })), age_ms: Type.Optional(Type.String({ pattern: '^[0-9]{1,10}$', maxLength: 10 })) }) } },
    async (request, reply) => {
      const { chat, after, age_ms } = request.query;
      const audiences = chat === undefined ? await audiencesOf(needs(request, 'agent', 'carrier', 'mover', 'assistant')) : [`link:${(await openLink(parts.database.kysely, chat, 'chat', parts.now())).id}`];
      const stop = new AbortController();
      const stream = new PassThrough();
      const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT);
      request.raw.on('close', () => stop.abort());
      void (async () => {
        try {
          stream.write(': welcome\n\n');
          for await (const change of parts.live.subscribe({ audiences, after: after === undefined ? undefined : Number(after), ageMs: age_ms === undefined ? undefined : Number(age_ms), signal: stop.signal })) {
            stream.write(`id: ${change.sequence}\ndata: ${JSON.stringify({ noun: change.noun, id: change.id })}\n\n`);
          }
        } catch (error) {
          if (!stop.signal.aborted) request.log.warn({ err: error }, 'live stream ended');
        } finally {
          clearInterval(heartbeat);
          stream.end();
        }
      })();
      return reply.type('text/event-stream').header('cache-control', 'no-store').header('x-accel-buffering', 'no').send(stream);
    },
  );

  async function audiencesOf({ role, accountId, carrierId }: Principal): Promise<string[]> {
    if (role === 'agent') return ['agents'];
    if (role === 'carrier') return ['carriers', `carrier:${carrierId}`];
    const account = await parts.database.kysely.selectFrom('account').select('business_id').where('id', '=', accountId).executeTakeFirst();
    return account?.business_id ? [`business:${account.business_id}`] : [];
  }
}
