/**
 * Creates resolvers from the calls that the schema defines. Everything known at startup is computed then, so a request
 * only reads values and inserts them.
 */
import {
  getNullableType,
  isInputObjectType,
  isListType,
  type GraphQLFieldResolver,
  type GraphQLInputType,
  type GraphQLResolveInfo,
} from 'graphql';
import type { GatewayContext } from './context.ts';
import { notFound } from './errors.ts';
import { ownPortal } from './session-tokens.ts';
import type { Parameter, RestCall, Source } from './rest-call.ts';
import { fieldsOfSelection } from './selection.ts';
import { snake } from './rest-call.ts';

type Fields = Record<string, unknown>;
type Read = (object: Fields, args: Fields, context: GatewayContext) => unknown;

/**
 * The resolver of a field. For a field of an object, `own` is the name under which the enclosing response may already
 * contain it.
 */
export function resolverOf(call: RestCall, own: string | null): GraphQLFieldResolver<Fields, GatewayContext, Fields> {
  const { method, select, isDone, fields } = call;
  const path = pathOf(call);
  const query = queryOf(call.query);
  const body = call.body && bodyOf(call.body);
  // A field of an object is requested by itself, regardless of what encloses its object elsewhere.
  const selected = (info: GraphQLResolveInfo): string =>
    select === null || own === null ? fieldsOfSelection(info, fields!) : select;

  const ask = async (object: Fields, args: Fields, context: GatewayContext, info: GraphQLResolveInfo) => {
    let address = path(object, args, context) + query(object, args, context);
    if (fields !== null) address += `${address.includes('?') ? '&' : '?'}fields=${selected(info)}`;
    const answer = await context.rest.call(method, address, body?.(object, args, context));
    if (isDone) return true;
    return select === null ? answer : (answer as Fields)[select];
  };
  return own === null ? ask : (object, args, context, info) => object[own] ?? ask(object, args, context, info);
}

/**
 * For a field with `batch`: loads the rows of all objects resolved together in one call, unless the enclosing response
 * already has them as `own`.
 */
export function batchOf(
  { method, path, batch, fields }: RestCall & { batch: string },
  own: string,
): GraphQLFieldResolver<Fields, GatewayContext> {
  const address = `${path.texts.join('')}?${batch}=`;
  const gathered = new WeakMap<GatewayContext, Map<string, Gathered>>();
  return (object, _args, context, info) => {
    if (object[own] !== undefined) return object[own];
    const wanted = fields === null ? '' : `&fields=${[...fieldsOfSelection(info, fields).split(','), batch].join()}`;
    const of = gathered.get(context) ?? new Map<string, Gathered>();
    gathered.set(context, of);
    let open = of.get(wanted);
    if (!open) {
      const ids = new Set<unknown>();
      const rows = new Promise<void>((resolve) => process.nextTick(resolve)).then(async () => {
        of.delete(wanted);
        const list = [...ids].join(',');
        const answer = (await context.rest.call(method, address + encodeURIComponent(list) + wanted)) as Fields[];
        return Map.groupBy(answer, (row) => row[batch]);
      });
      of.set(wanted, (open = { ids, rows }));
    }
    open.ids.add(object.id);
    return open.rows.then((byObject) => byObject.get(object.id) ?? []);
  };
}

/** The objects whose rows will be requested together. */
interface Gathered {
  ids: Set<unknown>;
  rows: Promise<Map<unknown, Fields[]>>;
}

function pathOf({ path: { texts, sources } }: RestCall): (...from: Parameters<Read>) => string {
  const reads = sources.map(readerOf);
  return (...from) => reads.reduce((path, read, at) => path + segment(read(...from)) + texts[at + 1], texts[0]!);
}

/** An id must be a plain path segment: not empty, no `..`, no other path. */
function segment(value: unknown): string {
  const text = String(value ?? '');
  if (!/^[\w-]{1,200}$/.test(text)) throw notFound();
  return text;
}

/** Query parameters are sent as text, a list with commas; absent ones stay absent. */
function queryOf(parameters: Parameter[]): (...from: Parameters<Read>) => string {
  const parts = parameters.map(({ name, source, isOmittedEmpty }) => ({
    prefix: `${encodeURIComponent(name)}=`,
    read: readerOf(source),
    isOmittedEmpty,
  }));
  return (...from) => {
    let text = '';
    for (const { prefix, read, isOmittedEmpty } of parts) {
      const value = read(...from);
      if (value == null || (Array.isArray(value) && value.length === 0)) continue;
      if (isOmittedEmpty && value === '') continue;
      text += (text === '' ? '?' : '&') + prefix + encodeURIComponent(String(value));
    }
    return text;
  };
}

/** A body field that is absent stays unchanged; null clears it. */
function bodyOf(parameters: Parameter[]): (...from: Parameters<Read>) => Fields {
  const parts = parameters.map(({ name, source, isOmittedEmpty }) => ({
    name,
    read: readerOf(source),
    spell: 'type' in source ? spellerOf(source.type) : null,
    isOmittedEmpty,
  }));
  return (...from) => {
    const body: Fields = {};
    for (const { name, read, spell, isOmittedEmpty } of parts) {
      const value = read(...from);
      if (value === undefined || (isOmittedEmpty && (value === null || value === ''))) continue;
      body[name] = spell ? spell(value) : value;
    }
    return body;
  };
}

function readerOf(source: Source): Read {
  switch (source.from) {
    case 'argument':
      return (_, args) => args[source.argument];
    case 'input':
      return (_, args) => (args[source.argument] as Fields | null | undefined)?.[source.field];
    case 'object':
      return (object) => object[source.field];
    case 'session':
      return (_, __, { tokens }) => ownPortal(tokens);
    case 'constant':
      return () => source.value;
  }
}

type Spell = (value: unknown) => unknown;

/**
 * Translates values of a type to REST's spelling: the names inside input objects. Null where nothing needs translating.
 */
function spellerOf(type: GraphQLInputType): Spell | null {
  const given = getNullableType(type);
  if (isListType(given)) {
    const spell = spellerOf(given.ofType);
    return spell && ((value) => (Array.isArray(value) ? value.map(spell) : value));
  }
  if (!isInputObjectType(given)) return null;
  const fields = Object.values(given.getFields()).map((field) => ({
    from: field.name,
    to: snake(field.name),
    spell: spellerOf(field.type),
  }));
  return (value) => {
    if (value === null || typeof value !== 'object') return value;
    const spelled: Fields = {};
    for (const { from, to, spell } of fields) {
      const inner = (value as Fields)[from];
      if (inner !== undefined) spelled[to] = spell ? spell(inner) : inner;
    }
    return spelled;
  };
}
