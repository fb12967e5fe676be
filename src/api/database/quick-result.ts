import { compileFunction } from 'node:vm';
import pg from 'pg';
import type { Connection, CustomTypesConfig, FieldDef } from 'pg';
import type { Duplex } from 'node:stream';

declare module 'pg' {
  // The type parameters of the originals have to be named again.
  interface Result<R> {
    /** The client sets its own, where there are none. */
    _types: CustomTypesConfig | undefined;
  }
  interface Query<R, I> {
    /** Sends the statement. */
    prepare(connection: Connection): void;
    handleReadyForQuery(connection: Connection): void;
    /** Whether rows are kept, which `pg` decides when it is told the columns. */
    _accumulateRows: boolean;
  }
  interface Connection {
    readonly stream: Duplex;
    _send(message: Buffer): void;
    describe(of: object): void;
  }
}

type Parse = (text: string) => unknown;

type Row = Record<string, unknown>;
type Values = readonly (string | null)[];

interface Columns {
  fields: FieldDef[];
  names: string[];
  parsers: Parse[];
  /** How many rows were read. */
  rows: number;
  /** Generated once there were enough of them. */
  rowOf: ((values: Values) => Row) | undefined;
}

/** The most statements whose columns are kept, since a text may vary with the request. */
const MAXIMUM = 500;
/** The rows after which a statement gets a function of its own: generating one takes as long as reading a few hundred. */
const FREQUENT = 500;
/** By the text of the statement. */
const known = new Map<string, Columns>();

/**
 * A result that computes the columns of a statement once, not at each execution, and builds rows by assigning to an
 * empty object. The result of `pg` copies a prototype, which for a wide row takes five times as long and leaves an object
 * whose properties are slow to read.
 */
class QuickResult extends pg.Result {
  readonly #text: string;
  #columns: Columns = { fields: [], names: [], parsers: [], rows: 0, rowOf: undefined };

  constructor(text: string) {
    super('', pg.types);
    this._types = undefined;
    this.#text = text;
  }

  get columns(): Columns {
    return this.#columns;
  }

  /** Instead of `addFields`, where the server was not asked to describe the columns. */
  set columns(columns: Columns) {
    this.#columns = columns;
    this.fields = columns.fields;
  }

  /** Called with the description that comes with each execution. */
  addFields(fields: FieldDef[]): void {
    const before = known.get(this.#text);
    // Once the schema has changed, `select *` may return other columns.
    const isSame =
      before?.fields.length === fields.length &&
      before.fields.every(({ name, dataTypeID }, at) => {
        const field = fields[at]!;
        return name === field.name && dataTypeID === field.dataTypeID;
      });
    this.#columns = isSame ? before : this.#learn(fields);
    this.fields = this.#columns.fields;
  }

  parseRow(values: Values): Row {
    const columns = this.#columns;
    if (columns.rowOf) return columns.rowOf(values);
    const { names, parsers } = columns;
    if (++columns.rows >= FREQUENT) columns.rowOf = generated(columns);
    const row: Row = {};
    for (let at = 0; at < values.length; at++) {
      const value = values[at]!;
      row[names[at]!] = value === null ? null : parsers[at]!(value);
    }
    return row;
  }

  #learn(fields: FieldDef[]): Columns {
    const types = this._types ?? pg.types;
    const columns = {
      fields,
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }): Parse => types.getTypeParser(dataTypeID, 'text')),
      rows: 0,
      rowOf: undefined,
    };
    if (known.size >= MAXIMUM) known.clear();
    known.set(this.#text, columns);
    return columns;
  }
}

/**
 * A function that makes one row of these columns as an object literal, as JSON serializers are generated: at 60 columns,
 * it takes a tenth of the time of a loop. Only the columns' names are part of its text, and they come from our
 * statements.
 */
function generated({ names, parsers }: Pick<Columns, 'names' | 'parsers'>): (values: Values) => Row {
  const properties = names.map(
    (name, at) => `${JSON.stringify(name)}: v[${at}] === null ? null : parsers[${at}](v[${at}])`,
  );
  const make = compileFunction(`return (v) => ({ ${properties.join(', ')} });`, ['parsers']) as (
    given: Parse[],
  ) => (values: Values) => Row;
  return make(parsers);
}

/** A connection as a statement sees it that is being sent. */
interface Wire {
  /** Instead of sending messages one by one, it keeps them. */
  speaker: Connection;
  /** The same, but never asks for a description. */
  terse: Connection;
  messages: Buffer[];
  /** The columns of each named statement that this connection has executed. */
  described: Map<string, Columns>;
}

const wires = new WeakMap<Connection, Wire>();

function wireOf(connection: Connection): Wire {
  let wire = wires.get(connection);
  if (!wire) {
    const messages: Buffer[] = [];
    const speaker = Object.create(connection, {
      _send: { value: (message: Buffer) => void messages.push(message) },
    }) as Connection;
    const terse = Object.create(speaker, { describe: { value: () => {} } }) as Connection;
    wire = { speaker, terse, messages, described: new Map() };
    wires.set(connection, wire);
  }
  return wire;
}

/**
 * A statement that is sent as one message, and whose rows are read by a `QuickResult`. A named one is described once for
 * each connection: the description of a wide row is as long as the row. The server fails a named statement whose columns
 * have changed since, so an old description is never applied to a new row.
 */
class QuickQuery extends pg.Query<pg.QueryResultRow, unknown[]> {
  readonly #result: QuickResult;
  readonly #name: string | undefined;
  readonly #isDescribedOnce: boolean;

  constructor(text: string, values: unknown[], name: string | undefined, isDescribedOnce: boolean) {
    super(text, values);
    this.#name = name;
    this.#isDescribedOnce = isDescribedOnce && name !== undefined;
    this.#result = new QuickResult(text);
    // Given a configuration, `pg` would copy it, property by property, which takes as long as sending it.
    Object.assign(this, { _result: this.#result, _results: this.#result, ...(name === undefined ? {} : { name }) });
  }

  override prepare(connection: Connection): void {
    const { speaker, terse, messages, described } = wireOf(connection);
    const columns = this.#isDescribedOnce ? described.get(this.#name!) : undefined;
    if (columns) {
      this.#result.columns = columns;
      this._accumulateRows = true;
    }
    super.prepare(columns ? terse : speaker);
    connection.stream.write(messages.length === 1 ? messages[0] : Buffer.concat(messages));
    messages.length = 0;
  }

  override handleReadyForQuery(connection: Connection): void {
    if (this.#isDescribedOnce) wireOf(connection).described.set(this.#name!, this.#result.columns);
    super.handleReadyForQuery(connection);
  }
}

/**
 * @param name lets each connection parse the text once
 * @param isDescribedOnce not behind a pooler, which may silently prepare a named statement again
 */
export const quickQuery = (
  text: string,
  values: unknown[],
  name: string | undefined,
  isDescribedOnce: boolean,
): pg.Query => new QuickQuery(text, values, name, isDescribedOnce);
