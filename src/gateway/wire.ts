/**
 * The two spellings of one thing. GraphQL says `followUp` and `follow_up`, REST says `follow_up` and `follow-up`:
 * field names are camelCase there and snake_case here, values of enums have underscores there and hyphens here. The
 * schema is taught this once, so that a resolver hands on what REST answered.
 */
import { buildSchema, GraphQLError, isEnumType, isObjectType, isScalarType, type GraphQLSchema } from 'graphql';

type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : S;
type Hyphened<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}-${Hyphened<Tail>}` : S;

/** A GraphQL type as REST spells it: snake_case keys, hyphens in enums. */
export type Wire<T> = T extends string
  ? string extends T
    ? T
    : Hyphened<T>
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [K in keyof T as K extends '__typename' ? never : K extends string ? Snake<K> : K]: Wire<T[K]> }
      : T;

type DeepPartial<T> = T extends readonly (infer Item)[]
  ? DeepPartial<Item>[]
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T;

/** What a resolver may answer for a GraphQL type: what REST says of it; other fields have resolvers of their own. */
export type FromRest<T> = DeepPartial<Wire<T>>;

type Parent = Record<string, unknown>;

/** What the scalars of our own take from a caller. Without it GraphQL would hand on anything in their place. */
const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  Cents: Number.isSafeInteger,
  Date: (value) => typeof value === 'string',
  Instant: (value) => typeof value === 'string',
};

/** The schema of these definitions, which reads and writes REST's spelling wherever a resolver does not say otherwise. */
export function schemaInRestSpelling(definitions: string): GraphQLSchema {
  const schema = buildSchema(definitions);
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    const takes = SCALARS[type.name];
    if (isScalarType(type) && takes) {
      type.parseValue = (value) => {
        if (takes(value)) return value;
        throw new GraphQLError(`This is not of type "${type.name}".`);
      };
    }
    if (isEnumType(type)) for (const value of type.getValues()) value.value = value.name.replaceAll('_', '-');
    if (!isObjectType(type) || isRoot(type.name)) continue;
    for (const field of Object.values(type.getFields())) {
      const spelled = snake(field.name);
      if (spelled !== field.name) field.resolve = (parent: Parent) => parent[spelled];
    }
  }
  return schema;
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function isRoot(type: string): boolean {
  return type === 'Query' || type === 'Mutation' || type === 'Subscription';
}
