import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { agentLeadMoveMachine, type MoveRefusal, type MoveWrite } from './agent-lead-move.machine.ts';

const refusal = (kind: MoveRefusal['kind'], more: Partial<MoveRefusal> = {}): MoveRefusal => ({
  kind,
  detail: 'No.',
  unmet: [],
  fields: {},
  current: null,
  ...more,
});

/** The saves respond in this order: an error rejects, anything else resolves. */
function start(...answers: unknown[]) {
  const writes: MoveWrite[] = [];
  const save = fromPromise<unknown, MoveWrite>(({ input }) => {
    writes.push(input);
    const answer = answers.shift();
    return answer instanceof Error || (answer !== null && typeof answer === 'object')
      ? Promise.reject(answer as Error)
      : Promise.resolve(answer);
  });
  const actor = createActor(agentLeadMoveMachine.provide({ actors: { save } }), {
    input: { draft: { reason: '' }, version: 3 },
  }).start();
  const settled = () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  return { actor, writes, settled };
}

describe('a move on its way', () => {
  test('is written once, with what was typed', async () => {
    const { actor, writes, settled } = start('done');
    actor.send({ type: 'draft.changed', part: { reason: 'call' } });
    actor.send({ type: 'move.submitted' });
    actor.send({ type: 'move.submitted' });
    expect((await settled()).value).toBe('done');
    expect(writes).toEqual([
      { draft: { reason: 'call' }, version: 3, key: expect.stringMatching(/^[\da-f-]{36}$/) as string },
    ]);
  });

  test('sends the same key again after a failure, and another one after a change', async () => {
    const { actor, writes, settled } = start(new Error('offline'), new Error('offline'), 'done');
    actor.send({ type: 'move.submitted' });
    expect((await settled()).value).toBe('failed');
    actor.send({ type: 'move.submitted' });
    await settled();
    actor.send({ type: 'draft.changed', part: { reason: 'other' } });
    actor.send({ type: 'move.submitted' });
    expect((await settled()).value).toBe('done');
    expect(writes[1]!.key).toBe(writes[0]!.key);
    expect(writes[2]!.key).not.toBe(writes[0]!.key);
  });

  test('keeps the draft over a conflict, and goes on with the newer version only when told to', async () => {
    const { actor, writes, settled } = start(refusal('conflict', { current: { version: 4 } }), 'done');
    actor.send({ type: 'draft.changed', part: { reason: 'mine' } });
    actor.send({ type: 'move.submitted' });
    expect((await settled()).value).toBe('conflict');
    actor.send({ type: 'move.submitted' });
    expect(writes).toHaveLength(1);
    actor.send({ type: 'conflict.accepted' });
    actor.send({ type: 'move.submitted' });
    expect((await settled()).value).toBe('done');
    expect(writes[1]).toMatchObject({ draft: { reason: 'mine' }, version: 4 });
  });

  test('a refusal says what is missing until the draft changes', async () => {
    const { actor, settled } = start(refusal('refused', { unmet: ['the carrier is compliant'] }));
    actor.send({ type: 'move.submitted' });
    const refused = await settled();
    expect([refused.value, refused.context.refusal?.unmet]).toEqual(['refused', ['the carrier is compliant']]);
    actor.send({ type: 'draft.changed', part: {} });
    expect([actor.getSnapshot().value, actor.getSnapshot().context.refusal]).toEqual(['filling', null]);
  });

  test('a wrong field leads back to the form', async () => {
    const { actor, settled } = start(refusal('invalid', { fields: { dueOn: 'Use today or a later day.' } }));
    actor.send({ type: 'move.submitted' });
    const back = await settled();
    expect([back.value, back.context.refusal?.fields]).toEqual(['filling', { dueOn: 'Use today or a later day.' }]);
  });
});
