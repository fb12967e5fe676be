import { compileFunction } from 'node:vm';
import pg from 'pg';
import type { CustomTypesConfig, FieldDef } from 'pg';

declare module 'pg' {
  // A type parameter of the original has to be named again.
  interface Result<R> {
    /** The client sets its own, where there are none. */
    _types: CustomTypesConfig | undefined;
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

/** A statement whose rows are read by a `QuickResult`. With a name, each connection parses it once. */
export function quickQuery(text: string, values: unknown[], name: string | undefined): pg.Query {
  const result = new QuickResult(text);
  // Given a configuration, `pg` would copy it, property by property, which takes as long as sending it.
  return Object.assign(new pg.Query<pg.QueryResultRow, unknown[]>(text, values), {
    _result: result,
    _results: result,
    ...(name === undefined ? {} : { name }),
  });
}
