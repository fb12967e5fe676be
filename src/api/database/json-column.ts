import type { ColumnType } from 'kysely';

/** Read as parsed JSON; written as a JSON string, because a bare array would become a PostgreSQL array. */
// oxlint-disable-next-line no-explicit-any
export type JsonColumn<T = any> = ColumnType<T, string | undefined, string>;
