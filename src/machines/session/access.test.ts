import { describe, expect, test } from 'vitest';
import { access, type Visitor } from './access.ts';
import { brokerageViews, routes } from './routes.ts';
import type { Gate, PortalRole } from './session.user.ts';

type Subscription = 'inactive' | 'trialing' | 'active';
const member = (role: PortalRole, gates: Gate[] = [], subscription: Subscription | null = null): Visitor => ({
  kind: 'member',
  role,
  gates,
  subscription,
});

/** Every kind of visitor, at every stage of onboarding. */
const visitors = {
  guest: { kind: 'guest', lastPlatform: null },
  newMover: member('mover', ['top_cities', 'subscribe'], 'inactive'),
  trialless: member('mover', ['subscribe'], 'inactive'),
  cityless: member('mover', ['top_cities'], 'trialing'),
  mover: member('mover', [], 'active'),
  lapsed: member('mover', [], 'inactive'),
  newAssistant: member('assistant', ['top_cities', 'subscribe'], 'inactive'),
  assistant: member('assistant', [], 'inactive'),
  agent: member('agent'),
  newCarrier: member('carrier', ['signup_complete']),
  carrier: member('carrier'),
} satisfies Record<string, Visitor>;
type Name = keyof typeof visitors;
const names = Object.keys(visitors) as Name[];

/** Short names for where visitors end up; `=` is the screen of the path itself. */
const ends: Record<string, string> = {
  login: '/auth/lead-portal/login',
  'a-login': '/auth/agent-portal/login',
  'b-login': '/auth/load-board/login',
  leads: '/leads',
  sub: '/subscribe',
  cities: '/auth/lead-portal/top-cities',
  settings: '/settings',
  'set-as': '/settings-assistant',
  agent: '/agent-portal/leads/new',
  signup: '/auth/load-board/signup-complete',
  board: '/load-board/leads/available',
  general: '/load-board/settings/general',
  company: '/agent-portal/brokerage/company',
  info: '/agent-portal/lead/x1/info',
  market: '/marketplace',
};

// Who may see what, verbatim from the specification: the path, then a cell per visitor in the order above.
const guestOnly = 'cities  sub  cities      leads    leads    cities        leads      agent  signup      board';
const agentOnly =
  'a-login  cities  sub  cities      leads    leads    cities        leads      =      signup      board';
const carrierOnly = 'b-login  cities  sub  cities      leads    leads    cities        leads      agent  signup      =';
const all = '= = = = = = = = = = =';
//                                 guest    newMover  trialless  cityless  mover  lapsed  newAssistant  assistant  agent  newCarrier  carrier
const table: Record<string, string> = {
  '/': 'login    cities  sub  cities      leads    leads    cities        leads      agent  signup      board',
  '/leads': 'login    cities  sub  cities      =        =        cities        =          agent  signup      board',
  '/figures': 'login    cities  sub  cities      =        =        cities        =          agent  signup      board',
  '/archive': 'login    cities  sub  cities      =        leads    cities        =          agent  signup      board',
  '/settings': 'login    cities  sub  cities      =        =        cities        set-as     agent  signup      board',
  '/settings-assistant':
    'login    cities  sub  cities      settings settings cities        =          agent  signup      board',
  '/subscribe': 'login    cities  =    cities    leads    leads    cities        leads      agent  signup      board',
  '/auth/login': `login ${guestOnly}`,
  ...Object.fromEntries(
    ['agent-portal', 'lead-portal', 'load-board'].flatMap((platform) =>
      ['login', 'forgot-password', 'reset-sent', 'verification-sent'].map((door) => [
        `/auth/${platform}/${door}`,
        `= ${guestOnly}`,
      ]),
    ),
  ),
  '/auth/nowhere/login': 'login login login login login login login login login login login',
  '/auth/nowhere/reset-sent': 'login login login login login login login login login login login',
  '/auth/password-new': all,
  '/auth/confirm-email': all,
  '/auth/confirm-email-change': all,
  '/auth/lead-portal/signup': `= ${guestOnly}`,
  '/auth/lead-portal/signup-assistant?token=x': all,
  '/auth/lead-portal/signup-assistant':
    'login    cities  sub  cities      leads    leads    cities        leads      agent  signup      board',
  '/auth/agent-portal/invitation?token=x': all,
  '/auth/agent-portal/invitation':
    'login    cities  sub  cities      leads    leads    cities        leads      agent  signup      board',
  '/auth/lead-portal/top-cities':
    'login    =       sub  =         leads    leads    =             leads      agent  signup      board',
  '/auth/load-board/signup': `= ${guestOnly}`,
  '/auth/load-board/signup-complete':
    'b-login  cities  sub  cities      leads    leads    cities        leads      agent  =           board',
  '/auth/load-board/confirm-email': all,
  '/auth/load-board/signup-email-verification-sent': `= ${guestOnly}`,
  '/load-board': carrierOnly.replace(/=$/, 'board'),
  '/load-board/leads': carrierOnly.replace(/=$/, 'board'),
  '/load-board/leads/open': carrierOnly,
  '/load-board/leads/available': carrierOnly,
  '/load-board/leads/completed': carrierOnly,
  '/load-board/payments': carrierOnly,
  '/load-board/settings': carrierOnly.replace(/=$/, 'general'),
  '/load-board/settings/account': carrierOnly,
  '/load-board/settings/general': carrierOnly,
  '/load-board/settings/pricing-sheet': carrierOnly,
  '/load-board/specific-job-agreement/x1': carrierOnly,
  '/load-board/specific-job-agreement/signed': carrierOnly,
  '/agent-portal': agentOnly.replace('=', 'agent'),
  '/agent-portal/leads': agentOnly.replace('=', 'agent'),
  '/agent-portal/leads/new': agentOnly,
  '/agent-portal/leads/follow-up': agentOnly,
  '/agent-portal/leads/contracted': agentOnly,
  '/agent-portal/leads/quote-sent': agentOnly,
  '/agent-portal/leads/award-carrier': agentOnly,
  '/agent-portal/leads/contract-sent': agentOnly,
  '/agent-portal/leads/open-contracts': agentOnly,
  '/agent-portal/leads/completed-contracts': agentOnly,
  '/agent-portal/lead/x1': agentOnly.replace('=', 'info'),
  '/agent-portal/lead/x1/chat': agentOnly,
  '/agent-portal/lead/x1/info': agentOnly,
  '/agent-portal/lead/x1/files': agentOnly,
  '/agent-portal/lead/x1/nearest-carriers': agentOnly,
  '/agent-portal/archive': agentOnly,
  '/agent-portal/settings': agentOnly,
  '/agent-portal/carriers': agentOnly,
  '/agent-portal/workflow': agentOnly,
  '/agent-portal/reports': agentOnly,
  '/agent-portal/brokerage': agentOnly.replace('=', 'company'),
  ...Object.fromEntries(brokerageViews.map((view) => [`/agent-portal/brokerage/${view}`, agentOnly])),
  '/agent-portal/team': agentOnly,
  '/agent-portal/today': agentOnly,
  '/agent-portal/calendar': agentOnly,
  '/agent-portal/tariffs': agentOnly,
  '/agent-portal/import': agentOnly,
  '/agent-portal/carriers/x1': agentOnly,
  '/agent-portal/chats': agentOnly,
  '/agent-portal/chats/x1': agentOnly,
  '/agent-portal/chat/x1': all,
  '/agent-portal/shared/x1': all,
  '/agent-portal/estimates/x1': all,
  '/agent-portal/payment/x1': all,
  '/agent-portal/broker-shipper-agreement/sign': all,
  '/agent-portal/broker-shipper-agreement/signed': all,
  '/agent-portal/broker-shipper-agreement/send-email': all,
  '/move/x1': all,
  '/quote/x1': all,
  '/setup': all,
  '/marketplace': all,
  '/marketplace/details?token=x': all,
  '/marketplace/details': 'market market market market market market market market market market market',
  '/marketplace/orders': all,
  '/email/unsubscribe?email=a@b.test': all,
  '/email/unsubscribe': 'market market market market market market market market market market market',
  '/email/settings-unsubscribe?field=email_on_new_lead':
    'login    cities  sub  cities      =        =        cities        =          =      signup      =',
  '/email/settings-unsubscribe?field=role':
    'login    cities  sub  cities      leads    leads    cities        leads      agent  signup      board',
  '/email/marketplace-subscribe': all,
  '/privacy-policy': all,
  '/terms-of-service': all,
};

/** Follows redirects to the final screen, and collects the notices on the way. */
function visit(visitor: Visitor, location: string) {
  let at = location;
  const notices: string[] = [];
  for (let steps = 0; steps < 6; steps += 1) {
    const seen = access(visitor, at);
    if ('show' in seen) return { at, path: at.split('?')[0]!, shown: seen.show, notices };
    if (seen.notice) notices.push(seen.notice);
    at = seen.redirect;
  }
  throw new Error(`${location} leads round in a circle, by way of ${at}`);
}

describe.each(Object.entries(table))('%s', (location, row) => {
  const cells = row.split(/\s+/);
  test.each(names.map((name, index) => [name, cells[index]!] as const))('for %s', (name, cell) => {
    const { path, shown } = visit(visitors[name], location);
    expect(shown).not.toBe('not-found');
    const end = ends[cell] ?? location.split('?')[0];
    // Signed-in visitors who follow a wrong URL to the sign-in page are redirected once more.
    expect(path).toBe(cell === 'login' && name !== 'guest' ? visit(visitors[name], '/').path : end);
  });
});

test('every row of the route table is judged above', () => {
  const judged = Object.keys(table).map((location) => location.split('?')[0]);
  const concrete = routes.map(({ path }) => path.replace(/:\w+/g, 'x1'));
  expect(concrete.filter((path) => !judged.includes(path))).toEqual([]);
});

test('a link that is worth nothing says so once', () => {
  expect(visit(visitors.guest, '/auth/lead-portal/signup-assistant').notices).toEqual(['Invalid link']);
  expect(visit(visitors.mover, '/email/settings-unsubscribe?field=role').notices).toEqual(['Invalid link']);
  expect(visit(visitors.guest, '/email/unsubscribe').notices).toEqual(['Invalid link']);
  expect(visit(visitors.guest, '/marketplace/details').notices).toEqual(['Invalid lead details link']);
  expect(visit(visitors.guest, '/marketplace/details?token=x').notices).toEqual([]);
  expect(visit(visitors.guest, '/leads').notices).toEqual([]);
});

test('the last platform opens first', () => {
  expect(access({ kind: 'guest', lastPlatform: 'load-board' }, '/')).toEqual({ redirect: '/auth/load-board/login' });
  expect(access({ kind: 'guest', lastPlatform: 'load-board' }, '/auth/login')).toEqual({
    redirect: '/auth/load-board/login',
  });
});

test('sign-in leads back to where one wanted to go, but only to an own screen', () => {
  const asked = visit(visitors.guest, '/agent-portal/lead/7/files?a=1');
  expect(asked.at).toBe('/auth/agent-portal/login?next=%2Fagent-portal%2Flead%2F7%2Ffiles%3Fa%3D1');
  expect(visit(visitors.agent, asked.at).at).toBe('/agent-portal/lead/7/files?a=1');
  expect(visit(visitors.carrier, asked.at).at).toBe('/load-board/leads/available');
  expect(visit(visitors.agent, '/auth/agent-portal/login?next=//evil.test').at).toBe('/agent-portal/leads/new');
});

test('a deep link is kept through sign-in and every gate', () => {
  const wish = '/settings?part=billing';
  const door = visit(visitors.guest, wish).at;
  const gate = visit(visitors.newMover, door).at;
  expect(gate).toBe(`/auth/lead-portal/top-cities?next=${encodeURIComponent(wish)}`);
  const trial = visit(visitors.trialless, gate).at;
  expect(trial).toBe(`/subscribe?next=${encodeURIComponent(wish)}`);
  expect(visit(visitors.mover, trial).at).toBe(wish);
  const job = visit(visitors.newCarrier, '/load-board/specific-job-agreement/7').at;
  expect(visit(visitors.carrier, job).at).toBe('/load-board/specific-job-agreement/7');
});

test('a gate that names itself as the way on leads home', () => {
  expect(visit(visitors.mover, '/subscribe?next=/subscribe').at).toBe('/leads');
  expect(visit(visitors.mover, '/subscribe?next=%2Fsubscribe%2F').at).toBe('/leads');
});

test('what the paths say reaches the screen', () => {
  expect(access(visitors.agent, '/agent-portal/lead/7/chat/')).toEqual({
    show: { portal: 'agent-portal', screen: 'lead', params: { id: '7', view: 'chat' } },
  });
  expect(access(visitors.guest, '/auth/load-board/reset-sent')).toEqual({
    show: { portal: 'auth', screen: 'reset-sent', params: { platform: 'load-board' } },
  });
  expect(access(visitors.guest, '/nowhere')).toEqual({ show: 'not-found' });
  expect(access(visitors.guest, '/agent-portal/shared/%E0%A4%A')).toEqual({ show: 'not-found' });
});
