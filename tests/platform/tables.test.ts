import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#src/api/database/database.ts';
import { TABLE_TYPES } from '../../scripts/generate.ts';
import { tableTypesOf } from '../../scripts/table-types.ts';
import { testDatabase } from './test-database.ts';

// Without what the jobs add at the first start.
const database = await testDatabase({ template: 'template0' });
await migrate(database);

test('the types of the tables are those of the migrated database', async () => {
  const written = readFileSync(join(import.meta.dirname, '../..', TABLE_TYPES), 'utf8');
  expect(written).toBe(await tableTypesOf(database.kysely));
});

// As soon as one index has one of them, each event of a lead writes to all its indexes.
test('no index of the leads has a column that every event changes', async () => {
  const { rows } = await sql`
    select distinct i.indexrelid::regclass::text as index, a.attname as column
      from pg_index i
      join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = i.indexrelid and d.refobjid = i.indrelid
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = d.refobjsubid
     where i.indrelid = 'agent_lead'::regclass
       and a.attname in ('updated_at', 'version', 'model_version', 'history_length')`.execute(database.kysely);
  expect(rows).toEqual([]);
});
