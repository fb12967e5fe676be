import { expect, it } from 'vitest';
import { mailing } from '../models/mailing.model.ts';
import { resend } from '../models/resend.model.ts';
import { session } from '../models/session.model.ts';
import { describe, overview } from './list.ts';

it('lists lifecycles with their versions, and flows, which have none', () => {
  expect(overview([mailing, resend])).toBe(`Lifecycles: what may happen to a record
  mailing          v2   Mails about new leads, of one mailbox

Flows: what happens on a screen
  resend                Mail that is sent again on request`);
});

it('shows states, tags, and what leads out of them', () => {
  expect(describe(resend)).toBe(`resend: Mail that is sent again on request

resend
  waiting
      after 1000 ms -> waiting
      always -> ready   if the wait is over
  ready
      resend.asked -> sending
  sending [busy]
      send answers -> waiting   if it was sent
      send answers -> ready
      send fails -> ready`);
  expect(describe(session)).toContain('  signedIn [member]\n      user.changed -> signedIn.refreshing');
});
