import { expect, test } from 'vitest';
import { addDays } from '#src/machines/calendar/days.ts';
import { ENDED_LICENSE } from '#src/machines/carrier/license.ts';
import { today } from '#src/views/ui/dates.ts';
import { checkLicenses, licenseId, newRow, serverNames } from './license-draft.ts';

const row = (expires: string | null) => ({ ...newRow(), kind: 'State mover permit', number: 'MN-100', expires });

test('a license that has expired is refused, unless it was saved so', () => {
  const yesterday = row(addDays(today(), -1));
  const wrong = { [licenseId(yesterday.key, 'expires')]: ENDED_LICENSE };
  expect(checkLicenses([row(null), row(today()), yesterday], [])).toEqual(wrong);
  expect(checkLicenses([yesterday], [yesterday])).toEqual({});
  expect(checkLicenses([yesterday], [{ ...yesterday, expires: today() }])).toEqual(wrong);
});

test('a file that the server refuses has its message at a control that exists', () => {
  const [first, second] = [row(null), row(null)];
  const names = serverNames([first, second], new Map([[second.key, null]]));
  expect(names).toMatchObject({
    'licenses/0/number': licenseId(first.key, 'number'),
    license_files: licenseId(second.key, 'file'),
  });
  expect(serverNames([first], new Map())).not.toHaveProperty('license_files');
});
