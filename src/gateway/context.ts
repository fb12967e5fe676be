import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { readBrowserCookie, readTokenCookies, type TokenPair } from './cookies.ts';
import type { createForwarding } from './forwarding.ts';
import { createRest, type Rest } from './rest-client.ts';
import { createSessionTokens, type Refresh, type SessionTokens } from './session-tokens.ts';
import type { Transport } from './transport.ts';

/** The part of a web socket that we use. */
export type Socket = { close: (code: number) => void };

declare module 'mercurius' {
  interface MercuriusContext extends GatewayContext {}
}

/** Everything a resolver may use. */
export interface GatewayContext {
  readonly rest: Rest;
  readonly tokens: SessionTokens;
  readonly transport: Transport;
  /** Headers that identify to the REST API on whose behalf we call. */
  readonly forwarded: Record<string, string>;
  readonly log: FastifyBaseLogger;
  /** Identifies the browser that signed up. */
  readonly signUpBrowser: { readonly secret: string | undefined; keep: (secret: string | null) => void };
  /** The web socket, if this is a subscription. */
  readonly socket?: Socket;
}

/** Objects that live as long as the gateway. */
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
  /** Used instead of the cookies in the headers: an upgrade may have renewed them. */
  brought?: Partial<TokenPair>;
  /** Called when tokens were renewed or dropped, to set the cookies. */
  changed: (pair: TokenPair | null) => void;
  /**
   * Called with the secret that identifies the browser of a sign-up, to set its cookie. Absent where no cookie can be
   * set.
   */
  keepBrowser?: (secret: string | null) => void;
};

/** The context of one request or one web socket. */
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
