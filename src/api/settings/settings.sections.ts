import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { Email, Name, Nullable } from '#src/api/http/schemas.ts';
import { MOST_PAY_DAYS } from '#src/machines/carrier-pay/carrier-pay.ts';
import { BROKERAGE_FIELDS, brokerageError, tidyBrokerage } from '#src/machines/settings/brokerage.ts';
import type { FieldProblem } from '#src/api/http/problem.ts';

const Line = Type.String({ maxLength: 200 });
const Whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });

/** What each section contains, by the names of the REST contract, as stored in the database. */
export const SECTIONS = {
  brokerage: { name: Line, address: Line, usdot: Line, mc: Line, phone: Line, email: Line, zone: Line },
  mail: { sender_name: Nullable(Name(120)), reply_to: Nullable(Email) },
  marketplace: {
    price_cents: Type.Integer({ minimum: 100, maximum: 1_000_000, description: 'US cents' }),
    shares: Whole(1, 20),
    reservation_minutes: Whole(1, 60),
    mails_per_day: Whole(1, 24),
  },
  subscription: {
    price_cents: Type.Integer({ minimum: 100, maximum: 10_000_000, description: 'US cents' }),
    trial_days: Whole(1, 365),
  },
  carriers: { pay_days: Whole(1, MOST_PAY_DAYS) },
  leads: { archive_reasons: Type.Array(Name(80), { minItems: 1, maxItems: 20 }) },
  sign_in: { requires_two_factor: Type.Boolean() },
  assistant: {
    url: Nullable(Type.String({ maxLength: 500 })),
    model: Nullable(Name(200)),
    /** Encrypted in the database; it can be written, but is never returned. */
    key: Nullable(Type.String({ minLength: 1, maxLength: 500, pattern: '^[\\x21-\\x7e]+$' })),
  },
} satisfies Record<string, Record<string, TSchema>>;

export type SectionName = keyof typeof SECTIONS;
export type SectionValue<S extends SectionName> = {
  -readonly [F in keyof (typeof SECTIONS)[S]]: (typeof SECTIONS)[S][F] extends TSchema
    ? Static<(typeof SECTIONS)[S][F]>
    : never;
};
export type SectionValues = { [S in SectionName]: SectionValue<S> };

export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

/** Fields of a section that can be written, but are never returned. */
export const SECRET_FIELDS: { readonly [S in SectionName]?: readonly string[] } = { assistant: ['key'] };

/** Rules that the schema cannot express. */
export const CHECKS: { readonly [S in SectionName]?: (given: Partial<SectionValue<S>>) => FieldProblem[] } = {
  brokerage: (given) =>
    BROKERAGE_FIELDS.flatMap((field) => {
      const value = given[field];
      const message = value !== undefined && brokerageError(field, value);
      return message ? [{ field, message }] : [];
    }),
  leads: ({ archive_reasons: reasons = [] }) =>
    new Set(reasons.map((one) => one.trim().toLowerCase())).size === reasons.length
      ? []
      : [{ field: 'archive_reasons', message: 'Each reason can be listed only once.' }],
  assistant: ({ url }) =>
    url === undefined || url === null || isServiceAddress(url)
      ? []
      : [{ field: 'url', message: 'Address must start with https:// or http://, without a name or password in it.' }],
};

/** How valid values of a section are kept, if not as typed. */
export const TIDY: { readonly [S in SectionName]?: (given: Partial<SectionValue<S>>) => Partial<SectionValue<S>> } = {
  brokerage: tidyBrokerage,
};

function isServiceAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password, hash, search } = new URL(url);
  return ['http:', 'https:'].includes(protocol) && username + password + hash + search === '';
}
