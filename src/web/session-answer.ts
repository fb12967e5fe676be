import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { READ_SESSION } from '#src/app/session-documents.ts';
import { type Html, jsonScript } from './html.ts';

/** A page is not kept waiting any longer; it then asks by itself. */
const PATIENCE_MS = 1000;
/** What the gateway needs to know of the caller. */
const PASSED_ON = ['cookie', 'host', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * The session of the person who requests a page, as part of the page: the application would otherwise request it first
 * of all, and could render nothing until then. What the gateway does with the cookies, such as renewing them, is part of
 * the response.
 *
 * @returns null where the gateway runs elsewhere, and where it did not respond as it should
 */
export async function sessionAnswer(
  app: FastifyInstance,
  { headers, socket }: FastifyRequest,
  reply: FastifyReply,
): Promise<Html | null> {
  if (!app.hasRoute({ method: 'POST', url: '/graphql' })) return null;
  const passed = PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
  const answer = await app
    .inject({
      method: 'POST',
      url: '/graphql',
      headers: Object.fromEntries(passed),
      payload: { query: READ_SESSION },
      ...(socket.remoteAddress === undefined ? {} : { remoteAddress: socket.remoteAddress }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    .catch(() => null);
  if (answer?.statusCode !== 200) return null;
  const { data, errors } = answer.json<{ data?: { session: object | null } | null; errors?: unknown }>();
  if (!data || errors) return null;
  const cookies = answer.headers['set-cookie'];
  if (cookies !== undefined) void reply.header('set-cookie', cookies);
  return jsonScript(data.session, { type: 'application/json', id: 'served-session' });
}
