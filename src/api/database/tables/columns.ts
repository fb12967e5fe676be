import type { ColumnType, Generated as KyselyGenerated } from 'kysely';

/** Filled by the database when a row is added without it. */
export type Generated<T> = KyselyGenerated<T>;

/** Read as parsed JSON; written as a JSON string, because a bare array would become a PostgreSQL array. */
// oxlint-disable-next-line no-explicit-any
export type Json = ColumnType<any, string | null | undefined, string | null>;
