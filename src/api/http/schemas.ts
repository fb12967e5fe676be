import { Type } from 'typebox';
import type { Static, TSchema, TUnsafe } from 'typebox';

/** The bounded building blocks of the REST contract. Every string has a maximum, every number a range. */
export const Uuid = Type.String({ format: 'uuid', minLength: 36, maxLength: 36 });
export const CalendarDate = Type.String({
  format: 'date',
  pattern: '^(19|20)',
  minLength: 10,
  maxLength: 10,
  description: 'YYYY-MM-DD, from 1900 to 2099',
});
export const Instant = Type.String({ format: 'date-time', maxLength: 40, description: 'UTC ISO 8601' });
export const Cents = Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'US cents' });
export const PositiveCents = Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'US cents' });
export const Version = Type.Integer({
  minimum: 1,
  maximum: 2_000_000_000,
  description: 'The version that the writer saw.',
});
export const Count = Type.Integer({ minimum: 0, maximum: 2_000_000_000 });
export const Email = Type.String({ format: 'email', maxLength: 254 });
export const Phone = Type.String({ pattern: '^\\+[1-9][0-9]{6,14}$', maxLength: 16, description: 'E.164' });
export const UsState = Type.String({ pattern: '^[A-Z]{2}$', minLength: 2, maxLength: 2 });
export const Zip = Type.String({ pattern: '^[0-9]{5}$', minLength: 5, maxLength: 5 });
export const Zone = Type.String({
  pattern: '^[A-Za-z0-9_+/-]+$',
  minLength: 1,
  maxLength: 64,
  description: 'IANA time zone',
});
export const Token = Type.String({ pattern: '^[A-Za-z0-9_-]+$', minLength: 16, maxLength: 128 });
export const Cursor = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 1200 });
/** Query parameters arrive as text. */
export const LimitText = Type.String({ pattern: '^([1-9][0-9]?|100)$', maxLength: 3, description: '1 to 100' });
export const FlagText = Type.Union([Type.Literal('true'), Type.Literal('false')]);

/** Not allowed in any text: NUL and lone surrogates. */
const UNFIT = '\\u0000\\ud800-\\udfff';
/** Bidirectional control characters: a name that contains one reads as another name. */
const TURNS = '\\u202a-\\u202e\\u2066-\\u2069';
/** Invisible: white space and zero-width characters. */
const UNSEEN = '\\s\\u00ad\\u115f\\u1160\\u3164\\uffa0\\u180e\\u200b-\\u200f\\u2060-\\u2064\\ufeff';
/**
 * Not allowed in names: control characters, line ends, and zero-width characters other than the joiners of some
 * scripts.
 */
const UNNAMED =
  '\\u0001-\\u001f\\u007f-\\u009f\\u00ad\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u2028\\u2029\\u2060-\\u2064\\u3164\\ufeff\\uffa0';
/** Text that may be empty. */
export const STORABLE = `^[^${UNFIT}]*$`;
/**
 * Text that a person wrote: at least one visible character. The pattern searches for it only once, from the beginning.
 */
export const Text = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: `^(?=[${UNSEEN}${TURNS}]*[^${UNSEEN}${TURNS}])[^${UNFIT}]*$` });
/** The name of someone or something. */
export const Name = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: `^(?=[${UNSEEN}]*[^${UNSEEN}])[^${UNFIT}${TURNS}${UNNAMED}]*$` });
/** The same, or null. Not a union of two schemas, because the serializer would test each value against both. */
export function Nullable<T extends TSchema & { type: string; enum?: readonly unknown[] }>(schema: T) {
  const { type, enum: values } = schema;
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  });
}
export function OneOf<const T extends readonly string[]>(values: T) {
  const schema = { type: 'string', enum: [...values] };
  return Type.Unsafe<T[number]>(schema) as TUnsafe<T[number]> & typeof schema;
}
/** An object that refuses unknown fields. */
export const Strict = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

/** A named object of responses, which the contract defines once (see contract-components.ts). */
export const Named = <T extends Record<string, TSchema>>(title: string, properties: T) =>
  Type.Object(properties, { title });

/** How a list continues: `end` is the `after` of the next page. */
export const PageInfo = Named('PageInfo', { end: Nullable(Cursor), has_next: Type.Boolean() });

const SeenValue = Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'], maxLength: 200 });

export const ProblemBody = Type.Object(
  {
    type: Type.String({ maxLength: 200 }),
    title: Type.String({ maxLength: 200 }),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ maxLength: 4000 }),
    errors: Type.Optional(
      Type.Array(Type.Object({ field: Type.String({ maxLength: 400 }), message: Type.String({ maxLength: 1000 }) }), {
        maxItems: 50,
      }),
    ),
    state: Type.Optional(Type.String({ maxLength: 60 })),
    allowed: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 60 })),
    unmet: Type.Optional(Type.Array(Type.String({ maxLength: 400 }), { maxItems: 30 })),
    current: Type.Optional(Type.Any()),
    changed: Type.Optional(
      Type.Array(Type.Object({ field: Type.String({ maxLength: 100 }), seen: SeenValue, now: SeenValue }), {
        maxItems: 60,
        description: 'What the caller named as seen, and is another now.',
      }),
    ),
    decline_code: Type.Optional(Type.String({ maxLength: 60 })),
    retryAfter: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400 })),
  },
  { title: 'Problem', description: 'RFC 9457 problem; `detail` is a sentence fit to show a person.' },
);

/** The failures that any call can return, for its `response` schema. */
export const problems = { '4xx': ProblemBody, '5xx': ProblemBody } as const;

export const Latitude = Type.Number({ minimum: -90, maximum: 90 });
export const Longitude = Type.Number({ minimum: -180, maximum: 180 });
