import { matchPath, type Parameters, type Portal, type Route, routes, type ScreenOf, type Who } from './routes.ts';
import { type Gate, isPlatform, type Platform, type PortalRole } from './session.user.ts';

/** What of the session decides which screens may be seen. */
export type Visitor =
  | { kind: 'guest'; lastPlatform: Platform | null }
  | { kind: 'member'; role: PortalRole; gate: Gate | null };

export type Screen = { [P in Portal]: { portal: P; screen: ScreenOf<P>; params: Parameters } }[Portal];
export type Access = { show: Screen } | { show: 'not-found' } | { redirect: string };

const DEFAULT_PLATFORM: Platform = 'lead-portal';

const homes: Record<PortalRole, string> = {
  mover: '/leads',
  assistant: '/leads',
  agent: '/agent-portal/leads/new',
  carrier: '/load-board/leads/available',
};

const gates: Record<Gate, string> = {
  subscribe: '/subscribe',
  top_cities: '/auth/lead-portal/top-cities',
  signup_complete: '/auth/load-board/signup-complete',
};

/** Where a role starts, and where it is sent back to from what is not its own. */
export function homeOf(role: PortalRole, gate: Gate | null): string {
  return gate ? gates[gate] : homes[role];
}

/**
 * Which screen a visitor sees at a path (with its query), or where they are led instead. Pure, over the one
 * route table, so that every route can be tested with every visitor. Specification, section 2.
 */
export function access(visitor: Visitor, location: string): Access {
  const [path = '/', query = ''] = location.split('?', 2) as [string?, string?];
  if (path === '/' || path === '') return { redirect: startOf(visitor) };
  const detour = authDetour(visitor, path);
  if (detour) return { redirect: detour };

  for (const route of routes) {
    const found = matchPath(route.path, path);
    if (!found) continue;
    if (!isOpenTo(visitor, route.who)) return { redirect: elsewhere(visitor, route.who, location, query) };
    const forced = visitor.kind === 'member' && route.who !== 'anyone' && visitor.gate && gates[visitor.gate];
    if (forced && forced !== path) return { redirect: forced };
    // The last step of a sign-up is over once its gate is: what it asked for is there.
    if (!forced && visitor.kind === 'member' && isGate(path)) return { redirect: '/' };
    if ('to' in route && route.to) return { redirect: fill(route.to, found) };
    const { portal, screen, params: fixed } = route as Route;
    return { show: { portal, screen, params: { ...found, ...fixed } } as Screen };
  }
  return { show: 'not-found' };
}

function startOf(visitor: Visitor): string {
  return visitor.kind === 'member' ? homeOf(visitor.role, visitor.gate) : loginPath(visitor.lastPlatform);
}

function loginPath(platform: Platform | null): string {
  return `/auth/${platform ?? DEFAULT_PLATFORM}/login`;
}

/** /auth/login and sign-in at a platform that does not exist. */
function authDetour(visitor: Visitor, path: string): string | null {
  if (matchPath('/auth/login', path)) return startOf(visitor);
  const platform = matchPath('/auth/:platform/login', path)?.platform;
  return platform !== undefined && !isPlatform(platform) ? loginPath(null) : null;
}

function isOpenTo(visitor: Visitor, who: Who): boolean {
  if (who === 'anyone') return true;
  if (who === 'guest') return visitor.kind === 'guest';
  return visitor.kind === 'member' && who.includes(visitor.role);
}

function elsewhere(visitor: Visitor, who: Who, location: string, query: string): string {
  if (visitor.kind === 'guest') return `${loginPath(platformOf(who))}?next=${encodeURIComponent(location)}`;
  const next = new URLSearchParams(query).get('next');
  return who === 'guest' && next && isOwn(visitor.role, next) ? next : homeOf(visitor.role, visitor.gate);
}

function platformOf(who: Who): Platform {
  if (who === 'anyone' || who === 'guest' || who.includes('mover')) return 'lead-portal';
  return who.includes('agent') ? 'agent-portal' : 'load-board';
}

/** Only a path of one's own portal is gone on to after sign-in: never another site, never a screen that bounces back. */
function isOwn(role: PortalRole, next: string): boolean {
  const path = next.split('?', 1)[0]!;
  return routes.some((route) => Array.isArray(route.who) && (route.who as Who).includes(role as never) && matchPath(route.path, path));
}

function isGate(path: string): boolean {
  return Object.values(gates).includes(path);
}

function fill(pattern: string, params: Parameters): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
