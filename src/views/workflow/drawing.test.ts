import { expect, test } from 'vitest';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { mainWay } from '#src/machines/agent-lead/agent-lead.workflow.ts';
import { graphOf, transitionsOf } from '#src/machines/lifecycle-graph.ts';
import { CAPTION, countOf, drawLifecycle } from './drawing.ts';

const drawn = drawLifecycle();

test('the drawn states and transitions are exactly those of the machine', () => {
  expect(drawn.boxes.map(({ place }) => place).toSorted()).toEqual(
    graphOf(agentLeadLifecycle.machine)
      .nodes.map(({ id }) => id)
      .toSorted(),
  );
  const shown = [
    ...drawn.lines.flatMap(({ taken }) => taken),
    ...drawn.boxes.flatMap(({ loops }) => loops),
    ...drawn.anywhere.flatMap(({ loops }) => loops),
  ];
  const named = (list: typeof shown) => list.map(({ owner, event, to }) => `${owner} ${event} ${to}`).toSorted();
  expect(named(shown)).toEqual(named(transitionsOf(agentLeadLifecycle.machine)));
  expect(shown).toHaveLength(72);
});

test('a line leads from the place it names to the place it names', () => {
  const ends = new Set([...drawn.boxes.map(({ place }) => place), ...drawn.frames.map(({ owner }) => owner)]);
  for (const { from, to, taken } of drawn.lines) {
    expect([ends.has(from), ends.has(to), taken.length > 0], `${from} to ${to}`).toEqual([true, true, true]);
  }
});

const overlaps = (a: { left: number; top: number; width: number; height: number }, b: typeof a) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

test('no number lies on a state, on another number, or on a caption, and no state on another', () => {
  const labels = drawn.lines.map(({ label: { x, y } }) => ({ left: x - 15, top: y - 8, width: 30, height: 16 }));
  const captions = drawn.anywhere.map(({ x, y, loops }) => {
    const width = CAPTION.start + CAPTION.each * loops.length;
    return { left: x - width, top: y - 12, width, height: CAPTION.height };
  });
  expect(captions.length).toBeGreaterThan(1);
  const pieces = [...labels, ...drawn.boxes, ...captions];
  for (const [index, piece] of pieces.entries())
    for (const other of pieces.slice(index + 1))
      expect(overlaps(piece, other), JSON.stringify([piece, other])).toBe(false);
  for (const { left, top, width, height } of pieces)
    expect(left >= 0 && top >= 0 && left + width <= drawn.width && top + height <= drawn.height).toBe(true);
});

test('what was taken is counted on the line that stands for it, and nowhere else', () => {
  const taken = [
    { event: 'quote.sent', from: 'live.new', to: 'live.quote-sent.waiting', count: 5 },
    { event: 'quote.sent', from: 'live.quote-sent.waiting', to: 'live.quote-sent.waiting', count: 2 },
    { event: 'contract.signed', from: 'live.contract-sent', to: 'live.contracted', count: 3 },
    { event: 'contract.marked-signed', from: 'live.contract-sent', to: 'live.contracted', count: 4 },
    { event: 'lead.archived', from: 'live.new', to: 'archived', count: 7 },
    { event: 'lead.archived', from: 'live.open-contracts.in-progress', to: 'archived', count: 1 },
    { event: 'lead.restored', from: 'archived', to: 'live.new', count: 6 },
    { event: 'lead.edited', from: 'live.new', to: 'live.new', count: 9 },
  ];
  const lines = Object.fromEntries(
    drawn.lines.map(({ id, taken: declared }) => [id, countOf(declared, taken)]).filter(([, count]) => count !== 0),
  );
  expect(lines).toEqual({
    'live.new>live.quote-sent.waiting': 5,
    'live.contract-sent>live.contracted': 7,
    'live>archived': 8,
    'archived>back': 6,
  });
  expect(drawn.boxes.map(({ loops }) => countOf(loops, taken)).filter(Boolean)).toEqual([9, 2]);
  expect(drawn.anywhere.map(({ loops }) => countOf(loops, taken)).filter(Boolean)).toEqual([]);
});

test('the usual way lies on one straight line', () => {
  const tops = mainWay().map((place) => Math.round(drawn.boxes.find((box) => box.place === place)!.top));
  expect([mainWay().length, new Set(tops).size]).toEqual([10, 1]);
});
