import { expect, test } from 'vitest';
import { checkLead } from './check-lead.ts';
import { emptyLead, emptyStop, type LeadDraft } from './lead-draft.ts';

const today = '2030-06-10';
const stop = (role: 'pick_up' | 'drop_off', days: Partial<LeadDraft['stops'][number]> = {}) => ({
  ...emptyStop(role),
  zip: '78701',
  city: 'Austin',
  state: 'TX',
  ...days,
});
const lead = (part: Partial<LeadDraft> = {}, pickUp = {}, dropOff = {}): LeadDraft => ({
  ...emptyLead({ id: '', label: '' }),
  client: { name: 'Casey', email: 'casey@client.test', phone: '', zone: '' },
  stops: [stop('pick_up', pickUp), stop('drop_off', dropOff)],
  ...part,
});
const unreachable = { client: { name: 'Casey', email: ' ', phone: '', zone: '' } };
const fields = (draft: LeadDraft, saved: LeadDraft | null = null, day: string | null = today) =>
  Object.keys(checkLead(draft, { saved, today: day }));

test('a client can be answered by phone or by mail', () => {
  expect(fields(lead())).toEqual([]);
  expect(fields(lead(unreachable))).toEqual(['client.phone']);
  expect(fields(lead(unreachable), lead())).toEqual(['client.phone']);
  // It was so before, and the edit is about something else.
  expect(fields(lead(unreachable), lead({ client: { name: 'Kasey', email: '', phone: '', zone: '' } }))).toEqual([]);
});

test('a new day is today or later at the brokerage; one that the lead has had stays', () => {
  const over = { earliest: '2020-01-05', latest: '2030-06-12' };
  expect(fields(lead({}, { earliest: today }))).toEqual([]);
  expect(fields(lead({}, over, { latest: '2030-06-09' }))).toEqual(['stops.0.earliest', 'stops.1.latest']);
  expect(fields(lead({}, over), lead({}, over))).toEqual([]);
  expect(fields(lead({}, { ...over, earliest: '2020-01-06' }), lead({}, over))).toEqual(['stops.0.earliest']);
  // The server knows today's date; the screen does not yet.
  expect(fields(lead({}, over), null, null)).toEqual([]);
});
