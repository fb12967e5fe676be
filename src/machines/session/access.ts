import {
  doors,
  matchPath,
  type Member,
  type Parameters,
  type Portal,
  type Route,
  routes,
  type ScreenOf,
  type Who,
} from './routes.ts';
import { type Gate, isPlatform, type Platform, type PortalRole } from './session.user.ts';

/** The part of the session that decides which screens may be seen. */
export type Visitor = { kind: 'guest'; lastPlatform: Platform | null } | ({ kind: 'member' } & Member);

export type Screen = { [P in Portal]: { portal: P; screen: ScreenOf<P>; params: Parameters } }[Portal];
/** `notice` is shown after the redirect: what was wrong with the link. */
export type Access = { show: Screen } | { show: 'not-found' } | { redirect: string; notice?: string };

const DEFAULT_PLATFORM: Platform = 'lead-portal';

const homes: Record<PortalRole, string> = {
  mover: '/leads',
  assistant: '/leads',
  agent: '/agent-portal/leads/new',
  carrier: '/load-board/leads/available',
};

const gatePaths: Record<Gate, string> = {
  top_cities: '/auth/lead-portal/top-cities',
  subscribe: '/subscribe',
  signup_complete: '/auth/load-board/signup-complete',
};

/**
 * Which screen a visitor sees at a path (with its query), or where they are redirected. A pure function of the route
 * table, so that every route can be tested with every visitor. Specification, sections 2 and 4.
 */
export function access(visitor: Visitor, location: string): Access {
  const [path = '/', search = ''] = location.split('?', 2) as [string?, string?];
  if (path === '/' || path === '') return { redirect: startOf(visitor) };
  const door = doorOf(visitor, path);
  if (door) return { redirect: door };

  const query = new URLSearchParams(search);
  for (const route of routes as readonly Route[]) {
    const found = matchPath(route.path, path);
    if (found) return open(visitor, route, found, { location, path, query });
  }
  return { show: 'not-found' };
}

interface Asked {
  location: string;
  path: string;
  query: URLSearchParams;
}

function open(visitor: Visitor, route: Route, found: Parameters, asked: Asked): Access {
  const { who, link, unless, to, portal, screen, params } = route;
  if (!isOpenTo(visitor, who)) return { redirect: elsewhere(visitor, who, asked) };
  if (visitor.kind === 'member' && who !== 'anyone') {
    const gate = gateBefore(visitor, asked.path);
    if (gate) return { redirect: withNext(gate, asked, homes[visitor.role]) };
    const instead = unless?.(visitor);
    // After a gate was passed, continue to the page requested before.
    if (instead) return { redirect: nextOf(visitor.role, asked) ?? instead };
  }
  const given = link && asked.query.get(link.query);
  if (link && !(given && (link.among?.includes(given) ?? true))) return { redirect: link.to, notice: link.notice };
  if (to) return { redirect: fill(to, found) };
  return { show: { portal, screen, params: { ...found, ...params } } as Screen };
}

function startOf(visitor: Visitor): string {
  return visitor.kind === 'member' ? homes[visitor.role] : loginPath(visitor.lastPlatform);
}

function loginPath(platform: Platform | null): string {
  return `/auth/${platform ?? DEFAULT_PLATFORM}/login`;
}

/** Redirects /auth/login, and the auth pages of a nonexistent platform. */
function doorOf(visitor: Visitor, path: string): string | null {
  if (matchPath('/auth/login', path)) return startOf(visitor);
  const asked = matchPath('/auth/:platform/:door', path);
  return asked && (doors as readonly string[]).includes(asked.door!) && !isPlatform(asked.platform)
    ? loginPath(null)
    : null;
}

function isOpenTo(visitor: Visitor, who: Who): boolean {
  if (who === 'anyone') return true;
  if (who === 'guest') return visitor.kind === 'guest';
  return visitor.kind === 'member' && who.includes(visitor.role);
}

function elsewhere(visitor: Visitor, who: Who, asked: Asked): string {
  if (visitor.kind === 'guest') return withNext(loginPath(platformOf(who, visitor.lastPlatform)), asked, '');
  return (who === 'guest' ? nextOf(visitor.role, asked) : null) ?? homes[visitor.role];
}

function platformOf(who: Who, last: Platform | null): Platform | null {
  if (!Array.isArray(who) || who.length > 2) return last;
  return who.includes('mover') ? 'lead-portal' : who.includes('agent') ? 'agent-portal' : 'load-board';
}

/** The screen of the gate that blocks this path; null if none does. */
function gateBefore({ gates: [first] }: Member, path: string): string | null {
  if (!first) return null;
  return gatePaths[first] === path.replace(/\/+$/, '') ? null : gatePaths[first];
}

/** Keeps the requested page through sign-in and all gates, unless it is the start page. */
function withNext(path: string, { location, query }: Asked, home: string): string {
  const next = isGate(location.split('?', 1)[0]!) ? query.get('next') : location;
  return next && next !== home ? `${path}?next=${encodeURIComponent(next)}` : path;
}

/** Continues only to a path of the visitor's own portal: never to another site, nor to a screen that redirects back. */
function nextOf(role: PortalRole, { query }: Asked): string | null {
  const next = query.get('next');
  const path = next?.split('?', 1)[0] ?? '';
  const isOwn = routes.some(
    ({ path: pattern, who }: Route) => Array.isArray(who) && who.includes(role) && matchPath(pattern, path),
  );
  return isOwn && !isGate(path) ? next : null;
}

function isGate(path: string): boolean {
  return Object.values(gatePaths).includes(path.replace(/\/+$/, ''));
}

function fill(pattern: string, params: Parameters): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
