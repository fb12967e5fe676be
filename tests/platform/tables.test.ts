import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TABLE_TYPES } from '../../scripts/generate.ts';
import { tableTypesOf } from '../../scripts/table-types.ts';
import { testDatabase } from './test-database.ts';

const database = await testDatabase();

test('the types of the tables are those of the migrated database', async () => {
  const written = readFileSync(join(import.meta.dirname, '../..', TABLE_TYPES), 'utf8');
  expect(written).toBe(await tableTypesOf(database.kysely));
});
