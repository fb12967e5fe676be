type Json = Record<string, unknown>;

/**
 * The paths of an OpenAPI contract, with each named schema (one with a `title`) moved to the components and replaced by
 * references. `title` is used rather than `$id`, since Fastify compiles each route separately with inline schemas, and
 * a nullable variant of a schema has the same name.
 *
 * @throws Error if two schemas have the same name
 */
export function withComponents(paths: Json): { paths: Json; schemas: Json } {
  const schemas: Json = {};

  function visit(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const node = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, visit(inner)]));
    const { title, ...schema } = node;
    return typeof title === 'string' ? named(title, schema) : node;
  }

  function named(name: string, schema: Json): Json {
    const isNullable = Array.isArray(schema.type);
    const component = isNullable ? { ...schema, type: 'object' } : schema;
    if (name in schemas && JSON.stringify(schemas[name]) !== JSON.stringify(component))
      throw new Error(`Two schemas of the contract are called ${name}.`);
    schemas[name] = component;
    const reference = { $ref: `#/components/schemas/${name}` };
    return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference;
  }

  return { paths: visit(paths) as Json, schemas };
}
