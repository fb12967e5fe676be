/**
 * The GraphQL schema and the resolvers of its fields: the call of `@rest`, a handwritten resolver, or the response that
 * the field is part of. Field names are camelCase in GraphQL and snake_case in REST (`followUp`, `follow_up`); enum
 * values have underscores in GraphQL and hyphens in REST (`follow_up`, `follow-up`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildASTSchema,
  concatAST,
  getDirectiveValues,
  GraphQLError,
  isEnumType,
  isObjectType,
  isScalarType,
  parse,
  Source,
  type GraphQLEnumType,
  type GraphQLFieldResolver,
  type GraphQLScalarType,
  type GraphQLSchema,
} from 'graphql';
import type { GatewayContext } from './context.ts';
import { restCallOf } from './rest-call.ts';
import { batchOf, resolverOf } from './rest-resolver.ts';
import { readsOf } from './selection.ts';
import { snake } from './rest-call.ts';
import { root } from '#src/root.ts';

type Resolve = GraphQLFieldResolver<unknown, GatewayContext>;

/** Handwritten resolvers: by type, by field. */
export type ByHand = Record<string, Record<string, Resolve | { subscribe: Resolve }>>;

/** The values that our custom scalars accept. Without these checks GraphQL would pass anything through. */
const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  Cents: Number.isSafeInteger,
  Date: (value) => typeof value === 'string',
  Instant: (value) => typeof value === 'string',
};

/** The files of the schema: one per noun. */
export function schemaFiles(): Source[] {
  const folder = join(root, 'schema');
  const names = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return names.sort().map((name) => new Source(readFileSync(join(folder, name), 'utf8'), `schema/${name}`));
}

/**
 * The schema with its resolvers. The files are validated when they change, not at each start. `isLocated`: whether faults
 * can name the file; it keeps every token of the files in memory, so the server does without.
 *
 * @throws Error where a field of Query, Mutation, or Subscription has no resolver, or two
 */
export function createSchema(files: Source[], byHand: ByHand, isLocated = true): GraphQLSchema {
  const parsed = concatAST(files.map((file) => parse(file, { noLocation: !isLocated })));
  const schema = buildASTSchema(parsed, { assumeValidSDL: true });
  const unknown = new Set(
    Object.entries(byHand).flatMap(([type, fields]) => Object.keys(fields).map((name) => `${type}.${name}`)),
  );
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isScalarType(type)) judgeScalar(type);
    if (isEnumType(type)) spellEnum(schema, type);
    if (!isObjectType(type)) continue;
    const isRoot = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(type);
    for (const field of Object.values(type.getFields())) {
      const call = restCallOf(schema, type, field);
      const own = byHand[type.name]?.[field.name];
      unknown.delete(`${type.name}.${field.name}`);
      if (own && call) throw new Error(`${type.name}.${field.name} has a resolver and @rest.`);
      if (isRoot && !own && !call) throw new Error(`${type.name}.${field.name} has neither @rest nor a resolver.`);
      const spelled = snake(field.name);
      const isPart = !isRoot && field.args.length === 0;
      const isBatch = call !== null && call.batch !== null;
      field.extensions = {
        ...field.extensions,
        readsOfAnswer: call ? readsOf(call, isPart && !isBatch ? spelled : null) : [spelled],
        ...(isBatch && call.fields !== null ? { nestedInAnswer: spelled } : {}),
      };
      if (typeof own === 'function') field.resolve = own;
      else if (own) field.subscribe = own.subscribe;
      else if (call?.batch) field.resolve = batchOf({ ...call, batch: call.batch }, spelled);
      else if (call) field.resolve = resolverOf(call, isPart ? spelled : null);
      else if (spelled !== field.name) field.resolve = (object: Record<string, unknown>) => object[spelled];
    }
  }
  if (unknown.size > 0) throw new Error(`The schema does not have ${[...unknown].join(', ')}.`);
  return schema;
}

function judgeScalar(type: GraphQLScalarType): void {
  const takes = SCALARS[type.name];
  if (!takes) return;
  type.parseValue = (value) => {
    if (takes(value)) return value;
    throw new GraphQLError(`This is not of type "${type.name}".`);
  };
}

function spellEnum(schema: GraphQLSchema, type: GraphQLEnumType): void {
  const spelled = schema.getDirective('spelled');
  for (const value of type.getValues()) {
    const said = spelled && value.astNode && getDirectiveValues(spelled, value.astNode);
    value.value = said?.as ?? value.name.replaceAll('_', '-');
  }
}
