import { type Gate, type PortalRole, platforms, portalRoles, type SessionUser } from './session.user.ts';

/**
 * The only route table: which screen a path shows, in which portal, and who may see it. The first matching row wins, so
 * fixed segments come before `:parameters`. Specification, section 2.
 */
export type Who = 'anyone' | 'guest' | readonly PortalRole[];

/** The parts of a signed-in person that decide where a path leads. */
export type Member = Pick<SessionUser, 'role' | 'gates' | 'subscription'>;

export interface Route {
  path: string;
  who: Who;
  /** The path only redirects; its parameters are filled in. */
  to?: string;
  /** Redirects people who are allowed here but do not need this screen. */
  unless?: (member: Member) => string | false;
  /** The query parameter that a link requires: one of the values in `among`, or any value. */
  link?: { query: string; among?: readonly string[]; notice: string; to: string };
  portal?: string;
  screen?: string;
  /** Fixed parameters, so that several paths can share a screen. */
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

/** Load board screens that are named like their path. */
const boardScreens = ['payments'] as const;

export const boardTabs = ['available', 'open', 'completed'] as const;
export type BoardTab = (typeof boardTabs)[number];

export const boardSettings = ['general', 'account', 'pricing-sheet'] as const;
export type BoardSettings = (typeof boardSettings)[number];

export const leadViews = ['info', 'chat', 'files', 'nearest-carriers'] as const;
export type LeadView = (typeof leadViews)[number];

export const brokerageViews = [
  'company',
  'mail',
  'templates',
  'marketplace',
  'subscriptions',
  'carriers',
  'leads',
  'agreements',
  'sign-in',
  'assistant',
  'legal',
] as const;
export type BrokerageView = (typeof brokerageViews)[number];

/** Agent portal screens that are named like their path. */
const agentScreens = [
  'today',
  'calendar',
  'archive',
  'settings',
  'carriers',
  'chats',
  'workflow',
  'reports',
  'team',
  'tariffs',
  'import',
] as const;

/** The auth pages that each platform has. */
export const doors = ['login', 'forgot-password', 'reset-sent', 'verification-sent'] as const;
export type Door = (typeof doors)[number];

const agent = ['agent'] as const;
const carrier = ['carrier'] as const;
const movers = ['mover', 'assistant'] as const;

/** A gate's screen is shown only while the gate is open. */
const until = (gate: Gate, to: string) => (member: Member) => !member.gates.includes(gate) && to;
const token = { query: 'token', notice: 'Invalid link', to: '/' } as const;

export const routes = [
  ...platforms.flatMap((platform) =>
    doors.map(
      (screen) =>
        ({ path: `/auth/${platform}/${screen}`, who: 'guest', portal: 'auth', screen, params: { platform } }) as const,
    ),
  ),
  { path: '/auth/password-new', who: 'anyone', portal: 'auth', screen: 'password-new' },
  { path: '/auth/confirm-email', who: 'anyone', portal: 'auth', screen: 'confirm-email' },
  { path: '/auth/confirm-email-change', who: 'anyone', portal: 'auth', screen: 'confirm-email-change' },
  { path: '/auth/lead-portal/signup', who: 'guest', portal: 'auth', screen: 'signup' },
  {
    path: '/auth/lead-portal/signup-assistant',
    who: 'anyone',
    link: token,
    portal: 'auth',
    screen: 'signup-assistant',
  },
  {
    path: '/auth/lead-portal/top-cities',
    who: movers,
    unless: until('top_cities', '/leads'),
    portal: 'lead-portal',
    screen: 'top-cities',
  },
  { path: '/auth/agent-portal/invitation', who: 'anyone', link: token, portal: 'auth', screen: 'agent-invitation' },
  { path: '/auth/load-board/signup', who: 'guest', portal: 'auth', screen: 'board-signup' },
  {
    path: '/auth/load-board/signup-complete',
    who: carrier,
    unless: until('signup_complete', '/'),
    portal: 'load-board',
    screen: 'signup-complete',
  },
  {
    path: '/auth/load-board/confirm-email',
    who: 'anyone',
    portal: 'auth',
    screen: 'confirm-email',
    params: { platform: 'load-board' },
  },
  {
    path: '/auth/load-board/signup-email-verification-sent',
    who: 'guest',
    portal: 'auth',
    screen: 'verification-sent',
    params: { platform: 'load-board' },
  },

  { path: '/leads', who: movers, portal: 'lead-portal', screen: 'leads' },
  { path: '/figures', who: movers, portal: 'lead-portal', screen: 'figures' },
  {
    path: '/archive',
    who: movers,
    unless: ({ role, subscription }: Member) => role === 'mover' && subscription === 'inactive' && '/leads',
    portal: 'lead-portal',
    screen: 'archive',
  },
  {
    path: '/settings',
    who: movers,
    unless: ({ role }: Member) => role === 'assistant' && '/settings-assistant',
    portal: 'lead-portal',
    screen: 'settings',
  },
  {
    path: '/settings-assistant',
    who: movers,
    unless: ({ role }: Member) => role === 'mover' && '/settings',
    portal: 'lead-portal',
    screen: 'settings',
  },
  { path: '/subscribe', who: movers, unless: until('subscribe', '/leads'), portal: 'lead-portal', screen: 'subscribe' },

  { path: '/agent-portal', who: agent, to: '/agent-portal/leads/new' },
  { path: '/agent-portal/leads', who: agent, to: '/agent-portal/leads/new' },
  ...leadTabs.map(
    (tab) =>
      ({
        path: `/agent-portal/leads/${tab}`,
        who: agent,
        portal: 'agent-portal',
        screen: 'leads',
        params: { tab },
      }) as const,
  ),
  { path: '/agent-portal/lead/:id', who: agent, to: '/agent-portal/lead/:id/info' },
  ...leadViews.map(
    (view) =>
      ({
        path: `/agent-portal/lead/:id/${view}`,
        who: agent,
        portal: 'agent-portal',
        screen: 'lead',
        params: { view },
      }) as const,
  ),
  ...agentScreens.map(
    (screen) => ({ path: `/agent-portal/${screen}`, who: agent, portal: 'agent-portal', screen }) as const,
  ),
  { path: '/agent-portal/brokerage', who: agent, to: '/agent-portal/brokerage/company' },
  ...brokerageViews.map(
    (view) =>
      ({
        path: `/agent-portal/brokerage/${view}`,
        who: agent,
        portal: 'agent-portal',
        screen: 'brokerage',
        params: { view },
      }) as const,
  ),
  { path: '/agent-portal/carriers/:id', who: agent, portal: 'agent-portal', screen: 'carrier' },
  { path: '/agent-portal/chats/:id', who: agent, portal: 'agent-portal', screen: 'chats' },

  { path: '/agent-portal/chat/:uuid', who: 'anyone', portal: 'client', screen: 'chat' },
  { path: '/agent-portal/shared/:token', who: 'anyone', portal: 'client', screen: 'shared-lead' },
  { path: '/agent-portal/estimates/:token', who: 'anyone', portal: 'client', screen: 'shared-estimate' },
  { path: '/agent-portal/payment/:token', who: 'anyone', portal: 'client', screen: 'payment' },
  { path: '/agent-portal/broker-shipper-agreement/sign', who: 'anyone', portal: 'client', screen: 'agreement-sign' },
  {
    path: '/agent-portal/broker-shipper-agreement/signed',
    who: 'anyone',
    portal: 'client',
    screen: 'agreement-signed',
  },
  {
    path: '/agent-portal/broker-shipper-agreement/send-email',
    who: 'anyone',
    portal: 'client',
    screen: 'agreement-send-email',
  },
  { path: '/move/:token', who: 'anyone', portal: 'client', screen: 'portal' },
  { path: '/quote/:token', who: 'anyone', portal: 'client', screen: 'state-quote' },

  { path: '/load-board', who: carrier, to: '/load-board/leads/available' },
  { path: '/load-board/leads', who: carrier, to: '/load-board/leads/available' },
  ...boardTabs.map(
    (tab) =>
      ({
        path: `/load-board/leads/${tab}`,
        who: carrier,
        portal: 'load-board',
        screen: 'leads',
        params: { tab },
      }) as const,
  ),
  ...boardScreens.map(
    (screen) => ({ path: `/load-board/${screen}`, who: carrier, portal: 'load-board', screen }) as const,
  ),
  { path: '/load-board/settings', who: carrier, to: '/load-board/settings/general' },
  ...boardSettings.map(
    (view) =>
      ({
        path: `/load-board/settings/${view}`,
        who: carrier,
        portal: 'load-board',
        screen: 'settings',
        params: { view },
      }) as const,
  ),
  {
    path: '/load-board/specific-job-agreement/signed',
    who: carrier,
    portal: 'load-board',
    screen: 'job-agreement-signed',
  },
  { path: '/load-board/specific-job-agreement/:id', who: carrier, portal: 'load-board', screen: 'job-agreement' },

  { path: '/marketplace', who: 'anyone', portal: 'marketplace', screen: 'marketplace' },
  {
    path: '/marketplace/details',
    who: 'anyone',
    link: { query: 'token', notice: 'Invalid lead details link', to: '/marketplace' },
    portal: 'marketplace',
    screen: 'details',
  },
  { path: '/marketplace/orders', who: 'anyone', portal: 'marketplace', screen: 'orders' },
  {
    path: '/email/unsubscribe',
    who: 'anyone',
    link: { query: 'email', notice: 'Invalid link', to: '/marketplace' },
    portal: 'email',
    screen: 'unsubscribe',
  },
  {
    path: '/email/settings-unsubscribe',
    who: portalRoles,
    link: { ...token, query: 'field', among: ['email_on_new_lead', 'email_on_subscription_cancellation'] },
    portal: 'email',
    screen: 'settings-unsubscribe',
  },
  { path: '/email/marketplace-subscribe', who: 'anyone', portal: 'email', screen: 'marketplace-subscribe' },
  { path: '/setup', who: 'anyone', portal: 'setup', screen: 'setup' },
  ...(['privacy-policy', 'terms-of-service'] as const).map(
    (screen) => ({ path: `/${screen}`, who: 'anyone', portal: 'legal', screen }) as const,
  ),
] as const satisfies readonly Route[];

type Shown = Extract<(typeof routes)[number], { screen: string }>;

export type Portal = Shown['portal'];
/** The screens of one portal. Its component table is a `Record` of these, so that none can be forgotten. */
export type ScreenOf<P extends Portal> = Extract<Shown, { portal: P }>['screen'];
export type Parameters = Readonly<Record<string, string>>;

/** The parameters of a path that matches a pattern, or null if it does not. A trailing slash is ignored. */
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
