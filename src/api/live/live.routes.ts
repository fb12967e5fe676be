import { PassThrough } from 'node:stream';
import { Type } from 'typebox';
import type { Api } from '#src/api/http/http.ts';
import { OPEN_AT_ONCE } from '#src/api/http/ceilings.ts';
import { addressKey, createClientAddress } from '#src/api/http/client-address.ts';
import { sha256 } from '#src/api/database/ids.ts';
import { openChatLink } from '#src/api/link/link.ts';
import { openPortal } from '#src/api/link/portal-link.ts';
import { createOpenCounter } from '#src/api/http/open-counter.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { boardGaps } from '#src/machines/carrier/compliance.ts';
import { needs } from '#src/api/http/principal.ts';
import type { Principal } from '#src/api/http/principal.ts';
import { Problem, problem } from '#src/api/http/problem.ts';
import { Strict, Token } from '#src/api/http/schemas.ts';

const HEARTBEAT = 15_000;
/** A stream is judged anew this often, should the news that its right has ended not have come. */
const LOOK_AGAIN = 30_000;
/** A session, a link or what an account may has changed. Triggers of the database say so; it goes no further than here. */
const ACCESS = 'access';
/** The secret of a chat's link: whoever has it hears of that chat, and of nothing else. */
const ChatToken = Type.String({ pattern: '^[0-9a-f-]{36}$', minLength: 36, maxLength: 36 });

/** A link that is refused opens nothing; any other failure says nothing about it. */
function refused(error: unknown): null {
  if (error instanceof Problem) return null;
  throw error;
}

/**
 * Server-sent events: what has changed, as ids; each event's id is its sequence number, to go on from with `after`.
 * Who has none yet says with `age_ms` for how many milliseconds it has been reading, and hears what changed meanwhile.
 */
export function liveRoutes(app: Api, parts: ApiParts): void {
  const clientAddress = createClientAddress(parts.sessionSecret);
  const open = createOpenCounter(
    'Too many live connections are open. Close other tabs, then try again.',
    parts.ceilingFactor,
  );

  app.get(
    '/live',
    {
      schema: {
        summary: 'Changes as server-sent events',
        querystring: Strict({
          chat: Type.Optional(ChatToken),
          move: Type.Optional({ ...Token, description: 'The secret of the page of a client’s move' }),
          after: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$', maxLength: 15 })),
          age_ms: Type.Optional(Type.String({ pattern: '^[0-9]{1,10}$', maxLength: 10 })),
        }),
      },
    },
    async (request, reply) => {
      const { chat, move, after, age_ms } = request.query;
      const secret = chat ?? move;
      const who: [string, number] =
        secret === undefined
          ? [needs(request, 'agent', 'carrier', 'mover', 'assistant').accountId, OPEN_AT_ONCE.streamsOfPerson]
          : [sha256(secret), OPEN_AT_ONCE.streamsOfLink];
      // Counted before anything is waited for: many at once are counted one after the other.
      const close = open([who, [addressKey(clientAddress(request)), OPEN_AT_ONCE.streamsOfAddress]]);
      request.raw.once('close', close);
      const page = move === undefined ? null : await pageOf(move);
      const audiences = page
        ? ['agents', page.access]
        : chat === undefined
          ? await audiencesOf(needs(request, 'agent', 'carrier', 'mover', 'assistant'))
          : await audiencesOfChat(chat);
      const stop = new AbortController();
      const stream = new PassThrough();
      const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT);
      request.raw.on('close', () => stop.abort());
      /** What ends a session or a link ends its streams; who has other rights now comes back for another stream. */
      const lookAgain = async (): Promise<void> => {
        const now = move
          ? await pageOf(move).then(({ access }) => ['agents', access], refused)
          : chat === undefined
            ? await request.principalNow().then((principal) => principal && audiencesOf(principal))
            : await audiencesOfChat(chat).catch(refused);
        if (now?.join() !== audiences.join()) stop.abort();
      };
      // A database that is away for a moment ends nothing.
      const looking = setInterval(() => void lookAgain().catch(() => {}), LOOK_AGAIN);
      void (async () => {
        try {
          stream.write(': welcome\n\n');
          for await (const change of parts.live.subscribe({
            audiences,
            after: after === undefined ? undefined : Number(after),
            ageMs: age_ms === undefined ? undefined : Number(age_ms),
            signal: stop.signal,
          })) {
            if (change.noun === ACCESS) await lookAgain().catch(() => stop.abort());
            // What agents are told of a lead, its client is told of its move: that something changed, and nothing of what.
            else if (page) {
              if (await isOfMove(page.leadId, change)) {
                stream.write(`id: ${change.sequence}\ndata: ${JSON.stringify({ noun: 'move', id: page.leadId })}\n\n`);
              }
            } else {
              stream.write(`id: ${change.sequence}\ndata: ${JSON.stringify({ noun: change.noun, id: change.id })}\n\n`);
              // Its closing is the last thing that is told of a chat.
              if (chat !== undefined && change.noun === 'chat') await lookAgain().catch(() => stop.abort());
            }
          }
        } catch (error) {
          if (!stop.signal.aborted) request.log.warn({ err: error }, 'live stream ended');
        } finally {
          clearInterval(heartbeat);
          clearInterval(looking);
          stream.end();
        }
      })();
      return reply
        .type('text/event-stream')
        .header('cache-control', 'no-store')
        .header('x-accel-buffering', 'no')
        .send(stream);
    },
  );

  async function audiencesOf(principal: Principal): Promise<string[]> {
    const { role, accountId, carrierId } = principal;
    const own = `account:${accountId}`;
    if (role === 'agent') return [own, 'agents'];
    if (role === 'carrier')
      return [own, `carrier:${carrierId}`, ...(boardGaps(principal).length === 0 ? ['carriers'] : [])];
    const account = await parts.database.kysely
      .selectFrom('account')
      .select('business_id')
      .where('id', '=', accountId)
      .executeTakeFirst();
    return account?.business_id ? [own, `business:${account.business_id}`] : [own];
  }

  /** The lead behind the page of a move, and the audience that hears when the link ends. @throws as `openPortal` */
  async function pageOf(token: string): Promise<{ leadId: string; access: string }> {
    const { id, subject_id: leadId } = await openPortal(parts.database.kysely, parts, token);
    return { leadId, access: `link:${id}` };
  }

  /** Of the lead itself or of a chat about it; `everything` is of everybody. */
  async function isOfMove(leadId: string, { noun, id }: { noun: string; id: string }): Promise<boolean> {
    if (noun === 'everything') return true;
    if (noun === 'agent-lead') return id === leadId;
    if (noun !== 'chat') return false;
    const chat = await parts.database.kysely
      .selectFrom('chat')
      .select('id')
      .where('id', '=', id)
      .where('lead_id', '=', leadId)
      .executeTakeFirst();
    return chat !== undefined;
  }

  /** A closed chat is read, not listened to. @throws Problem 409 where it is closed; as `openChatLink` */
  async function audiencesOfChat(token: string): Promise<string[]> {
    const { kysely } = parts.database;
    const link = await openChatLink(kysely, token, parts.now());
    const { stage } = await kysely
      .selectFrom('chat')
      .select('stage')
      .where('id', '=', link.subject_id)
      .executeTakeFirstOrThrow();
    if (stage === 'closed') throw problem(409, 'This chat is closed.', { state: stage });
    return [`link:${link.id}`];
  }
}
