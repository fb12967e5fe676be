import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { READ_SESSION } from '#src/app/session-documents.ts';
import { callGateway } from './gateway-call.ts';
import { type Html, jsonScript } from './html.ts';

/**
 * The session of the person who requests a page, as part of the page: the application would otherwise request it first
 * of all, and could render nothing until then. What the gateway does with the cookies, such as renewing them, is part of
 * the response.
 *
 * @returns null where the gateway runs elsewhere, and where it did not respond as it should
 */
export async function sessionAnswer(
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Html | null> {
  const response = await callGateway(app, request, { query: READ_SESSION });
  if (!response?.body.data || response.body.errors) return null;
  const { session } = response.body.data as { session: object | null };
  if (response.cookies !== undefined) void reply.header('set-cookie', response.cookies);
  return jsonScript(session, { type: 'application/json', id: 'served-session' });
}
