import { expect, test } from 'vitest';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import type { HistoryEntry } from '#src/machines/replay.ts';
import { noFacts } from './agent-lead.types.ts';
import { AGENT_LEAD_MODEL_VERSION } from './agent-lead.lifecycle.ts';

const facts = { ...noFacts, today: '2026-11-21', clientEmail: 'ann@mail.example', estimateTotal: 100 };

const history: HistoryEntry[] = [
  {
    sequence: 1,
    event: 'lead.created',
    judged: { type: 'lead.created' },
    facts: {},
    from_state: null,
    to_state: 'new',
    model_version: AGENT_LEAD_MODEL_VERSION,
  },
  {
    sequence: 2,
    event: 'quote.sent',
    judged: { type: 'quote.sent', by: 'agent', total: 100, validUntil: '2026-12-01' },
    facts,
    from_state: 'new',
    to_state: 'quote-sent.waiting',
    model_version: AGENT_LEAD_MODEL_VERSION,
  },
  {
    sequence: 3,
    event: 'lead.archived',
    judged: { type: 'lead.archived', by: 'agent', reason: 'spam' },
    facts,
    from_state: 'quote-sent.waiting',
    to_state: 'archived.quote-sent.waiting',
    model_version: AGENT_LEAD_MODEL_VERSION,
  },
  {
    sequence: 4,
    event: 'lead.restored',
    judged: { type: 'lead.restored', by: 'agent' },
    facts,
    from_state: 'archived.quote-sent.waiting',
    to_state: 'quote-sent.waiting',
    model_version: AGENT_LEAD_MODEL_VERSION,
  },
];

const changed = (index: number, change: Partial<HistoryEntry>) =>
  history.map((entry, at) => (at === index ? { ...entry, ...change } : entry));

test('a history leads to where the lead stands, also through the archive', () => {
  expect(replay(agentLeadLifecycle, history.slice(0, 1))).toEqual({ state: 'new', stage: null, isArchived: false });
  expect(replay(agentLeadLifecycle, history.slice(0, 3))).toEqual({
    state: 'quote-sent',
    stage: 'waiting',
    isArchived: true,
  });
  expect(replay(agentLeadLifecycle, history)).toEqual({ state: 'quote-sent', stage: 'waiting', isArchived: false });
});

test.each([
  ['a gap', history.filter((entry) => entry.sequence !== 2), 'Entry 3 (lead.archived): the sequence should be 2.'],
  ['nothing', [], 'A history without entries leads nowhere.'],
  [
    'no creation',
    history.slice(1).map((entry, index) => ({ ...entry, sequence: index + 1 })),
    'Entry 1 (quote.sent): a history begins with the creation of the lead.',
  ],
  [
    'what the lifecycle forbids',
    changed(1, { judged: { type: 'quote.sent', by: 'agent', total: 0, validUntil: '2026-12-01' } }),
    'Entry 2 (quote.sent): the lifecycle does not allow it in new: the estimate has a total above zero.',
  ],
  [
    'another landing',
    changed(1, { to_state: 'contracted' }),
    'Entry 2 (quote.sent): it lands in quote-sent.waiting, but the entry says contracted.',
  ],
  [
    'another start',
    changed(2, { from_state: 'new' }),
    'Entry 3 (lead.archived): it leaves from new, but the lead stands in quote-sent.waiting.',
  ],
  ['another event', changed(1, { event: 'contract.sent' }), 'Entry 2 (contract.sent): what was judged is quote.sent.'],
])('%s is named with its entry', (_, entries, message) => {
  expect(() => replay(agentLeadLifecycle, entries)).toThrow(message);
});
