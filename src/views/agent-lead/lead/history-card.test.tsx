import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HistoryCard } from './history-card.tsx';
import LeadDiagram from './lead-diagram.tsx';
import { paymentActivity } from './payment-activity.ts';

type Lead = Parameters<typeof HistoryCard>[0]['lead'];
const entry = {
  __typename: 'HistoryEntry' as const,
  payload: {},
  actorName: 'Dana',
  actorRole: 'agent',
  actorCompany: null,
  at: '2026-01-01T00:00:00Z',
  fromStage: null,
  toStage: null,
  isArchived: false,
  modelVersion: 1,
};
const history: Lead['history'] = [
  { ...entry, sequence: 1, event: 'lead.created', fromState: null, toState: 'on-hold' },
  { ...entry, sequence: 2, event: 'hold.set-aside', fromState: 'on-hold', toState: 'on-hold', isArchived: true },
  {
    ...entry,
    sequence: 3,
    event: 'model.changed',
    actorName: 'The system',
    fromState: 'on-hold',
    toState: 'follow-up',
    isArchived: true,
    modelVersion: 2,
  },
];
const drawn = (node: React.ReactNode) =>
  renderToStaticMarkup(node)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

test('what happened under an older version of the lifecycle is said in words, in the states of that day', () => {
  const text = drawn(
    <HistoryCard
      lead={{ __typename: 'AgentLead', id: 'a', history, leadNotes: [], leadMails: [] } as Lead}
      readerId="b"
      offBecause={null}
      onLogCall={() => {}}
      onEmail={null}
    />,
  );
  expect(text).toContain('Dana created the lead');
  expect(text).toContain('Dana hold set aside');
  expect(text).toContain('The system moved the lead to version 2 of the workflow → Follow-up · archived');
});

test('what a carrier did names its company', () => {
  const bid = { ...entry, sequence: 4, event: 'bid.placed', payload: { amount: 95_000 }, fromState: 'award-carrier' };
  const text = drawn(
    <HistoryCard
      lead={
        {
          __typename: 'AgentLead',
          id: 'a',
          history: [{ ...bid, actorName: 'Grace', actorCompany: 'Swift Vans LLC', toState: 'award-carrier' }],
          leadNotes: [],
          leadMails: [],
        } as unknown as Lead
      }
      readerId="b"
      offBecause={null}
      onLogCall={() => {}}
      onEmail={null}
    />,
  );
  expect(text).toContain('Grace placed a bid');
  expect(text).toContain('Swift Vans LLC · $950.00');
});

test('an edit says what was written, where that is not a detail of the lead', () => {
  const edit = { ...entry, event: 'lead.edited', fromState: 'quote-sent', toState: 'quote-sent' };
  const written = [
    { estimate: 2, total: 100 },
    { payout: 'carrier' },
    { added: ['a.pdf'] },
    { corrected: 'deposit', amount: -100 },
    {},
  ];
  const text = drawn(
    <HistoryCard
      lead={
        {
          __typename: 'AgentLead',
          id: 'a',
          history: written.map((payload, index) => ({ ...edit, sequence: index + 1, payload })),
          leadNotes: [],
          leadMails: [],
        } as unknown as Lead
      }
      readerId="b"
      offBecause={null}
      onLogCall={() => {}}
      onEmail={null}
    />,
  );
  for (const words of [
    'saved an estimate',
    'recorded a payout',
    'added files',
    'corrected a payment',
    'edited the lead',
  ])
    expect(text).toContain(`Dana ${words}`);
});

test('what the card provider reported is said beside the history', () => {
  const reported = {
    __typename: 'Payment' as const,
    id: 'p',
    method: 'card' as const,
    amount: 50_000,
    paidOn: '2026-01-02',
    by: 'The card provider',
    isByProvider: true,
    isCorrected: false,
    createdAt: '2026-01-02T00:00:00Z',
    note: null,
  };
  const payments = [
    { ...reported, direction: 'from_client' as const, kind: 'deposit' as const },
    { ...reported, direction: 'to_client' as const, kind: 'refund' as const, note: 'Refunded at the card provider' },
    { ...reported, direction: 'to_client' as const, kind: 'correction' as const, note: 'The bank decided' },
    // Recorded by an agent: its history has it.
    { ...reported, direction: 'from_client' as const, kind: 'partial' as const, isByProvider: false },
  ];
  const told = paymentActivity({ client: { name: 'Pat' }, payments });
  expect(told.map(({ actorName, past, detail }) => [actorName, past, detail])).toEqual([
    ['Pat', 'paid $500.00 by card', 'Deposit'],
    ['The card provider', 'returned $500.00 to the client', 'Refunded at the card provider'],
    ['The card provider', 'returned $500.00 to you', 'The bank decided'],
  ]);
});

test('the way through the workflow leaves out what is no state any more', () => {
  const text = drawn(<LeadDiagram history={history} />);
  expect(text).toContain('Archived');
  expect(text).not.toMatch(/undefined|NaN|on-hold/);
});
