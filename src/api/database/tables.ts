import type { Selectable } from 'kysely';
import type { DB } from '#src/generated/database/tables.ts';

/**
 * The tables of the database, generated from a migrated one (`scripts/table-types.ts`): dates `YYYY-MM-DD`, instants
 * UTC ISO 8601, money integer cents, as `database-types.ts` parses them.
 */
export type Tables = DB;

/** A row as it is read. */
export type RowOf<Table extends keyof Tables> = Selectable<Tables[Table]>;
