import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { showCount } from '#src/machines/amount/amounts.ts';
import { MODEL_CHANGED } from '#src/machines/replay.ts';

/**
 * Where the rows of a lifecycle are stored and how they spell its states. A lift defines this itself, as it was when
 * the lift was written, because it also has to run on older and empty databases.
 */
export interface LifecycleRows {
  table: string;
  /** The primary key. */
  id: readonly string[];
  /** The name of a row's state, as SQL. */
  place: string;
  /** The columns of a state, by its name. */
  columnsOf: (name: string) => StateColumns;
  /** The table of the rows' history; null where none is kept. */
  entries: {
    table: string;
    /**
     * SQL by column. Available are `was` (the row before, with its `place`) and `becomes` (`name` and columns of its
     * new state).
     */
    values: Record<string, string>;
  } | null;
}

type StateColumns = Readonly<Record<string, string | boolean | null>>;

/** Rows without a history: the columns of each state, by its name. */
export function plainRows(table: string, states: Readonly<Record<string, StateColumns>>): LifecycleRows {
  const columns = Object.keys(Object.values(states)[0]!);
  const literal = (value: string | boolean | null) => (typeof value === 'string' ? `'${value}'` : String(value));
  const cases = Object.entries(states).map(
    ([name, state]) =>
      `when ${columns.map((column) => `${column} is not distinct from ${literal(state[column]!)}`).join(' and ')} then '${name}'`,
  );
  // A row in none of these states is named by its columns.
  const isFlag = (column: string) => Object.values(states).some((state) => typeof state[column] === 'boolean');
  const parts = columns.map((column) => (isFlag(column) ? `case when ${column} then '${column}' end` : column));
  return {
    table,
    id: ['id'],
    place: `case ${cases.join(' ')} else concat_ws('.', ${parts.join(', ')}) end`,
    columnsOf: (name) => states[name]!,
    entries: null,
  };
}

/** The same for rows whose history is kept. */
export const recordedRows = (
  lifecycle: string,
  table: string,
  states: Readonly<Record<string, StateColumns>>,
): LifecycleRows => ({
  ...plainRows(table, states),
  entries: {
    table: 'history',
    values: {
      lifecycle: `'${lifecycle}'`,
      record_id: 'was.id',
      payload: `'{}'`,
      actor_name: `'The system'`,
      actor_role: `'system'`,
      from_state: 'was.place',
      to_state: 'becomes.name',
    },
  },
});

/**
 * How the rows of a lifecycle get to its next version. States are named by their keys, as in the released definitions.
 */
export interface Lift {
  /** The id of the lifecycle's model. */
  lifecycle: string;
  /** The version after the lift; it starts from the one before. */
  version: number;
  rows: LifecycleRows;
  /** Every state of the previous version, and the state of this version that it becomes. */
  becomes: Readonly<Record<string, string>>;
  /** States of this version that no previous state becomes. */
  brings: readonly string[];
}

/** Rows that one statement rewrites: the server's memory, also for triggers, is limited. */
const BATCH = 20_000;

/**
 * Moves every row of a lifecycle to its next version: state, version, and an entry in its history. Runs in the
 * transaction of a migration with the table locked; rows already at that version are left alone. Afterwards the state's
 * columns accept the states of the new version.
 *
 * @throws Error with a sentence, and nothing changed, where rows are in a state that the previous version did not have
 */
export async function liftRows(db: Kysely<unknown>, lift: Lift, batch = BATCH): Promise<void> {
  const { rows, becomes, brings } = lift;
  const places = [...new Set([...Object.values(becomes), ...brings])].map((key) => rows.columnsOf(key));
  const columns = Object.keys(places[0]!);
  const named = columns.filter((column) => places.some((place) => typeof place[column] === 'string'));
  const checkOf = (column: string) => sql.ref(`${rows.table}_${column}_check`);
  for (const column of named)
    await sql`alter table ${sql.table(rows.table)} drop constraint if exists ${checkOf(column)}`.execute(db);
  await refuseUnknown(db, lift);
  for (let last: unknown[] | null = []; last;) last = await liftSome(db, lift, columns, last, batch);
  for (const column of named) {
    const values = [...new Set(places.map((place) => place[column]))].filter((value) => typeof value === 'string');
    await sql`alter table ${sql.table(rows.table)} add constraint ${checkOf(column)} check (${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))}))`.execute(
      db,
    );
  }
}

async function refuseUnknown(db: Kysely<unknown>, { lifecycle, version, rows, becomes }: Lift): Promise<void> {
  const { rows: unknown } = await sql<{ place: string; count: number }>`
    select place, count(*)::int as count
      from (select ${sql.raw(rows.place)} as place from ${sql.table(rows.table)} where model_version < ${version}) as standing
     where place is null or place not in (${sql.join(Object.keys(becomes))})
     group by 1 order by 1`.execute(db);
  if (unknown.length === 0) return;
  const found = unknown.map(({ place, count }) => `${showCount(count, 'row')} in "${place}"`).join(', ');
  throw new Error(
    `The ${rows.table} table cannot follow its lifecycle (${lifecycle}) to version ${version}: ${found}, which is no place of version ${version - 1}. Nothing was changed.`,
  );
}

/** Lifts the next rows by their key; returns the key of the last one, or null when none was left. */
async function liftSome(
  db: Kysely<unknown>,
  { version, rows, becomes }: Lift,
  columns: string[],
  after: unknown[],
  batch: number,
): Promise<unknown[] | null> {
  const { table, id, entries } = rows;
  const list = (names: readonly string[], of?: string) =>
    sql.join(names.map((name) => sql.ref(of ? `${of}.${name}` : name)));
  const target = Object.entries(becomes).map(([from, to]) => {
    const place = rows.columnsOf(to);
    return sql`(${sql.lit(from)}, ${sql.lit(to)}, ${sql.join(columns.map((column) => (place[column] === null ? sql`null::text` : sql.lit(place[column]))))})`;
  });
  const written = entries && {
    ...entries.values,
    sequence: 'was.history_length + 1',
    event: `'${MODEL_CHANGED}'`,
    judged: `'{"by": "system", "type": "${MODEL_CHANGED}"}'`,
    facts: `'{}'`,
    at: 'now()',
    model_version: String(version),
  };
  const log =
    written &&
    sql`, written as (
      insert into ${sql.table(entries!.table)} (${list(Object.keys(written))})
        select ${sql.join(Object.values(written).map((value) => sql.raw(value)))} from was join becomes using (place))`;
  const { rows: lifted } = await sql<Record<string, unknown>>`
    with was as (
      select ${list([...id, ...columns, ...(entries ? ['history_length'] : [])])}, ${sql.raw(rows.place)} as place from ${sql.table(table)}
       where model_version < ${version} ${after.length > 0 ? sql`and (${list(id)}) > (${sql.join(after)})` : sql``}
       order by ${list(id)} limit ${batch}),
    becomes (place, name, ${list(columns)}) as (values ${sql.join(target)}),
    moved as (
      update ${sql.table(table)} as kept
         set ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`becomes.${column}`)}`))},
             model_version = ${version} ${entries ? sql`, history_length = was.history_length + 1` : sql``}
        from was join becomes using (place)
       where ${sql.join(
         id.map((column) => sql`${sql.ref(`kept.${column}`)} = ${sql.ref(`was.${column}`)}`),
         sql` and `,
       )})
    ${log ?? sql``}
    select ${list(id)} from was order by ${sql.join(id.map((column) => sql`${sql.ref(column)} desc`))} limit 1`.execute(
    db,
  );
  return lifted[0] ? id.map((column) => lifted[0]![column]) : null;
}
