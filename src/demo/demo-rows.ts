import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';

/** Inserts whole rows as one JSON parameter: for thousands of rows, many times faster than one parameter per value. */
export async function insertRows<Name extends keyof Tables>(
  tx: Tx,
  table: Name,
  rows: Selectable<Tables[Name]>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    tx,
  );
}
