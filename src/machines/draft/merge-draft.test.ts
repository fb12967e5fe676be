import { expect, test } from 'vitest';
import { changedFields, mergeDraft, withValue } from './merge-draft.ts';

const base = {
  client: { name: 'Novak', phone: '1' },
  notes: '',
  agent: { id: 'a', label: 'Ann' },
  stops: [{ zip: '43215' }, { zip: '60601' }],
};

test('what only one of the two changed is taken from whoever changed it', () => {
  const merged = mergeDraft(base, { ...base, notes: 'Piano' }, { ...base, client: { name: 'Novák', phone: '1' } });
  expect(merged).toEqual({
    values: { ...base, notes: 'Piano', client: { name: 'Novák', phone: '1' } },
    taken: ['client.name'],
    conflicts: [],
  });
});

test('two fields of one part are two things', () => {
  const merged = mergeDraft(
    base,
    { ...base, client: { name: 'Novak', phone: '2' } },
    { ...base, client: { name: 'Novák', phone: '1' } },
  );
  expect(merged).toEqual({
    values: { ...base, client: { name: 'Novák', phone: '2' } },
    taken: ['client.name'],
    conflicts: [],
  });
});

test('what both changed is a conflict, and stays mine until it is decided', () => {
  const mine = { ...base, notes: 'Piano', stops: [{ zip: '43201' }, { zip: '60601' }] };
  const merged = mergeDraft(base, mine, { ...base, notes: 'Organ', stops: [{ zip: '43202' }, { zip: '60602' }] });
  expect(merged.conflicts).toEqual([
    { path: 'notes', mine: 'Piano', theirs: 'Organ' },
    { path: 'stops.0.zip', mine: '43201', theirs: '43202' },
  ]);
  expect(merged.values).toEqual({ ...mine, stops: [{ zip: '43201' }, { zip: '60602' }] });
  expect(withValue(merged.values, 'stops.0.zip', '43202').stops).toEqual([{ zip: '43202' }, { zip: '60602' }]);
});

test('both changed it to the same: nothing to decide', () => {
  expect(mergeDraft(base, { ...base, notes: 'x' }, { ...base, notes: 'x' })).toEqual({
    values: { ...base, notes: 'x' },
    taken: [],
    conflicts: [],
  });
});

test('a list that grew on one side and changed on the other is decided as a whole; what has an id, too', () => {
  const merged = mergeDraft(
    base,
    { ...base, stops: [...base.stops, { zip: '1' }], agent: { id: 'b', label: 'Bob' } },
    { ...base, stops: [{ zip: '9' }, { zip: '60601' }], agent: { id: 'c', label: 'Cy' } },
  );
  expect(merged.conflicts.map(({ path }) => path)).toEqual(['agent', 'stops']);
});

test('only what changed is sent', () => {
  expect(changedFields(base, { ...base, notes: 'x' })).toEqual(['notes']);
});
