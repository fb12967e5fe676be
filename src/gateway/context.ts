import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { readBrowserCookie, readTokenCookies, type TokenPair } from './cookies.ts';
import type { createForwarding } from './forwarding.ts';
import { createRest, type Rest } from './rest-client.ts';
import { createSessionTokens, type Refresh, type SessionTokens } from './session-tokens.ts';
import type { Transport } from './transport.ts';

/** Of a web socket, what is used of it. */
export type Socket = { close: (code: number) => void };

declare module 'mercurius' {
  interface MercuriusContext extends GatewayContext {}
}

/** All that a resolver may use. */
export interface GatewayContext {
  readonly rest: Rest;
  readonly tokens: SessionTokens;
  readonly transport: Transport;
  /** Tells the REST API on whose behalf we ask. */
  readonly forwarded: Record<string, string>;
  readonly log: FastifyBaseLogger;
  /** What the browser of a sign-up is known by. */
  readonly signUpBrowser: { readonly secret: string | undefined; keep: (secret: string | null) => void };
  /** The web socket of a subscription. */
  readonly socket?: Socket;
}

/** What lives as long as the gateway. */
export type GatewayParts = {
  transport: Transport;
  refresh: Refresh;
  forwarding: ReturnType<typeof createForwarding>;
};

type Caller = {
  headers: IncomingHttpHeaders;
  address: string;
  log: FastifyBaseLogger;
  socket?: Socket;
  /** Instead of the cookies in the headers: an upgrade may have renewed them. */
  brought?: Partial<TokenPair>;
  /** Hears of tokens that were renewed or dropped, to set the cookies. */
  changed: (pair: TokenPair | null) => void;
  /** Hears of what the browser of a sign-up is to be known by, to set the cookie; not where no cookie can be set. */
  keepBrowser?: (secret: string | null) => void;
};

/** The context of one request, or of one web socket. */
export function createContext(parts: GatewayParts, caller: Caller): GatewayContext {
  const { transport, refresh, forwarding } = parts;
  const { headers, log, socket } = caller;
  const tokens = createSessionTokens(caller.brought ?? readTokenCookies(headers.cookie), refresh, caller.changed);
  const forwarded = {
    ...forwarding(caller.address),
    ...(headers['user-agent'] ? { 'user-agent': headers['user-agent'] } : {}),
  };
  const key = headers['idempotency-key'];
  const idempotencyKey = typeof key === 'string' ? key : undefined;
  const rest = createRest({ transport, tokens, headers: forwarded, idempotencyKey });
  const signUpBrowser = { secret: readBrowserCookie(headers.cookie), keep: caller.keepBrowser ?? (() => {}) };
  return { rest, tokens, transport, forwarded, log, signUpBrowser, ...(socket ? { socket } : {}) };
}
