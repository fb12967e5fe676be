import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { GatewayOptions } from './gateway.ts';
import { readTokenCookies, tokenCookies, type TokenPair } from './cookies.ts';
import { createContext, type GatewayParts } from './context.ts';
import { isSameOrigin } from './origin.ts';

/** Enough for an office of many people with many tabs each. */
const SOCKETS_OF_ADDRESS = 1000;

/** A page sends its first message as soon as its web socket is open. */
const FIRST_WORD_WITHIN_MS = 5000;
/**
 * "Connection initialisation timeout" of the GraphQL over WebSocket protocol: a page that was merely slow reconnects.
 */
const INITIALISATION_TIMEOUT = 4408;

type Answer = (isAllowed: boolean, status?: number, reason?: string) => void;

/** Tokens renewed during an upgrade, kept until its web socket exists. */
const renewed = new WeakMap<IncomingMessage, TokenPair | null>();

/** The tokens of a web socket: from its cookies, or as renewed during the upgrade. */
export function tokensOfUpgrade(request: IncomingMessage): Partial<TokenPair> {
  const pair = renewed.get(request);
  return pair === undefined ? readTokenCookies(request.headers.cookie) : (pair ?? {});
}

/**
 * Decides who may open a web socket: our own pages. A session that is about to expire is renewed here, the last moment
 * at which a web socket can be given cookies.
 */
export function createUpgradeJudge(
  app: FastifyInstance,
  parts: GatewayParts,
  { publicUrl, addressOf }: Pick<GatewayOptions, 'publicUrl' | 'addressOf'>,
) {
  const open = new Map<string, number>();
  /** Counted before the first await; the connection ends with the web socket. */
  const isOneTooMany = ({ socket }: IncomingMessage, address: string): boolean => {
    const held = open.get(address) ?? 0;
    if (held >= SOCKETS_OF_ADDRESS) return true;
    open.set(address, held + 1);
    socket.once('close', () => {
      const left = open.get(address)! - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    return false;
  };
  return ({ req }: { req: IncomingMessage }, allow: Answer): void => {
    if (isOneTooMany(req, addressOf(req))) return allow(false, 429, 'Too Many Requests');
    if (!isSameOrigin(req.headers, publicUrl())) return allow(false, 403, 'Forbidden');
    const { tokens } = createContext(parts, {
      headers: req.headers,
      address: addressOf(req),
      log: app.log,
      changed: (pair) => renewed.set(req, pair),
    });
    // No reason to refuse: if the API is down, the subscription will report it.
    tokens.bearer(60).then(
      () => allow(true),
      () => allow(true),
    );
  };
}

/** Sends renewed cookies with the response to an upgrade. Call it once the plugin is registered. */
export function giveCookiesOnUpgrade(app: FastifyInstance, publicUrl: () => string): void {
  app.websocketServer.on('headers', (headers: string[], request: IncomingMessage) => {
    const pair = renewed.get(request);
    if (pair === undefined) return;
    for (const cookie of tokenCookies(pair, publicUrl().startsWith('https:'))) headers.push(`Set-Cookie: ${cookie}`);
  });
}

/**
 * Closes web sockets that never send anything, which would otherwise stay open indefinitely. Call it once the plugin is
 * registered.
 */
export function closeSilentSockets(app: FastifyInstance): void {
  app.websocketServer.on('connection', (socket) => {
    const tooLate = setTimeout(() => socket.close(INITIALISATION_TIMEOUT, 'Nothing was said.'), FIRST_WORD_WITHIN_MS);
    const isFine = () => clearTimeout(tooLate);
    socket.once('message', isFine).once('close', isFine);
  });
}
