import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A page is not kept waiting any longer; it then asks by itself. */
const PATIENCE_MS = 1000;
/** What the gateway needs to know of the caller. */
const PASSED_ON = ['cookie', 'host', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

export interface GatewayResponse {
  body: { data?: unknown; errors?: unknown[] };
  /** What the gateway does with the cookies, such as renewing them. */
  cookies: string | string[] | undefined;
}

/**
 * Calls the gateway for the person who requests a page.
 *
 * @returns null where the gateway runs elsewhere, and where it did not respond in time
 */
export async function callGateway(
  app: FastifyInstance,
  { headers, socket }: FastifyRequest,
  payload: object,
): Promise<GatewayResponse | null> {
  if (!app.hasRoute({ method: 'POST', url: '/graphql' })) return null;
  const passed = PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
  const response = await app
    .inject({
      method: 'POST',
      url: '/graphql',
      headers: Object.fromEntries(passed),
      payload,
      ...(socket.remoteAddress === undefined ? {} : { remoteAddress: socket.remoteAddress }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    .catch(() => null);
  if (response?.statusCode !== 200) return null;
  return { body: response.json(), cookies: response.headers['set-cookie'] };
}
