/**
 * What a response schema lets through of a value: the fields that it names, and no others. For responses that stay
 * values, because the caller is in the same process, and for responses with fewer fields than their schema has.
 */
type Project = (value: unknown, isSparse: boolean) => unknown;

interface Json {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Json>>;
  required?: readonly string[];
  additionalProperties?: unknown;
  items?: Json | readonly Json[];
  anyOf?: readonly Json[];
}

const compiled = new WeakMap<object, Project | null>();

/** @throws Error if a field that the schema requires is missing; a sparse response requires nothing */
export function projected(schema: object, value: unknown, isSparse: boolean): unknown {
  const project = projectionOf(schema as Json);
  return project ? project(value, isSparse) : value;
}

/** Null where the schema lets everything through. */
function projectionOf(schema: Json): Project | null {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made = make(schema);
  compiled.set(schema, made);
  return made;
}

function make(schema: Json): Project | null {
  const { properties, items, anyOf } = schema;
  if (anyOf) return ofUnion(anyOf);
  if (items && !Array.isArray(items)) return ofList(items as Json);
  if (properties && !schema.additionalProperties) return ofObject(properties, schema.required ?? []);
  const types = [schema.type ?? []].flat();
  if (types.includes('integer')) return (value) => (typeof value === 'number' ? Math.trunc(value) : value);
  return types.includes('string') ? (value) => (value instanceof Date ? value.toISOString() : value) : null;
}

function ofObject(properties: Readonly<Record<string, Json>>, required: readonly string[]): Project {
  const needed = new Set(required);
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    isRequired: needed.has(name),
    project: projectionOf(schema),
  }));
  return (value, isSparse) => {
    if (value === null || typeof value !== 'object') return value;
    const picked: Record<string, unknown> = {};
    for (const { name, isRequired, project } of fields) {
      const inner = (value as Record<string, unknown>)[name];
      if (inner !== undefined) picked[name] = project ? project(inner, isSparse) : inner;
      else if (isRequired && !isSparse) throw new Error(`The answer does not fit its schema: "${name}" is required.`);
    }
    return picked;
  };
}

function ofList(items: Json): Project | null {
  const project = projectionOf(items);
  return project && ((value, isSparse) => (Array.isArray(value) ? value.map((one) => project(one, isSparse)) : value));
}

/** Of a union of objects, the one whose required fields are all present. */
function ofUnion(schemas: readonly Json[]): Project | null {
  const parts = schemas
    .filter(({ type }) => type !== 'null')
    .map((schema) => ({ required: schema.required ?? [], project: projectionOf(schema) }));
  if (parts.every(({ project }) => project === null)) return null;
  return (value, isSparse) => {
    if (value === null || typeof value !== 'object') return value;
    const fits = parts.length === 1 ? parts[0] : parts.find(({ required }) => required.every((name) => name in value));
    if (!fits) throw new Error('The answer does not fit its schema: it is none of a union.');
    return fits.project ? fits.project(value, isSparse) : value;
  };
}
