import { expect, test } from 'vitest';
import { noFacts } from './agent-lead.facts.ts';
import { AGENT_LEAD_MODEL_VERSION } from './agent-lead.lifecycle.ts';
import { replayAgentLead } from './agent-lead.replay.ts';
import type { AgentLeadEntry } from './agent-lead.replay.ts';

const facts = { ...noFacts, today: '2026-11-21', clientEmail: 'ann@mail.example', estimateTotal: 100 };

const history: AgentLeadEntry[] = [
  {
    sequence: 1,
    event: 'lead.created',
    judged: { type: 'lead.created' },
    facts: {},
    from_state: null,
    from_stage: null,
    to_state: 'new',
    to_stage: null,
    is_archived: false,
    model_version: AGENT_LEAD_MODEL_VERSION,
  },
  {
    sequence: 2,
    event: 'quote.sent',
    judged: { type: 'quote.sent', by: 'agent', total: 100, validUntil: '2026-12-01' },
    facts,
    from_state: 'new',
    from_stage: null,
    to_state: 'quote-sent',
    to_stage: null,
    is_archived: false,
    model_version: AGENT_LEAD_MODEL_VERSION,
  },
  {
    sequence: 3,
    event: 'lead.archived',
    judged: { type: 'lead.archived', by: 'agent', reason: 'spam' },
    facts,
    from_state: 'quote-sent',
    from_stage: null,
    to_state: 'quote-sent',
    to_stage: null,
    is_archived: true,
    model_version: AGENT_LEAD_MODEL_VERSION,
  },
  {
    sequence: 4,
    event: 'lead.restored',
    judged: { type: 'lead.restored', by: 'agent' },
    facts,
    from_state: 'quote-sent',
    from_stage: null,
    to_state: 'quote-sent',
    to_stage: null,
    is_archived: false,
    model_version: AGENT_LEAD_MODEL_VERSION,
  },
];

const changed = (index: number, change: Partial<AgentLeadEntry>) =>
  history.map((entry, at) => (at === index ? { ...entry, ...change } : entry));

test('a history leads to where the lead stands, also through the archive', () => {
  expect(replayAgentLead(history.slice(0, 1))).toEqual({ state: 'new', stage: null, isArchived: false });
  expect(replayAgentLead(history.slice(0, 3))).toEqual({ state: 'quote-sent', stage: null, isArchived: true });
  expect(replayAgentLead(history)).toEqual({ state: 'quote-sent', stage: null, isArchived: false });
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
    'Entry 2 (quote.sent): it lands in quote-sent, but the entry says contracted.',
  ],
  [
    'another start',
    changed(2, { from_state: 'new' }),
    'Entry 3 (lead.archived): it leaves from new, but the lead stands in quote-sent.',
  ],
  ['another event', changed(1, { event: 'contract.sent' }), 'Entry 2 (contract.sent): what was judged is quote.sent.'],
])('%s is named with its entry', (_, entries, message) => {
  expect(() => replayAgentLead(entries)).toThrow(message);
});
