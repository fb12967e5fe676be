import { type PortalRole, platforms } from './session.user.ts';

/**
 * The one table of routes: which screen a path shows, in which portal, and who may see it.
 * The first row that matches wins, so fixed segments stand before `:parameters`.
 */
export type Who = 'anyone' | 'guest' | readonly PortalRole[];

export interface Route {
  path: string;
  who: Who;
  /** A bare path that only leads on; parameters of the path are filled in. */
  to?: string;
  portal?: string;
  screen?: string;
  /** Parameters that the path fixes, so that several paths share a screen. */
  params?: Readonly<Record<string, string>>;
}

export const leadTabs = [
  'new',
  'follow-up',
  'quote-sent',
  'contract-sent',
  'contracted',
  'award-carrier',
  'open-contracts',
  'completed-contracts',
] as const;
export type LeadTab = (typeof leadTabs)[number];

export const boardTabs = ['available', 'open', 'completed'] as const;
export type BoardTab = (typeof boardTabs)[number];

export const boardSettings = ['general', 'account', 'pricing-sheet'] as const;
export type BoardSettings = (typeof boardSettings)[number];

export const leadViews = ['info', 'chat', 'files', 'nearest-carriers'] as const;
export type LeadView = (typeof leadViews)[number];

const agent = ['agent'] as const;
const carrier = ['carrier'] as const;

export const routes = [
  ...platforms.map(
    (platform) =>
      ({ path: `/auth/${platform}/login`, who: 'guest', portal: 'auth', screen: 'login', params: { platform } }) as const,
  ),
  { path: '/auth/load-board/signup-complete', who: carrier, portal: 'load-board', screen: 'signup-complete' },

  { path: '/agent-portal', who: agent, to: '/agent-portal/leads/new' },
  { path: '/agent-portal/leads', who: agent, to: '/agent-portal/leads/new' },
  ...leadTabs.map(
    (tab) =>
      ({ path: `/agent-portal/leads/${tab}`, who: agent, portal: 'agent-portal', screen: 'leads', params: { tab } }) as const,
  ),
  { path: '/agent-portal/lead/:id', who: agent, to: '/agent-portal/lead/:id/info' },
  ...leadViews.map(
    (view) =>
      ({ path: `/agent-portal/lead/:id/${view}`, who: agent, portal: 'agent-portal', screen: 'lead', params: { view } }) as const,
  ),
  { path: '/agent-portal/archive', who: agent, portal: 'agent-portal', screen: 'archive' },
  { path: '/agent-portal/settings', who: agent, portal: 'agent-portal', screen: 'settings' },
  { path: '/agent-portal/carriers', who: agent, portal: 'agent-portal', screen: 'carriers' },
  { path: '/agent-portal/carriers/:id', who: agent, portal: 'agent-portal', screen: 'carrier' },

  { path: '/agent-portal/shared/:token', who: 'anyone', portal: 'client', screen: 'shared-lead' },
  { path: '/agent-portal/estimates/:token', who: 'anyone', portal: 'client', screen: 'shared-estimate' },
  { path: '/agent-portal/broker-shipper-agreement/sign', who: 'anyone', portal: 'client', screen: 'agreement-sign' },
  { path: '/agent-portal/broker-shipper-agreement/signed', who: 'anyone', portal: 'client', screen: 'agreement-signed' },
  { path: '/agent-portal/broker-shipper-agreement/send-email', who: 'anyone', portal: 'client', screen: 'agreement-send-email' },

  { path: '/load-board', who: carrier, to: '/load-board/leads/available' },
  { path: '/load-board/leads', who: carrier, to: '/load-board/leads/available' },
  ...boardTabs.map(
    (tab) =>
      ({ path: `/load-board/leads/${tab}`, who: carrier, portal: 'load-board', screen: 'leads', params: { tab } }) as const,
  ),
  { path: '/load-board/settings', who: carrier, to: '/load-board/settings/general' },
  ...boardSettings.map(
    (view) =>
      ({ path: `/load-board/settings/${view}`, who: carrier, portal: 'load-board', screen: 'settings', params: { view } }) as const,
  ),
  { path: '/load-board/specific-job-agreement/signed', who: carrier, portal: 'load-board', screen: 'job-agreement-signed' },
  { path: '/load-board/specific-job-agreement/:id', who: carrier, portal: 'load-board', screen: 'job-agreement' },
] as const satisfies readonly Route[];

type Shown = Extract<(typeof routes)[number], { screen: string }>;

export type Portal = Shown['portal'];
/** The screens of one portal; its table of components is a `Record` of these, so none can be forgotten. */
export type ScreenOf<P extends Portal> = Extract<Shown, { portal: P }>['screen'];
export type Parameters = Readonly<Record<string, string>>;

/** The parameters of a path under a pattern, or null when it does not match. A trailing slash does not matter. */
export function matchPath(pattern: string, path: string): Parameters | null {
  const wanted = pattern.split('/');
  const given = path.replace(/(.)\/+$/, '$1').split('/');
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const text = given[index]!;
    if (!segment.startsWith(':')) {
      if (segment !== text) return null;
      continue;
    }
    if (text === '') return null;
    try {
      found[segment.slice(1)] = decodeURIComponent(text);
    } catch {
      return null;
    }
  }
  return found;
}
