import { expect, test } from 'vitest';
import { SAMPLE_TARIFF } from '#src/machines/tariff/sample-tariff.ts';
import { draftOf, mergeTariffs, partName, partText } from './tariff-draft.ts';

const base = draftOf(SAMPLE_TARIFF);
const withCell = (text: string) => ({
  ...base,
  sheet: { ...base.sheet, cells: base.sheet.cells.map((row, index) => (index === 0 ? [text, ...row.slice(1)] : row)) },
});

test('what one of two changed is theirs, cell by cell and amount by amount', () => {
  const mine = { ...withCell('61.00'), rest: { ...base.rest, stairs: 8000 } };
  const theirs = { ...base, rest: { ...base.rest, elevator: 9000 } };
  const { values, taken, conflicts } = mergeTariffs(base, mine, theirs);
  expect(values).toEqual({ ...mine, rest: { ...mine.rest, elevator: 9000 } });
  expect(taken.map((path) => partName(base, path))).toEqual(['Elevator']);
  expect(conflicts).toEqual([]);
});

test('what both changed is asked about by its name', () => {
  const mine = { ...withCell('61.00'), rest: { ...base.rest, deposit: { percent: 21, at_least: null } } };
  const theirs = {
    ...withCell('62.00'),
    rest: { ...base.rest, deposit: { percent: 31, at_least: 17_700 }, seasons: [] },
  };
  const { values, taken, conflicts } = mergeTariffs(base, mine, theirs);
  expect(values).toEqual({ ...mine, rest: { ...mine.rest, seasons: [] } });
  expect(taken.map((path) => partName(base, path))).toEqual(['Seasons']);
  expect(
    conflicts.map(({ path, mine: own, theirs: other }) => [
      partName(base, path),
      partText(own, path),
      partText(other, path),
    ]),
  ).toEqual([
    [expect.stringMatching(/^Up to .* rate$/), '61.00', '62.00'],
    ['Deposit, percent', '21%', '31%'],
    ['Deposit, at least', 'empty', '$177.00'],
  ]);
});

test('a table with other bands is chosen as a whole', () => {
  const { milesTo, cells } = base.sheet;
  const theirs = { ...base, sheet: { ...base.sheet, milesTo: milesTo.slice(1), cells: cells.slice(1) } };
  const mine = withCell('61.00');
  const { values, conflicts } = mergeTariffs(base, mine, theirs);
  expect(values).toEqual(mine);
  expect(conflicts).toEqual([{ path: 'sheet', mine: mine.sheet, theirs: theirs.sheet }]);
  expect(partName(base, 'sheet')).toBe('Line haul by weight');
  expect(partText(theirs.sheet, 'sheet').split('\n')).toHaveLength(milesTo.length - 1);
  // Without a change of mine, the result is theirs.
  expect(mergeTariffs(base, base, theirs)).toMatchObject({ values: theirs, taken: ['sheet'], conflicts: [] });
});
