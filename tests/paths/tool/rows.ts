import { withTablesAsTheyAre } from '#src/api/configuration/command-line.ts';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import type { Database } from '#src/api/database/database.ts';
import type { PathModel } from '../models/path-model.ts';
import { walkOf } from './walk.ts';

export interface Stranded {
  model: string;
  table: string;
  state: string;
  rows: number;
}

/** Rows in a state that their model does not have. A model or table that the database does not contain yet has none. */
export async function strandedRows(
  { pool }: Pick<Database, 'pool'>,
  models: readonly PathModel[],
): Promise<Stranded[]> {
  const stranded: Stranded[] = [];
  for (const model of models) {
    if (!model.rows) continue;
    const { table, state } = model.rows;
    if (
      (await pool.query<{ known: string | null }>('select to_regclass($1) as known', [table])).rows[0]!.known === null
    )
      continue;
    const { places } = walkOf(model);
    const found = await pool.query<{ state: string; rows: number }>(
      `select ${state} as state, count(*)::int as rows from ${table} group by 1 order by 1`,
    );
    stranded.push(
      ...found.rows.filter((row) => !places.has(row.state)).map((row) => ({ model: model.id, table, ...row })),
    );
  }
  return stranded;
}

/**
 * For the database configured in the environment, which is only read.
 *
 * @throws Error with a sentence if there is none
 */
export async function strandedIn(environment: NodeJS.ProcessEnv, models: readonly PathModel[]): Promise<Stranded[]> {
  return withTablesAsTheyAre(readConfiguration(environment), (database) => strandedRows(database, models));
}

export function strandedAsText(stranded: readonly Stranded[]): string {
  if (stranded.length === 0) return 'Every row stands in a state of its model.';
  return stranded
    .map(
      ({ model, table, state, rows }) =>
        `${model}: ${rows} ${rows === 1 ? 'row' : 'rows'} of ${table} in "${state}", which is no state of it`,
    )
    .join('\n');
}
