import { sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';
import type { Lifecycle, Refusal, Role, Verdict } from '#src/machines/lifecycle.ts';
import { replay } from '#src/machines/replay.ts';
import type { HistoryEntry } from '#src/machines/replay.ts';
import { notFound } from '#src/api/http/problem.ts';
import type { Problem } from '#src/api/http/problem.ts';
import { prepared, rowsOf } from '#src/api/database/prepared.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { Tables } from '#src/api/database/tables.ts';

/** The columns of a record that store its state. */
export type StateColumns = Record<string, string | boolean | null>;

/** Common to all records, whatever their table. */
interface RecordRow {
  id: string;
  history_length: number;
  /** Absent where nobody edits the record in a form that could become stale. */
  version?: number;
}

/** A locked record with the facts that its lifecycle reads. Nouns add what their own effects and refusals need. */
export interface Held<Row, Facts> {
  row: Row;
  facts: Facts;
  now: Date;
}

/** Operations on the records of any lifecycle. */
export interface AnyRecorded {
  /** The id of the lifecycle. */
  id: string;
  table: string;
  /** Whether all its records start in one state; those of other lifecycles start where their first entry says. */
  hasStart: boolean;
  nameOf(row: StateColumns): string;
  columnsNamed(name: string): StateColumns;
  replayed(entries: readonly HistoryEntry[]): string;
}

/** Who acts. Clients, visitors, and the clock have no account; the name is omitted where it is shown to nobody. */
export interface Actor {
  id: string | null;
  name: string | null;
  role: Role;
}

/** A lifecycle with a history: everything specific to the noun, in one place. */
interface Definition<Table extends keyof Tables, State, Facts, Event extends { type: string }, H, Columns, Parts> {
  lifecycle: Lifecycle<State, Facts, Event>;
  table: Table;
  /**
   * Columns that triggers of the table write. If given, an event reads only these and its own columns back; the others
   * are as they were under the lock. For wide tables.
   */
  derived?: readonly (keyof Tables[Table] & string)[];
  /** The noun in the message that there is no such record, such as `lead`. */
  noun: string;
  columnsOf: (state: State) => Columns;
  stateOf: (row: Columns) => State;
  /** The current state, where time has changed it since the row was written. */
  stateNow?: (held: H) => State;
  /** Loads the facts of a locked row, and whatever effects and refusals need. */
  read?: (tx: Tx, parts: Parts, row: RowOf<H>, now: Date) => H | Promise<H>;
  /**
   * Instead of `read`: locks and loads in one query, where the row is read together with related rows. Undefined if
   * there is none.
   */
  hold?: (tx: Tx, parts: Parts, where: Key, now: Date) => Promise<H | undefined>;
  /** Events that do not make an open form stale. */
  keepsVersion?: (event: Event) => boolean;
  /** Why an event is refused, in the noun's terms. */
  refusalOf: (held: H, event: Event, refusal: Refusal, actor: Pick<Actor, 'id'>) => Problem;
  /** The problem for a caller whose version of the record is stale. */
  staleOf?: (held: H) => Problem;
}

type RowOf<H> = H extends { row: infer Row } ? Row : never;

/** Columns that identify one row. */
type Key = Readonly<Record<string, string>>;

/** Columns that only the engine writes. */
type Kept<Columns> = keyof Columns | 'id' | 'version' | 'model_version' | 'history_length';

/** What an event changes besides the state: columns of the record, and data for the history. */
interface Effects<Set> {
  set?: Set | undefined;
  payload?: object | undefined;
}

interface Given<State, Event, H, Set> {
  actor: Actor;
  event: Event;
  /**
   * Runs after the lifecycle has accepted the event, in the same transaction. Mail and jobs go through the outbox, with
   * `tx`.
   */
  apply?: (held: H, next: State) => Effects<Set> | void | Promise<Effects<Set> | void>;
  /**
   * Called after `apply`: how to read the record with its related data as they are after the event. Undefined if no
   * related data has changed.
   */
  readAfter?: (held: H) => (() => Promise<RowOf<H>>) | undefined;
}

interface Asked<State, Event, H, Set> extends Omit<Given<State, Event, H, Set>, 'event'> {
  where: Key;
  /** The version that the actor saw; null or absent where the actor's screen shows none. */
  version?: number | null | undefined;
  /** Creates the event from what was loaded under the lock; it may refuse with a problem of its own. */
  event: (held: H) => Event | Promise<Event>;
}

/** The result of an event. */
export interface Changed<State, Event, H> {
  /** The record before the event. */
  held: H;
  event: Event;
  /** The record after the event, with related data as `readAfter` read it, or else as it was. */
  row: RowOf<H>;
  from: State;
  state: State;
}

/**
 * The engine of a noun's records, and the only code that changes their states: it locks the row, consults the
 * lifecycle, applies the event, and writes state, version, and history together. External effects go through the outbox
 * of the same transaction; the noun publishes afterwards.
 */
export function recordedLifecycle<
  Table extends keyof Tables,
  State,
  Facts,
  Event extends { type: string; by: Role },
  Columns extends StateColumns,
  H extends Held<RecordRow & Columns, Facts>,
  Parts extends { now: () => Date },
>(definition: Definition<Table, State, Facts, Event, H, Columns, Parts>) {
  const { lifecycle, table, derived, noun, columnsOf, keepsVersion, refusalOf, staleOf } = definition;
  type Row = RowOf<H>;
  type Set = Omit<Updateable<Tables[Table]>, Kept<Columns>>;
  type Values = Omit<Insertable<Tables[Table]>, Kept<Columns>>;

  const stateOf = (held: H): State => definition.stateNow?.(held) ?? definition.stateOf(held.row);

  /** The lifecycle's verdict on an event for the record as it is. */
  const verdictOn = (held: H, event: Event): Verdict<State> => lifecycle.judge(stateOf(held), held.facts, event);

  /** @throws Problem if the lifecycle does not allow the event */
  function mustAllow(held: H, event: Event, actor: Pick<Actor, 'id'> = { id: null }): State {
    const verdict = verdictOn(held, event);
    if (!verdict.may) throw refusalOf(held, event, verdict, actor);
    return verdict.next;
  }

  /** Locks a row until the transaction ends; undefined if there is none. */
  async function lock(tx: Tx, where: Key): Promise<Row | undefined> {
    const same = Object.entries(where).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    const { rows } =
      await sql<Row>`${prepared} select * from ${sql.table(table)} where ${sql.join(same, sql` and `)} for update`.execute(
        tx,
      );
    return rows[0];
  }

  /** Locks a record and loads the facts for its lifecycle. @throws Problem 404 */
  async function hold(tx: Tx, parts: Parts, where: Key): Promise<H> {
    const now = parts.now();
    const held = definition.hold
      ? await definition.hold(tx, parts, where, now)
      : await readLocked(tx, parts, where, now);
    if (!held) throw notFound(noun);
    return held;
  }

  async function readLocked(tx: Tx, parts: Parts, where: Key, now: Date): Promise<H | undefined> {
    const row = await lock(tx, where);
    return row && definition.read?.(tx, parts, row, now);
  }

  /** @throws Problem 409 if the record is not as the actor saw it */
  function mustBeCurrent(held: H, version: number | null | undefined): void {
    if (staleOf && version !== undefined && version !== null && version !== held.row.version) throw staleOf(held);
  }

  /**
   * Applies one event to one record.
   *
   * @throws Problem 404 for no such record; the noun's problem for a stale version or a refusal
   */
  async function transition(
    tx: Tx,
    parts: Parts,
    { where, version, event, ...given }: Asked<State, Event, H, Set>,
  ): Promise<Changed<State, Event, H>> {
    const held = await hold(tx, parts, where);
    mustBeCurrent(held, version);
    return transitionHeld(tx, held, { ...given, event: await event(held) });
  }

  /** The same for a record that is already locked, where the loaded data decides whether there is an event. */
  async function transitionHeld(
    tx: Tx,
    held: H,
    { actor, event, apply, readAfter }: Given<State, Event, H, Set>,
  ): Promise<Changed<State, Event, H>> {
    const state = mustAllow(held, event, actor);
    const from = stateOf(held);
    const { set, payload = {} } = (await apply?.(held, state)) ?? {};
    const { id, version, history_length } = held.row;
    const sequence = history_length + 1;
    const columns = {
      ...set,
      ...unlike(held.row, columnsOf(state)),
      model_version: lifecycle.version,
      history_length: sequence,
      ...(version === undefined || keepsVersion?.(event) ? {} : { version: version + 1 }),
    };
    const given = assigned(columns);
    const returned = derived && [...new Set([...given.map(([column]) => column), ...derived])];
    const update = (value: Place) =>
      `update "${table}" set ${given.map(([column, one]) => `"${column}" = ${value(one)}`).join(', ')} where id = ${value(id)}`;
    const entry = {
      ...entryBy(actor, held.now),
      record_id: id,
      sequence,
      event: event.type,
      payload: JSON.stringify(payload),
      judged: JSON.stringify(event),
      facts: JSON.stringify(held.facts),
      from_state: lifecycle.nameOf(from),
      to_state: lifecycle.nameOf(state),
    };
    const read = readAfter?.(held);
    const changed = { held, event, from, state };
    if (read) {
      await write(tx, update, { returned: [], entry });
      return { ...changed, row: await read() };
    }
    const row = await write<Row>(tx, update, { returned, entry });
    return { ...changed, row: returned ? { ...(held.row as Row), ...row } : row };
  }

  const entryBy = (actor: Actor, now: Date) => ({
    lifecycle: lifecycle.id,
    model_version: lifecycle.version,
    actor_id: actor.id,
    actor_name: actor.name,
    actor_role: actor.role,
    at: now.toISOString(),
  });

  function firstEntry(actor: Actor, now: Date, payload: object) {
    const { creation, start } = lifecycle;
    if (creation === undefined) throw new Error(`The history of ${lifecycle.what} begins with its first event.`);
    return {
      ...entryBy(actor, now),
      sequence: 1,
      event: creation,
      payload: JSON.stringify(payload),
      judged: JSON.stringify({ type: creation }),
      facts: '{}',
      from_state: null,
      to_state: lifecycle.nameOf(start!),
    };
  }

  /** The lifecycle's columns of a new row. */
  const startColumns = (state: State = lifecycle.start!) => ({
    ...columnsOf(state),
    model_version: lifecycle.version,
    history_length: lifecycle.creation ? 1 : 0,
  });

  /** Adds a record in the start state, with the first entry of its history if the lifecycle has one. */
  async function create(
    tx: Tx,
    { actor, now, id, values, payload = {} }: { actor: Actor; now: Date; id: string; values: Values; payload?: object },
  ): Promise<Row> {
    const columns = assigned({ id, ...values, ...startColumns() });
    const insert = (value: Place) => inserting(table, columns, value);
    if (lifecycle.creation === undefined) return write<Row>(tx, insert);
    return write<Row>(tx, insert, { entry: { ...firstEntry(actor, now, payload), record_id: id } });
  }

  /** The first entry of each of these records, which were added with `startColumns` in the same transaction. */
  async function begin(
    tx: Tx,
    { actor, now, ids }: { actor: Actor; now: Date; ids: readonly string[] },
  ): Promise<void> {
    const entry = firstEntry(actor, now, {});
    // PostgreSQL allows at most 65,535 parameters per statement.
    for (let done = 0; done < ids.length; done += ENTRIES_AT_ONCE)
      await tx
        .insertInto('history')
        .values(ids.slice(done, done + ENTRIES_AT_ONCE).map((record_id) => ({ ...entry, record_id })))
        .execute();
  }

  return {
    id: lifecycle.id,
    lifecycle,
    table,
    hasStart: lifecycle.start !== null,
    /** The columns of a state by its name, including states of older versions. */
    columnsNamed: (name: string): Columns => columnsOf(lifecycle.stateNamed(name)),
    /** The name of a row's state. */
    nameOf: (row: Columns): string => lifecycle.nameOf(definition.stateOf(row)),
    /** The name of the state that a history leads to. @throws Error as `replay` does */
    replayed: (entries: readonly HistoryEntry[]): string => lifecycle.nameOf(replay(lifecycle, entries)),
    lock,
    hold,
    verdictOn,
    allows: (held: H, event: Event): boolean => verdictOn(held, event).may,
    mustAllow,
    mustBeCurrent,
    transition,
    transitionHeld,
    startColumns,
    create,
    begin,
  };
}

/** For new records. */
const ENTRIES_AT_ONCE = 1000;

/** Only the columns whose values differ: naming a column in an update fires the triggers on it. */
const unlike = (row: object, columns: StateColumns): object =>
  Object.fromEntries(Object.entries(columns).filter(([column, value]) => value !== (row as StateColumns)[column]));

/** The given columns of a row; undefined ones stay unchanged, or get the database's default. */
const assigned = (columns: object): [string, unknown][] =>
  Object.entries(columns).filter(([, value]) => value !== undefined);

/** Adds a value to a statement and returns its placeholder. */
type Place = (value: unknown) => string;

const inserting = (table: string, columns: readonly [string, unknown][], value: Place): string =>
  `insert into "${table}" (${columns.map(([column]) => `"${column}"`).join(', ')}) values (${columns.map(([, one]) => value(one)).join(', ')})`;

/**
 * Writes row and entry in one statement, which returns the resulting row, or some columns of it. With none, it is sent
 * with the next statement. A plain text: every change comes through here, and Kysely would take longer to compile it
 * than PostgreSQL to parse it.
 */
async function write<Row>(
  tx: Tx,
  record: (value: Place) => string,
  { returned, entry }: { returned?: readonly string[] | undefined; entry?: Insertable<Tables['history']> } = {},
): Promise<Row> {
  const values: unknown[] = [];
  const value: Place = (one) => `$${values.push(one)}`;
  const isUnread = returned?.length === 0;
  const mark = isUnread ? '/* prepared, unread */' : '/* prepared */';
  const columns = isUnread ? '"id"' : (returned?.map((column) => `"${column}"`).join(', ') ?? '*');
  const written = `${record(value)} returning ${columns}`;
  const text = entry
    ? `${mark} with record as (${written}), entry as (${inserting('history', Object.entries(entry), value)}) select * from record`
    : `${mark} ${written}`;
  const [row] = await rowsOf<Row>(tx, text, values);
  return row!;
}
