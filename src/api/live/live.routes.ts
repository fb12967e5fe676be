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
/** How often a stream's access is checked again, in case the notification of its end was lost. */
const LOOK_AGAIN = 30_000;
/** A change of a session, a link, or an account's rights. Published by database triggers, and never sent to clients. */
const ACCESS = 'access';
/** The secret of a chat link: its holder is notified of changes of that chat only. */
const ChatToken = Type.String({ pattern: '^[0-9a-f-]{36}$', minLength: 36, maxLength: 36 });

/** A refused link opens nothing; any other failure does not mean that it is invalid. */
function refused(error: unknown): null {
  if (error instanceof Problem) return null;
  throw error;
}

/**
 * Server-sent events: what has changed, as ids. Each event's id is its sequence number, to resume from with `after`. A
 * client without one sends in `age_ms` how many milliseconds ago it started loading, and receives what has changed
 * since.
 */
export function liveRoutes(app: Api, parts: ApiParts): void {
  const clientAddress = createClientAddress(parts.sessionSecret);
  const open = createOpenCounter(
    'Too many live connections are open. Close other tabs, then try again.',
    parts.ceilingFactor,
  );
  // Otherwise a server that stops would wait for every page that is open somewhere.
  const streams = new Set<AbortController>();
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.abort();
  });

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
      // Counted before the first await: concurrent requests are counted one by one.
      const close = open([who, [addressKey(clientAddress(request)), OPEN_AT_ONCE.streamsOfAddress]]);
      request.raw.once('close', close);
      const page = move === undefined ? null : await pageOf(move);
      const audiences = page
        ? ['agents', page.access]
        : chat === undefined
          ? await audiencesOf(needs(request, 'agent', 'carrier', 'mover', 'assistant'))
          : await audiencesOfChat(chat);
      const stop = new AbortController();
      streams.add(stop);
      request.raw.once('close', () => streams.delete(stop));
      const stream = new PassThrough();
      const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT);
      request.raw.on('close', () => stop.abort());
      /** Ending a session or a link ends its streams; someone whose rights changed opens another stream. */
      const lookAgain = async (): Promise<void> => {
        const now = move
          ? await pageOf(move).then(({ access }) => ['agents', access], refused)
          : chat === undefined
            ? await request.principalNow().then((principal) => principal && audiencesOf(principal))
            : await audiencesOfChat(chat).catch(refused);
        if (now?.join() !== audiences.join()) stop.abort();
      };
      // A brief database outage ends nothing.
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
            // When agents are notified about a lead, its client is notified that the move changed, but not of what
            // changed.
            else if (page) {
              if (await isOfMove(page.leadId, change)) {
                stream.write(`id: ${change.sequence}\ndata: ${JSON.stringify({ noun: 'move', id: page.leadId })}\n\n`);
              }
            } else {
              stream.write(`id: ${change.sequence}\ndata: ${JSON.stringify({ noun: change.noun, id: change.id })}\n\n`);
              // The last notification of a chat is that it was closed.
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
      return (
        reply
          .type('text/event-stream')
          .header('cache-control', 'no-store')
          .header('x-accel-buffering', 'no')
          // A kept connection would delay a shutdown that ends the stream.
          .header('connection', 'close')
          .send(stream)
      );
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

  /** The lead behind a move's page, and the audience that is notified when the link ends. @throws as `openPortal` */
  async function pageOf(token: string): Promise<{ leadId: string; access: string }> {
    const { id, subject_id: leadId } = await openPortal(parts.database.kysely, parts, token);
    return { leadId, access: `link:${id}` };
  }

  /** Whether the change is about the lead itself or a chat about it; `everything` applies to all. */
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

  /** A closed chat can be read but not subscribed to. @throws Problem 409 if it is closed; as `openChatLink` */
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
