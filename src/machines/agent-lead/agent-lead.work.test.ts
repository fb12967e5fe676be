import { expect, test } from 'vitest';
import { noFacts } from './agent-lead.types.ts';
import { agentLeadLifecycle } from './agent-lead.lifecycle.ts';
import { AGENT_LEAD_EVENTS, wellFilled } from './agent-lead.moves.ts';
import { LEAD_WORK, LEAD_WORK_KINDS } from './agent-lead.work.ts';

test.each(LEAD_WORK_KINDS)('%s: the lifecycle knows its step in every place where it can wait', (kind) => {
  const { places, next } = LEAD_WORK[kind];
  expect(places.length).toBeGreaterThan(0);
  if (!(next in AGENT_LEAD_EVENTS)) return;
  const event = next as keyof typeof AGENT_LEAD_EVENTS;
  const strange = places.filter((place) => {
    const verdict = agentLeadLifecycle.judge({ ...place, isArchived: false }, noFacts, wellFilled[event](noFacts));
    return !verdict.may && verdict.because !== 'requirements';
  });
  expect(strange).toEqual([]);
});

test('the places that follow from an event are those of the day’s work', () => {
  const named = ({ state, stage }: { state: string; stage: string | null }) => (stage ? `${state}.${stage}` : state);
  expect(LEAD_WORK.question.places.map(named)).toEqual([
    'follow-up',
    'quote-sent.waiting',
    'quote-sent.accepted',
    'contract-sent',
  ]);
  expect(LEAD_WORK['papers-ending'].places.map(named)).toEqual([
    'open-contracts.awaiting-carrier',
    'open-contracts.in-progress',
  ]);
  expect(LEAD_WORK['bids-unseen'].places.map(named)).toEqual(['award-carrier']);
});
