type Json = Record<string, unknown>;

/**
 * The paths of a contract with the schemas that have a name (a `title`) said once, as components, and referred to where
 * they were. Names are given by `title` rather than `$id`: Fastify compiles each route by itself, with the schema inline,
 * and a schema that may be null is another one with the same name.
 *
 * @throws Error where two schemas have one name
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
