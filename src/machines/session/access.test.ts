import { describe, expect, test } from 'vitest';
import { access, type Visitor } from './access.ts';
import { routes } from './routes.ts';
import type { PortalRole } from './session.user.ts';

const guest: Visitor = { kind: 'guest', lastPlatform: null };
const member = (role: PortalRole): Visitor => ({ kind: 'member', role, gate: null });
const roles: PortalRole[] = ['mover', 'assistant', 'agent', 'carrier'];
const visitors = [guest, ...roles.map(member)];
const sample = (path: string) => path.replace(/:\w+/g, 'x1');

describe('every route, every visitor', () => {
  for (const route of routes) {
    for (const visitor of visitors) {
      const name = visitor.kind === 'member' ? visitor.role : 'guest';
      test(`${route.path} for ${name}`, () => {
        const open =
          route.who === 'anyone' ||
          (route.who === 'guest' ? name === 'guest' : (route.who as readonly string[]).includes(name));
        const seen = access(visitor, sample(route.path));
        const isShown = open && !('to' in route && route.to) && !route.path.endsWith('signup-complete');
        expect('show' in seen).toBe(isShown);
      });
    }
  }
});

test('a redirect always ends at a screen, or at a path that this build does not have', () => {
  for (const visitor of visitors) {
    for (const route of routes) {
      let seen = access(visitor, sample(route.path));
      for (let steps = 0; 'redirect' in seen; steps += 1) {
        expect(steps).toBeLessThan(4);
        seen = access(visitor, seen.redirect);
      }
    }
  }
});

test('the start leads everyone to their own portal', () => {
  expect(access(member('agent'), '/')).toEqual({ redirect: '/agent-portal/leads/new' });
  expect(access(member('carrier'), '/')).toEqual({ redirect: '/load-board/leads/available' });
  expect(access(member('mover'), '/')).toEqual({ redirect: '/leads' });
  expect(access(guest, '/')).toEqual({ redirect: '/auth/lead-portal/login' });
  expect(access({ kind: 'guest', lastPlatform: 'load-board' }, '/')).toEqual({ redirect: '/auth/load-board/login' });
});

test('sign-in leads back to where one wanted to go, but only to an own screen', () => {
  const asked = access(guest, '/agent-portal/lead/7/files?a=1');
  expect(asked).toEqual({ redirect: '/auth/agent-portal/login?next=%2Fagent-portal%2Flead%2F7%2Ffiles%3Fa%3D1' });
  const back = (asked as { redirect: string }).redirect;
  expect(access(member('agent'), back)).toEqual({ redirect: '/agent-portal/lead/7/files?a=1' });
  expect(access(member('carrier'), back)).toEqual({ redirect: '/load-board/leads/available' });
  expect(access(member('agent'), '/auth/agent-portal/login?next=//evil.test')).toEqual({ redirect: '/agent-portal/leads/new' });
});

test('an unfinished sign-up holds a carrier at its last step, and lets go after it', () => {
  const unfinished: Visitor = { kind: 'member', role: 'carrier', gate: 'signup_complete' };
  expect(access(unfinished, '/load-board/leads/open')).toEqual({ redirect: '/auth/load-board/signup-complete' });
  expect(access(unfinished, '/auth/load-board/signup-complete')).toMatchObject({ show: { screen: 'signup-complete' } });
  expect(access(member('carrier'), '/auth/load-board/signup-complete')).toEqual({ redirect: '/' });
});

test('what the paths say reaches the screen', () => {
  expect(access(member('agent'), '/agent-portal/lead/7/chat/')).toEqual({
    show: { portal: 'agent-portal', screen: 'lead', params: { id: '7', view: 'chat' } },
  });
  expect(access(member('agent'), '/agent-portal/lead/7')).toEqual({ redirect: '/agent-portal/lead/7/info' });
  expect(access(guest, '/auth/nowhere/login')).toEqual({ redirect: '/auth/lead-portal/login' });
  expect(access(guest, '/nowhere')).toEqual({ show: 'not-found' });
  expect(access(guest, '/agent-portal/shared/%E0%A4%A')).toEqual({ show: 'not-found' });
});
