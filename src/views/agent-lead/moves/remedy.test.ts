import { expect, test } from 'vitest';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { REMEDIES } from './remedy.ts';

test('each remedy is for a requirement of the lifecycle', () => {
  const guards = Object.keys(agentLeadLifecycle.machine.implementations.guards);
  expect(Object.keys(REMEDIES).filter((phrase) => !guards.includes(phrase))).toEqual([]);
});
