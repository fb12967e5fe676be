import type { FastifyRequest } from 'fastify';
import { needs, needsRight } from '#src/api/platform/principal.ts';
import { portals } from './portals.ts';

type Judge = (request: FastifyRequest) => void;

const agents: Judge = (request) => void needs(request, 'agent');
const carriers: Judge = (request) => void needs(request, 'carrier');
const movers: Judge = (request) => void needs(request, ...portals.user);

/** Doors, which anybody may knock at, and what the holder of a link may do without a session. */
const OPEN = [
  /^(user|agent|carrier)\/(token|password|change_password|register|email\/confirm)(\/|$)/,
  /^agent-lead\/(shared|estimates\/shared|contract\/(sign|open|decline|send\/email|signed)$)/,
  /^ai-chat\/client\//,
  /^state-lead\/quote$/,
];

/** The first that fits a path. What a call needs besides, it says itself. */
const RULES: readonly (readonly [RegExp, Judge])[] = [
  [/^agent\/workflow(\/|$)/, (request) => void needsRight(request, 'workflow')],
  [/^(agent|agent-lead|ai-chat)\//, agents],
  [/^carrier\//, carriers],
  [/^(state-lead|quote)\//, movers],
  [
    /^(account|session)\/|^user\/settings\/$/,
    (request) => void needs(request, 'mover', 'assistant', 'agent', 'carrier'),
  ],
  [
    /^user\/($|assistants|invite$|invite\/|delete|subscription\/|payment\/|avatar|email\/change\/confirm|settings\/top-cities)/,
    movers,
  ],
];

const known = new Map<string, Judge | null>();

/**
 * Judges by its path who may make a call at all, before anything of it is read: somebody who may not is not told what a
 * good request looks like. `url` is the route's, after the API's prefix.
 *
 * @throws Problem 401, 403
 */
export function judgeCaller(request: FastifyRequest, url: string, method: string): void {
  const path = url.replace(/^.*\/api\/frontend\//, '');
  const key = `${method} ${path}`;
  let judge = known.get(key);
  if (judge === undefined) {
    // A sign-up, and a confirmation by the token of its mail.
    const isOpen = OPEN.some((pattern) => pattern.test(path)) || key === 'POST user/' || key === 'PATCH user/';
    judge = isOpen ? null : (RULES.find(([pattern]) => pattern.test(path))?.[1] ?? null);
    known.set(key, judge);
  }
  judge?.(request);
}
