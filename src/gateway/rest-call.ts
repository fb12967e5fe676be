import {
  getDirectiveValues,
  getNamedType,
  getNullableType,
  GraphQLBoolean,
  isInputObjectType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** Where a value of a call comes from. */
export type Source =
  | { from: 'argument'; argument: string; type: GraphQLInputType; hasDefault: boolean }
  /** A field of an argument that is an input object. */
  | { from: 'input'; argument: string; field: string; type: GraphQLInputType; isSure: boolean }
  | { from: 'object'; field: string }
  | { from: 'session' }
  | { from: 'constant'; value: unknown };

/** A field of the query or the body, by its REST name. */
export type Parameter = { name: string; source: Source; isOmittedEmpty: boolean };

/** The parsed `@rest` directive of a field; see schema/rest.graphql. */
export type RestCall = {
  method: Method;
  /** The texts around the sources: one more than there are sources. */
  path: { texts: string[]; sources: Source[] };
  query: Parameter[];
  /** Null for a call without a body. */
  body: Parameter[] | null;
  select: string | null;
  isDone: boolean;
  batch: string | null;
  /** Where in the response the objects are of which only selected fields are requested; null to request all fields. */
  fields: string | null;
};

type Said = Partial<Record<Method, string>> & {
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  omitEmpty?: string[];
  select?: string;
  result?: boolean;
  batch?: string;
  fields?: string;
};

type Field = GraphQLField<unknown, unknown>;

/**
 * The call that `@rest` defines for a field; null without the directive.
 *
 * @throws Error where the directive is invalid, such as for an argument that the field does not have
 */
export function restCallOf(schema: GraphQLSchema, type: GraphQLObjectType, field: Field): RestCall | null {
  const directive = schema.getDirective('rest');
  const said: Said | null | undefined = directive && field.astNode && getDirectiveValues(directive, field.astNode);
  if (!said) return null;
  const wrong = (what: string): Error => new Error(`@rest of ${type.name}.${field.name} ${what}`);

  const methods = METHODS.filter((name) => said[name] !== undefined);
  const [method] = methods;
  if (method === undefined || methods.length > 1) throw wrong('has to name one method.');
  if ((said.result === true) !== (getNamedType(field.type) === GraphQLBoolean))
    throw wrong('has `result: true` where the field is a Boolean, and only there.');

  const used = new Set<string>();
  const sourceOf = (reference: string): Source => {
    if (reference === '$session.portal') return { from: 'session' };
    if (reference.startsWith('$this.')) {
      const name = reference.slice('$this.'.length);
      if (!type.getFields()[name]) throw wrong(`takes ${reference}, which is no field of ${type.name}.`);
      return { from: 'object', field: snake(name) };
    }
    const argument = field.args.find(({ name }) => name === reference);
    if (!argument) throw wrong(`takes {${reference}}, which is no argument of it.`);
    used.add(reference);
    return argumentSource(argument);
  };

  const pieces = said[method]!.split(/\{([^{}]*)\}/);
  const path = {
    texts: pieces.filter((_, at) => at % 2 === 0),
    sources: pieces.filter((_, at) => at % 2 === 1).map(sourceOf),
  };
  const omitEmpty = new Set(said.omitEmpty);
  const named = (fields: Record<string, unknown> = {}): Parameter[] =>
    Object.entries(fields).map(([name, value]) => {
      const [, reference] = typeof value === 'string' ? (/^\{(.*)\}$/.exec(value) ?? []) : [];
      const source: Source = reference === undefined ? { from: 'constant', value } : sourceOf(reference);
      return { name, source, isOmittedEmpty: reference !== undefined && omitEmpty.has(reference) };
    });
  const query = named(said.query);
  const body = named(said.body);
  const others = field.args
    .filter(({ name }) => !used.has(name))
    .flatMap((argument) => parametersOf(argument, omitEmpty));
  const isInQuery = method === 'GET' || method === 'DELETE';
  (isInQuery ? query : body).push(...others);

  for (const name of omitEmpty)
    if (!field.args.some((argument) => argument.name === name))
      throw wrong(`omits ${name}, which is no argument of it.`);
  for (const list of [query, body])
    if (new Set(list.map(({ name }) => name)).size < list.length) throw wrong('gives a parameter twice.');
  if (said.batch !== undefined && (method !== 'GET' || path.sources.length + query.length > 0 || said.select))
    throw wrong('is a batch, which is a GET of whole rows by the ids alone.');
  return {
    method,
    path,
    query,
    body: said.body || body.length > 0 ? body : null,
    select: said.select ?? null,
    isDone: said.result === true,
    batch: said.batch ?? null,
    fields: said.fields ?? null,
  };
}

type Argument = Field['args'][number];

function argumentSource({ name, type, defaultValue }: Argument): Source {
  return { from: 'argument', argument: name, type, hasDefault: defaultValue !== undefined };
}

/** An argument, or the fields of an argument that is an input object. */
function parametersOf(argument: Argument, omitEmpty: ReadonlySet<string>): Parameter[] {
  const type = getNullableType(argument.type);
  const isOmittedEmpty = omitEmpty.has(argument.name);
  if (!isInputObjectType(type))
    return [{ name: snake(argument.name), source: argumentSource(argument), isOmittedEmpty }];
  // Fields of an optional input may be missing.
  const isSure = type !== argument.type;
  return Object.values(type.getFields()).map((field) => ({
    name: snake(field.name),
    source: { from: 'input', argument: argument.name, field: field.name, type: field.type, isSure },
    isOmittedEmpty,
  }));
}

/** A name as REST spells it: `followUp` in GraphQL is `follow_up` there. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
