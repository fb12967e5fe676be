import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from './test-database.ts';

const database = await testDatabase();
const folder = join(import.meta.dirname, '../../src/api/database');

/** `AccountTable` -> its columns, with a `?` behind those that may be null. */
function interfaces(): Map<string, string[]> {
  const text = readdirSync(join(folder, 'tables'))
    .map((name) => readFileSync(join(folder, 'tables', name), 'utf8'))
    .join('\n');
  const found = text.matchAll(/export interface (\w+) \{\n(.*?)\n\}/gs);
  return new Map(
    [...found].map(([, name, body]) => [
      name!,
      [...body!.matchAll(/^ {2}(\w+): (.*);$/gm)]
        .map(([, column, type]) => (/\| null|Json/.test(type!) ? `${column}?` : column!))
        .sort(),
    ]),
  );
}

test('the types of the tables are those of the migrated database', async () => {
  const byInterface = interfaces();
  const tables = readFileSync(join(folder, 'tables.ts'), 'utf8').matchAll(/^ {2}(\w+): (\w+Table);$/gm);
  const declared = Object.fromEntries([...tables].map(([, table, name]) => [table, byInterface.get(name!)]));
  const { rows } = await database.pool.query<{ table: string; columns: string[] }>(`
    select table_name as "table",
           array_agg(column_name || case when is_nullable = 'YES' or data_type = 'jsonb' then '?' else '' end)::text[] as columns
      from information_schema.columns
     where table_schema = 'public' and table_name not like 'kysely%'
       and not (select relispartition from pg_class where oid = table_name::regclass)
     group by table_name`);
  expect(declared).toEqual(Object.fromEntries(rows.map(({ table, columns }) => [table, columns.sort()])));
});
