import { createActor, fromPromise, waitFor } from 'xstate';
import { expect, test } from 'vitest';
import { isChanged, mergedSheet, sheetEditorMachine } from './sheet-editor.machine.ts';
import type { SaveAnswer, SavedSheet, SheetDraft, SheetEditorEvent } from './sheet-editor.machine.ts';
import { cellName } from './sheet-merge.ts';
import { textOf } from './sheet-text.ts';

const sheet = (rate: number, version: number): SavedSheet => ({
  data: [{ miles_from: 0, miles_to: 500, lb_from: 0, lb_to: 2000, rate_per_cwt: rate, minimum: 0 }],
  priceRatio: 1,
  version,
});
const write = (text: string): SheetEditorEvent => ({
  type: 'cells.written',
  at: { row: 1, column: 1 },
  block: [[text]],
});

/** An editor whose server gives these responses in order; an error is a failed connection. */
function start(
  answers: (SaveAnswer | Error)[] = [],
  input: { sheet: SavedSheet; draft: SheetDraft | null } = { sheet: sheet(4000, 3), draft: null },
) {
  const asked: { rate: number; version: number }[] = [];
  const actor = createActor(
    sheetEditorMachine.provide({
      actors: {
        save: fromPromise(async ({ input: { data, version } }) => {
          asked.push({ rate: data[0]!.rate_per_cwt, version });
          const answer = answers.shift();
          if (!answer) throw new Error('nothing was to be asked');
          if (answer instanceof Error) throw answer;
          return answer;
        }),
      },
    }),
    { input },
  ).start();
  return {
    actor,
    asked,
    send: (...events: SheetEditorEvent[]) => events.forEach((event) => actor.send(event)),
    settled: () => waitFor(actor, (snapshot) => !snapshot.hasTag('busy')),
    rate: () => actor.getSnapshot().context.text.cells[0]![0],
  };
}

test('what is written can be undone step by step and done again; a new step forgets what was undone', () => {
  const { actor, send, rate } = start();
  expect(actor.getSnapshot().can({ type: 'step.undone' })).toBe(false);
  send(write('41'), write('42'), write('42'), { type: 'step.undone' });
  expect(rate()).toBe('41.00');
  send({ type: 'step.undone' });
  expect([rate(), isChanged(actor.getSnapshot().context)]).toEqual(['40.00', false]);
  send({ type: 'step.redone' }, { type: 'step.redone' });
  expect([rate(), actor.getSnapshot().can({ type: 'step.redone' })]).toEqual(['42.00', false]);
  send({ type: 'step.undone' }, write('50'));
  expect([rate(), actor.getSnapshot().can({ type: 'step.redone' })]).toEqual(['50.00', false]);
});

test('bands, bounds, a new sheet and discarding are steps like any other', () => {
  const { actor, send } = start();
  const events: SheetEditorEvent[] = [
    { type: 'band.added', axis: 'miles', after: 0 },
    { type: 'bound.written', bound: 'milesFrom', text: '10' },
    { type: 'band.removed', axis: 'lb', index: 0 },
    { type: 'sheet.started' },
    { type: 'changes.discarded' },
  ];
  const texts = events.map((event) => {
    const before = actor.getSnapshot().context.text;
    send(event);
    return before;
  });
  expect(isChanged(actor.getSnapshot().context)).toBe(false);
  for (const before of texts.toReversed()) {
    send({ type: 'step.undone' });
    expect(actor.getSnapshot().context.text).toEqual(before);
  }
});

test('a sheet is saved over its version; the next one over the new version', async () => {
  const { actor, asked, send, settled } = start([{ saved: sheet(4100, 4) }, { saved: sheet(4200, 5) }]);
  send(write('41'), { type: 'sheet.saved' });
  expect(actor.getSnapshot().can(write('43'))).toBe(false);
  await settled();
  expect(isChanged(actor.getSnapshot().context)).toBe(false);
  send(write('42'), { type: 'sheet.saved' });
  await settled();
  expect(asked).toEqual([
    { rate: 4100, version: 3 },
    { rate: 4200, version: 4 },
  ]);
  // Undo still works across a save.
  send({ type: 'step.undone' });
  expect(actor.getSnapshot().context.text.cells[0]![0]).toBe('41.00');
});

test('nothing is sent while nothing has changed, or while a cell cannot be read', () => {
  const { actor, asked, send } = start();
  send({ type: 'sheet.saved' }, write('call us'), { type: 'sheet.saved' });
  expect([asked, actor.getSnapshot().value, actor.getSnapshot().context.isChecked]).toEqual([[], 'editing', true]);
});

test('a failure keeps what was written, and it can be tried again or written on', async () => {
  const { actor, asked, send, settled, rate } = start([
    new Error('offline'),
    new Error('offline'),
    { saved: sheet(4300, 4) },
  ]);
  send(write('41'), { type: 'sheet.saved' });
  expect([(await settled()).value, rate()]).toEqual(['failed', '41.00']);
  send({ type: 'sheet.saved' });
  expect((await settled()).value).toBe('failed');
  send(write('43'));
  expect(actor.getSnapshot().value).toBe('editing');
  send({ type: 'sheet.saved' });
  await settled();
  expect([asked.map(({ rate: sent }) => sent), rate()]).toEqual([[4100, 4100, 4300], '43.00']);
});

async function conflicted() {
  const started = start([{ conflict: sheet(9900, 7) }, { saved: sheet(4100, 8) }]);
  started.send(write('41'), { type: 'sheet.saved' });
  const { value } = await started.settled();
  expect([value, started.rate(), started.actor.getSnapshot().can(write('1'))]).toEqual(['conflict', '41.00', false]);
  return started;
}

test('another sheet meanwhile is a conflict: mine goes over it', async () => {
  const { asked, send, settled, rate } = await conflicted();
  send({ type: 'mine.kept' }, { type: 'sheet.saved' });
  await settled();
  expect([asked.at(-1), rate()]).toEqual([{ rate: 4100, version: 7 }, '41.00']);
});

test('what only the other one changed stays when mine is kept; what both changed is named', async () => {
  const two = (rate: number, minimum: number, priceRatio: number, version: number): SavedSheet => ({
    data: [{ ...sheet(rate, version).data[0]!, minimum }],
    priceRatio,
    version,
  });
  const { actor, send, settled } = start([{ conflict: two(9900, 700, 1.5, 7) }]);
  send(write('41'), { type: 'sheet.saved' });
  await settled();
  expect(mergedSheet(actor.getSnapshot().context).both).toEqual([
    { path: 'cells.0.0', mine: '41.00', theirs: '99.00' },
  ]);
  send({ type: 'mine.kept' });
  const { text } = actor.getSnapshot().context;
  expect([text.cells, text.ratio, cellName(text, 'cells.0.0')]).toEqual([
    [['41.00', '7.00']],
    '1.5',
    'Up to 500 mi, up to 2,000 lb, rate',
  ]);
});

test('or theirs is taken, which can be undone', async () => {
  const { actor, send, rate } = await conflicted();
  send({ type: 'theirs.taken' });
  expect([rate(), isChanged(actor.getSnapshot().context)]).toEqual(['99.00', false]);
  send({ type: 'step.undone' });
  expect(rate()).toBe('41.00');
});

test('a newer version with the same sheet is no conflict: it is saved over that one', async () => {
  const { actor, asked, send, settled } = start([{ conflict: sheet(4000, 9) }, { saved: sheet(4100, 10) }]);
  send(write('41'), { type: 'sheet.saved' });
  expect((await settled()).value).toBe('editing');
  expect([asked.map(({ version }) => version), actor.getSnapshot().context.base.version]).toEqual([[3, 9], 10]);
});

test('a draft goes on after a reload; over a sheet that has changed since, it is a conflict', () => {
  const draft: SheetDraft = { base: sheet(4000, 3), text: textOf(sheet(4100, 3).data, 1) };
  const value = (now: SavedSheet) => start([], { sheet: now, draft }).actor.getSnapshot().value;
  expect([value(sheet(4000, 3)), value(sheet(4000, 8)), value(sheet(9900, 8))]).toEqual([
    'editing',
    'editing',
    'conflict',
  ]);
  expect(start([], { sheet: sheet(4000, 3), draft }).rate()).toBe('41.00');
  const { base, theirs } = start([], { sheet: sheet(4000, 8), draft }).actor.getSnapshot().context;
  expect([base.version, theirs]).toEqual([8, null]);
});
