/**
 * Checks the GraphQL schema's use of the REST API against the API's contract: the calls of `@rest`, their parameters,
 * and the types of their responses. Part of `npm run validate`; prints mismatches, one per line.
 */
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { byHand } from '#src/gateway/by-hand.ts';
import { restCallOf, type Parameter, type RestCall, type Source } from '#src/gateway/rest-call.ts';
import { createSchema, schemaFiles, type ByHand } from '#src/gateway/schema.ts';
import { snake } from '#src/gateway/rest-call.ts';

/** The part of OpenAPI that the contract uses. */
export interface Contract {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Json> };
}
interface Operation {
  parameters?: { in: string; name: string; required?: boolean; schema: Json }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
}
/** A JSON Schema. */
interface Json {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Json[];
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json;
}

const PREFIX = '/api/frontend';
const JSON_BODY = 'application/json';
const PORTALS = ['agent', 'user', 'carrier'];

/** The mismatches, one sentence each; empty if there are none. */
export function restFaults(schema: GraphQLSchema, own: ByHand, contract: Contract): string[] {
  const faults = new Set<string>();
  const operations = new Map<string, { path: string; operation: Operation }>();
  for (const [path, methods] of Object.entries(contract.paths))
    for (const [method, operation] of Object.entries(methods))
      operations.set(`${method.toUpperCase()} ${path.replace(/\{[^}]*\}/g, '{}')}`, { path, operation });
  /** For each enum, which of its values the contract has. */
  const known = new Map<GraphQLEnumType, Set<unknown>>();

  /** Resolves references and unwraps nullable schemas. */
  const resolved = (json: Json): Json => {
    if (json.$ref !== undefined) return contract.components!.schemas![json.$ref.split('/').at(-1)!]!;
    const [one, ...others] = json.anyOf?.filter(({ type }) => type !== 'null') ?? [];
    if (!one?.$ref || others.length > 0) return json;
    return { ...resolved(one), type: ['object', 'null'] };
  };

  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const call = restCallOf(schema, type, field);
      if (call) judgeCall(type, field, call);
    }
  }
  for (const [type, values] of known)
    for (const value of type.getValues())
      if (!values.has(value.value))
        faults.add(`${fileOf(type)}: ${type.name}.${value.name}: no call knows the value "${value.value}".`);
  return [...faults];

  function judgeCall(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>, call: RestCall): void {
    for (const address of addressesOf(call)) {
      const found = operations.get(`${call.method} ${PREFIX}${address}`);
      const name = `${call.method} ${found ? found.path.slice(PREFIX.length) : address}`;
      const fault = (what: string): void =>
        void faults.add(`${fileOf(field)}: ${type.name}.${field.name}: ${name} ${what}`);
      if (!found) {
        fault('is not in the contract.');
        continue;
      }
      const { path, operation } = found;
      const inPath = [...path.matchAll(/\{([^}]*)\}/g)].map(([, parameter]) => parameter);
      const given = call.path.sources.filter((source) => literalsOf(source) === null);
      inPath.forEach((parameter, at) => {
        const json = operation.parameters?.find((one) => one.in === 'path' && one.name === parameter)?.schema ?? {};
        judgeInPath(type, given[at]!, json, (what) => fault(`has {${parameter}} in its path, ${what}`));
      });
      judgeQuery(call, operation, fault);
      judgeBody(call, operation, fault);
      if (!call.isDone) judgeAnswer(field, call, operation, name, fault);
    }
  }

  function judgeInPath(type: GraphQLObjectType, source: Source, json: Json, fault: (what: string) => void): void {
    if (source.from === 'object') {
      const field = Object.values(type.getFields()).find(({ name }) => snake(name) === source.field)!;
      if (!isNonNullType(field.type)) fault(`and ${type.name}.${field.name} may be null.`);
    }
    if (source.from !== 'argument') return;
    if (!isNonNullType(source.type)) fault(`and the argument ${source.argument} may be null.`);
    judgeInput(source.type, json, true, `the argument ${source.argument}`, (what) => fault(`and ${what}`));
  }

  function judgeQuery(
    { query, batch, fields }: RestCall,
    { parameters = [] }: Operation,
    fault: (what: string) => void,
  ): void {
    const takes = parameters.filter((parameter) => parameter.in === 'query');
    for (const { name, source } of query) {
      const taken = takes.find((parameter) => parameter.name === name);
      if (!taken) fault(`takes no ${name} in its query.`);
      else judgeGiven(source, taken.schema, true, name, fault);
    }
    if (fields !== null && !takes.some(({ name }) => name === 'fields')) fault('takes no fields in its query.');
    for (const { name, required } of takes) {
      if (!required || name === batch) continue;
      if (!query.some((parameter) => parameter.name === name && isSure(parameter)))
        fault(`needs ${name} in its query.`);
    }
  }

  function judgeBody({ body }: RestCall, { requestBody }: Operation, fault: (what: string) => void): void {
    const json = requestBody?.content[JSON_BODY]?.schema;
    if (!json || !body) {
      if (body) fault('takes no body.');
      if (json && requestBody.required) fault('needs a body.');
      return;
    }
    const { properties = {}, required = [] } = resolved(json);
    for (const { name, source } of body) {
      const property = properties[name];
      if (!property) fault(`takes no ${name} in its body.`);
      else judgeGiven(source, property, false, name, fault);
    }
    for (const name of required) {
      const given = body.find((parameter) => parameter.name === name);
      const mayBeNull = isNullable(properties[name]!);
      if (!given || !isSure(given, mayBeNull)) fault(`needs ${name} in its body.`);
    }
  }

  function judgeGiven(source: Source, json: Json, isText: boolean, name: string, fault: (what: string) => void): void {
    if (source.from === 'constant') {
      const values = valuesOf(json);
      const value = isText ? String(source.value) : source.value;
      if (values ? !values.includes(value) : jsonTypeOf(source.value) !== typeOf(json))
        fault(`does not take ${JSON.stringify(source.value)} as ${name}.`);
    }
    if ('type' in source) judgeInput(source.type, json, isText, name, fault);
  }

  /** Checks whether REST accepts every value that the type allows; `isText` if it is sent as text. */
  function judgeInput(
    given: GraphQLInputType,
    schemaOfRest: Json,
    isText: boolean,
    name: string,
    fault: (what: string) => void,
  ): void {
    const json = resolved(schemaOfRest);
    const type = getNullableType(given);
    const wrong = (): void => fault(`takes ${shown(json)} as ${name}, which is ${String(given)}.`);
    if (isListType(type)) {
      if (isText && typeOf(json) === 'string') return;
      if (typeOf(json) !== 'array') return wrong();
      return judgeInput(type.ofType, json.items ?? {}, false, `each of ${name}`, fault);
    }
    if (isInputObjectType(type)) {
      if (typeOf(json) !== 'object') return wrong();
      const fields = Object.values(type.getFields());
      for (const field of fields) {
        const property = json.properties?.[snake(field.name)];
        if (!property) fault(`takes no ${snake(field.name)} in ${name}, as ${type.name}.${field.name} is there.`);
        else judgeInput(field.type, property, false, `${name}.${snake(field.name)}`, fault);
      }
      for (const needed of json.required ?? []) {
        const field = fields.find((one) => snake(one.name) === needed);
        const isGiven = field && (isNonNullType(field.type) || isNullByDefault(field, json.properties![needed]!));
        if (!isGiven) fault(`needs ${needed} in ${name}, which ${type.name} leaves open.`);
      }
      return;
    }
    if (isEnumType(type)) {
      const values = valuesOf(json);
      if (!values) return wrong();
      for (const value of type.getValues()) {
        if (values.includes(value.value)) remember(type, [value.value]);
        else fault(`does not take ${type.name}.${value.name} as ${name}.`);
      }
      return;
    }
    if (!(isText ? fitsAsText(type.name, json) : fitsScalar(type.name, json))) wrong();
  }

  function judgeAnswer(
    field: GraphQLField<unknown, unknown>,
    { select, batch }: RestCall,
    { responses }: Operation,
    name: string,
    fault: (what: string) => void,
  ): void {
    const code = Object.keys(responses).find((status) => status.startsWith('2'));
    const whole = code === undefined ? undefined : responses[code]!.content?.[JSON_BODY]?.schema;
    if (!whole) return fault('answers nothing.');
    const json = resolved(whole);
    const part = select === null ? json : json.properties?.[select];
    if (!part) return fault(`does not answer ${select}, which is selected.`);
    if (batch !== null && !resolved(resolved(part).items ?? {}).properties?.[batch])
      fault(`does not say in each row to which ${batch} it belongs.`);
    judgeOutput(field.type, part, (what) => fault(what), name);
  }

  /** Checks whether REST's response is what the type promises. */
  function judgeOutput(
    promised: GraphQLOutputType,
    schemaOfRest: Json,
    fault: (what: string) => void,
    call: string,
  ): void {
    const json = resolved(schemaOfRest);
    if (isNonNullType(promised) && isNullable(json)) fault('may answer null here, which is not null in the schema.');
    const type = getNullableType(promised);
    const wrong = (): void => fault(`answers ${shown(json)} here, which is ${String(promised)} in the schema.`);
    if (isListType(type)) {
      if (typeOf(json) !== 'array') return wrong();
      return judgeOutput(type.ofType, json.items ?? {}, fault, call);
    }
    if (isObjectType(type)) {
      if (typeOf(json) !== 'object') return wrong();
      for (const field of Object.values(type.getFields())) {
        if (own[type.name]?.[field.name] || restCallOf(schema, type, field)) continue;
        judgeField(type, field, json, call);
      }
      return;
    }
    if (isEnumType(type)) {
      const values = valuesOf(json);
      if (!values) return wrong();
      remember(type, values);
      const named = new Set(type.getValues().map(({ value }: { value: unknown }) => value));
      for (const value of values)
        if (value !== null && !named.has(value))
          fault(`may answer "${String(value)}" here, which ${type.name} does not have.`);
      return;
    }
    if (!fitsScalar(type.name, json)) wrong();
  }

  function judgeField(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>, json: Json, call: string): void {
    const fault = (what: string): void =>
      void faults.add(`${fileOf(field)}: ${type.name}.${field.name}: ${call} ${what}`);
    const name = snake(field.name);
    const property = json.properties?.[name];
    if (!property) return fault(`does not answer ${name}.`);
    if (isNonNullType(field.type) && !json.required?.includes(name))
      fault(`may leave out ${name}, which is not null in the schema.`);
    judgeOutput(field.type, property, fault, call);
  }

  function remember(type: GraphQLEnumType, values: unknown[]): void {
    if (!known.has(type)) known.set(type, new Set());
    for (const value of values) known.get(type)!.add(value);
  }

  /** Whether an omitted field is sent as null, which REST accepts. */
  function isNullByDefault({ defaultValue }: GraphQLInputField, json: Json): boolean {
    return defaultValue !== undefined && isNullable(json);
  }

  function typeOf(schemaOfRest: Json): string | undefined {
    const json = resolved(schemaOfRest);
    const types = json.anyOf ? json.anyOf.flatMap((one) => resolved(one).type ?? []) : [json.type ?? []].flat();
    const [type, ...others] = new Set(types.filter((one) => one !== 'null'));
    return others.length > 0 ? undefined : type;
  }

  function isNullable(schemaOfRest: Json): boolean {
    const json = resolved(schemaOfRest);
    return [json.type].flat().includes('null') || (json.anyOf?.some(isNullable) ?? false);
  }

  /** The allowed values, if the schema lists them. */
  function valuesOf(schemaOfRest: Json): unknown[] | null {
    const json = resolved(schemaOfRest);
    if (json.const !== undefined) return [json.const];
    if (json.enum) return json.enum;
    const parts = json.anyOf?.filter((one) => resolved(one).type !== 'null').map(valuesOf);
    return parts && parts.every((part) => part !== null) ? parts.flat() : null;
  }

  function fitsScalar(scalar: string, json: Json): boolean {
    const type = typeOf(json);
    switch (scalar) {
      case 'Json':
        return true;
      case 'Boolean':
        return type === 'boolean';
      case 'Int':
      case 'Cents':
        return type === 'integer';
      case 'Float':
        return type === 'number' || type === 'integer';
      case 'Date':
        return type === 'string' && json.format === 'date';
      case 'Instant':
        return type === 'string' && json.format === 'date-time';
      default:
        return type === 'string';
    }
  }

  /** In a path or a query everything is text, restricted by the pattern or the list of values. */
  function fitsAsText(scalar: string, json: Json): boolean {
    if (typeOf(json) !== 'string') return fitsScalar(scalar, json);
    if (scalar === 'Boolean') return ['true', 'false'].every((value) => valuesOf(json)?.includes(value));
    if (scalar === 'Int' || scalar === 'Float' || scalar === 'Cents')
      return (
        valuesOf(json)?.every((value) => Number.isFinite(Number(value))) ??
        (json.format === undefined && json.pattern !== undefined && new RegExp(json.pattern, 'u').test('1'))
      );
    return fitsScalar(scalar, json);
  }

  function shown(json: Json): string {
    const values = valuesOf(json);
    return values
      ? values.map((value) => JSON.stringify(value)).join(' or ')
      : [json.format, typeOf(json) ?? 'anything'].join(' ').trim();
  }
}

/** The URLs that a call may use, with `{}` for parameters in the contract's path. */
function addressesOf({ path: { texts, sources } }: RestCall): string[] {
  return sources.reduce(
    (addresses, source, at) =>
      addresses.flatMap((address) => (literalsOf(source) ?? ['{}']).map((text) => address + text + texts[at + 1])),
    [texts[0]!],
  );
}

/** The values that a source inserts into a path, if it is an enum; the contract has a separate path for each. */
function literalsOf(source: Source): string[] | null {
  if (source.from === 'session') return PORTALS;
  const type = source.from === 'argument' ? getNullableType(source.type) : null;
  return isEnumType(type) ? type.getValues().map(({ value }) => String(value)) : null;
}

/** Whether a parameter is always sent. */
function isSure({ source, isOmittedEmpty }: Parameter, mayBeNull = false): boolean {
  if (isOmittedEmpty) return false;
  if (source.from === 'argument') return isNonNullType(source.type) || (source.hasDefault && mayBeNull);
  if (source.from === 'input') return source.isSure && isNonNullType(source.type);
  return true;
}

function jsonTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}

function fileOf({
  astNode,
}: {
  astNode?: { loc?: { source: { name: string } } | undefined } | null | undefined;
}): string {
  return astNode?.loc?.source.name ?? 'the schema';
}

if (import.meta.main) {
  const { openApiDocument } = await import('#src/api/openapi.ts');
  const schema = createSchema(schemaFiles(), byHand);
  const faults = restFaults(schema, byHand, (await openApiDocument()) as Contract);
  for (const fault of faults) console.log(fault);
  process.exit(faults.length > 0 ? 1 : 0);
}
