import { expect, test } from 'vitest';
import { type Typed, useMergedDraft } from './use-merged-draft.ts';

interface Person {
  name: string;
  phone: string;
}

/** The hook has no state: it returns the draft, which is held here as a form would. */
function form(start: Person) {
  let draft: Typed<Person> | null = null;
  let saved = start;
  const useNow = () => useMergedDraft(saved, [draft, (next) => (draft = next)]);
  return { now: useNow, save: (next: Person) => (saved = next) };
}

test('what only the other one changed is in the form by itself, also when they change it twice', () => {
  const { now, save } = form({ name: 'Ann', phone: '1' });
  now().change({ name: 'Anna' });
  save({ name: 'Ann', phone: '2' });
  expect(now()).toMatchObject({
    values: { name: 'Anna', phone: '2' },
    taken: ['phone'],
    conflicts: [],
    isChanged: true,
  });
  now().change({ name: 'Annabel' });
  save({ name: 'Ann', phone: '3' });
  expect(now()).toMatchObject({ values: { name: 'Annabel', phone: '3' }, taken: ['phone'], conflicts: [] });
});

test('what both changed is asked about, and asked once', () => {
  const { now, save } = form({ name: 'Ann', phone: '1' });
  now().change({ name: 'Anna', phone: '9' });
  save({ name: 'Anne', phone: '1' });
  expect(now().conflicts).toEqual([{ path: 'name', mine: 'Anna', theirs: 'Anne' }]);
  // Continuing to type decides nothing.
  now().change({ phone: '8' });
  expect(now().conflicts).toEqual([{ path: 'name', mine: 'Anna', theirs: 'Anne' }]);
  now().choose(now().conflicts[0]!, 'mine');
  expect(now()).toMatchObject({ values: { name: 'Anna', phone: '8' }, conflicts: [], isChanged: true });
  save({ name: 'Annie', phone: '1' });
  now().choose(now().conflicts[0]!, 'theirs');
  expect(now()).toMatchObject({ values: { name: 'Annie', phone: '8' }, conflicts: [], isChanged: true });
});

test('who typed nothing sees what is saved', () => {
  const { now, save } = form({ name: 'Ann', phone: '1' });
  save({ name: 'Anne', phone: '1' });
  expect(now()).toMatchObject({ values: { name: 'Anne', phone: '1' }, taken: [], conflicts: [], isChanged: false });
});
