import { expect, test } from 'vitest';
import { openDatabase } from '#src/api/database/database.ts';
import { testDatabase } from './test-database.ts';

const database = await testDatabase();

test('a test file gets an empty database with all tables', async () => {
  expect(await database.kysely.selectFrom('account').selectAll().execute()).toEqual([]);
});

test('its address reaches the same database', async () => {
  await database.kysely.insertInto('sign_in_attempt').values({ key: 'somebody' }).execute();
  const second = openDatabase(database.url, { poolSize: 1 });
  const keys = await second.kysely.selectFrom('sign_in_attempt').select('key').execute();
  await second.close();
  expect(keys).toEqual([{ key: 'somebody' }]);
});

test('another call gives another database', async () => {
  const other = await testDatabase();
  expect(await other.kysely.selectFrom('sign_in_attempt').selectAll().execute()).toEqual([]);
});
