import { CreateLeadBody } from '#src/api/agent-lead/agent-lead.schemas.ts';
import { openApiDocument } from '#src/api/openapi.ts';

/** The calls of the API as its contract describes them, with a valid value to send to each. */
export interface Schema {
  /** With 'null' beside it if the value may be null. */
  type?: string | [string, 'null'];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  maximum?: number;
  minimum?: number;
  format?: string;
  pattern?: string;
  minItems?: number;
}

export interface Operation {
  method: string;
  /** Relative to /api/frontend/, parameters as `{name}`. */
  path: string;
  parameters: { name: string; in: string; required?: boolean; schema: Schema }[];
  body: Schema | null;
  contentType: string | null;
}

export async function readOperations(): Promise<Operation[]> {
  const document = (await openApiDocument()) as {
    paths: Record<
      string,
      Record<
        string,
        { parameters?: Operation['parameters']; requestBody?: { content: Record<string, { schema: Schema }> } }
      >
    >;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const [contentType, content] = Object.entries(requestBody?.content ?? {})[0] ?? [null, null];
      const name = path.replace('/api/frontend/', '');
      // It is also accepted as multipart, so the contract cannot describe its body as JSON only.
      const body =
        name === 'agent-lead/' && method === 'post' ? (CreateLeadBody as unknown as Schema) : (content?.schema ?? null);
      return { method: method.toUpperCase(), path: name, parameters, body, contentType };
    }),
  );
}

/** The type of a value that is not null. */
export const typeOf = ({ type }: { type?: unknown }): unknown => (Array.isArray(type) ? type[0] : type);

/** A valid value for a schema; `id` is used for every id. */
export function validFor(schema: Schema, id: string): unknown {
  const type = typeOf(schema);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return validFor(schema.anyOf[0]!, id);
  if (type === 'object') {
    const needed = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
    return Object.fromEntries(needed.map(([name, inner]) => [name, validFor(inner, id)]));
  }
  if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => validFor(schema.items!, id));
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  if (schema.format === 'uuid') return id;
  if (schema.format === 'date') return '2030-01-01';
  if (schema.format === 'date-time') return '2030-01-01T00:00:00Z';
  if (schema.format === 'email') return 'someone@mail.example';
  // The first of these that fits: some texts may be a state, a ZIP code, or a city with its state.
  const place = ['OH', '43215'].find(
    (one) =>
      schema.pattern?.includes(one === 'OH' ? '[A-Z]{2}' : '[0-9]{5}') && new RegExp(schema.pattern, 'u').test(one),
  );
  if (place) return place;
  if (schema.pattern?.includes('\\+[1-9]')) return '+16145550111';
  if (schema.pattern === '^[1-9][0-9]{0,5}$') return '9';
  if (schema.pattern?.startsWith('^seti_')) return 'seti_nobodyknows';
  if (schema.pattern?.includes('[0-9a-f]{64}')) return 'a'.repeat(64);
  if (schema.pattern?.includes('A-Za-z0-9_+/-')) return 'America/New_York';
  if (schema.pattern?.startsWith('^data:image')) return 'data:image/png;base64,AAAA';
  return 'something-valid-here';
}
