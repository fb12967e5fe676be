import { Type } from 'typebox';
import type { Static, TSchema, TUnsafe } from 'typebox';

/** The bounded building blocks of the REST contract. Every string has a maximum, every number a range. */
export const Uuid = Type.String({ format: 'uuid', minLength: 36, maxLength: 36 });
export const CalendarDate = Type.String({ format: 'date', minLength: 10, maxLength: 10, description: 'YYYY-MM-DD' });
export const Instant = Type.String({ format: 'date-time', maxLength: 40, description: 'UTC ISO 8601' });
export const Cents = Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'US cents' });
export const PositiveCents = Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'US cents' });
export const Version = Type.Integer({ minimum: 1, maximum: 2_000_000_000, description: 'The version that the writer saw.' });
export const Count = Type.Integer({ minimum: 0, maximum: 2_000_000_000 });
export const Email = Type.String({ format: 'email', maxLength: 254 });
export const Phone = Type.String({ pattern: '^\\+[1-9][0-9]{6,14}$', maxLength: 16, description: 'E.164' });
export const UsState = Type.String({ pattern: '^[A-Z]{2}$', minLength: 2, maxLength: 2 });
export const Zip = Type.String({ pattern: '^[0-9]{5}$', minLength: 5, maxLength: 5 });
export const Zone = Type.String({ pattern: '^[A-Za-z0-9_+/-]+$', minLength: 1, maxLength: 64, description: 'IANA time zone' });
export const Token = Type.String({ pattern: '^[A-Za-z0-9_-]+$', minLength: 16, maxLength: 128 });
export const Cursor = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 400 });
/** Query parameters arrive as text. */
export const LimitText = Type.String({ pattern: '^([1-9][0-9]?|100)$', maxLength: 3, description: '1 to 100' });
export const FlagText = Type.Union([Type.Literal('true'), Type.Literal('false')]);

/** Text that a person wrote: at least one character that is not white space, no NUL. */
export const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$' });
/** The same, or null. Not a union of two schemas: which of the two a value is would be tried each time it is sent. */
export function Nullable<T extends TSchema & { type: string; enum?: readonly unknown[] }>(schema: T) {
  const { type, enum: values } = schema;
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'], ...(values ? { enum: [...values, null] } : {}) });
}
export function OneOf<const T extends readonly string[]>(values: T) {
  const schema = { type: 'string', enum: [...values] };
  return Type.Unsafe<T[number]>(schema) as TUnsafe<T[number]> & typeof schema;
}
/** An object that refuses fields it does not know. */
export const Strict = <T extends Record<string, TSchema>>(properties: T) => Type.Object(properties, { additionalProperties: false });

export const ProblemBody = Type.Object(
  {
    type: Type.String({ maxLength: 200 }),
    title: Type.String({ maxLength: 200 }),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ maxLength: 4000 }),
    errors: Type.Optional(
      Type.Array(Type.Object({ field: Type.String({ maxLength: 400 }), message: Type.String({ maxLength: 1000 }) }), { maxItems: 50 }),
    ),
    state: Type.Optional(Type.String({ maxLength: 60 })),
    allowed: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 60 })),
    unmet: Type.Optional(Type.Array(Type.String({ maxLength: 400 }), { maxItems: 30 })),
    current: Type.Optional(Type.Any()),
    decline_code: Type.Optional(Type.String({ maxLength: 60 })),
    retryAfter: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
  },
  { description: 'RFC 9457 problem; `detail` is a sentence fit to show a person.' },
);

/** The failures that any call can answer with, for its `response` schema. */
export const problems = { '4xx': ProblemBody, '5xx': ProblemBody } as const;
