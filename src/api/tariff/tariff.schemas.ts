import { Type } from 'typebox';
import { LARGEST_FILES } from '#src/machines/file/accepted-files.ts';
import { SHEET_LIMITS } from '#src/machines/carrier/pricing-sheet.ts';
import { ESTIMATE_UNITS } from '#src/machines/estimate/units.ts';
import { TARIFF_AMOUNTS, TARIFF_COUNTS, TARIFF_LIMITS } from '#src/machines/tariff/tariff.ts';
import { SheetRows } from '#src/api/carrier/pricing-sheet.ts';
import {
  Cents,
  Count,
  Instant,
  Named,
  Nullable,
  OneOf,
  STORABLE,
  Strict,
  Text,
  Version,
} from '#src/api/http/schemas.ts';

const Miles = Type.Integer({ minimum: 0, maximum: SHEET_LIMITS.miles });
const Amount = Type.Integer({ minimum: 0, maximum: TARIFF_LIMITS.amount, description: 'US cents' });
const YearDay = Type.String({ pattern: '^[0-9]{2}-[0-9]{2}$', maxLength: 5, description: 'MM-DD' });
/** A percentage of something, but at least a minimum amount. */
export const Share = Strict({ percent: Type.Number({ minimum: 0, maximum: 100 }), at_least: Amount });

const each = <K extends string, T>(names: Readonly<Record<K, unknown>>, schema: T) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, schema])) as Record<K, T>;

/** What the brokerage charges; `tariffProblems` checks what these fields cannot express. */
export const TariffRules = Strict({
  rates: SheetRows,
  volume_rates: Type.Array(Strict({ miles_from: Miles, miles_to: Miles, rate_per_cuft: Amount }), {
    maxItems: TARIFF_LIMITS.volumeRates,
  }),
  seasons: Type.Array(
    Strict({
      name: Type.String({ maxLength: TARIFF_LIMITS.name, pattern: STORABLE }),
      from: YearDay,
      to: YearDay,
      percent: Type.Number({ minimum: TARIFF_LIMITS.seasonFrom, maximum: TARIFF_LIMITS.seasonTo }),
    }),
    { maxItems: TARIFF_LIMITS.seasons },
  ),
  ...each(TARIFF_AMOUNTS, Amount),
  ...each(TARIFF_COUNTS, Type.Integer({ minimum: 0, maximum: 5000 })),
  broker_fee: Share,
  deposit: Share,
});

export const COMMENT_LENGTH = 500;
export const PublishBody = Strict({
  version: { ...Count, description: 'The version that was seen; 0 where there was none' },
  comment: Text(COMMENT_LENGTH),
  rules: TariffRules,
});

export const VersionParams = Strict({ version: Type.String({ pattern: '^[1-9][0-9]{0,5}$', maxLength: 6 }) });

export const TariffVersions = Type.Array(
  Named('TariffVersion', {
    version: Version,
    comment: Type.String({ maxLength: COMMENT_LENGTH }),
    published_at: Instant,
    actor_name: Type.String({ maxLength: 200 }),
  }),
  { maxItems: 10_000 },
);

/** The newest version; without `rules`, and with version 0, if none was published yet. */
export const TariffNow = Type.Object({
  version: Count,
  rules: Type.Optional(TariffRules),
  csv: Nullable(Type.String({ maxLength: 1_000_000 })),
});

export const FileBody = Strict({ csv: Type.String({ maxLength: LARGEST_FILES.tariffs, pattern: STORABLE }) });
/** Either the tariff in the file, or every invalid line; nothing is stored. */
export const FileReport = Type.Object({
  rules: Type.Optional(TariffRules),
  bad: Type.Array(Type.Object({ line: Count, message: Type.String({ maxLength: 1000 }) }), { maxItems: 5000 }),
});

/** How the price of a lead was computed. */
export const PricedLines = Type.Array(
  Type.Object({
    code: Type.String({ maxLength: 20 }),
    description: Type.String({ maxLength: 200 }),
    unit: OneOf(ESTIMATE_UNITS),
    quantity: Type.Number(),
    rate: Type.Integer({ description: 'US cents' }),
    amount: Type.Integer({ description: 'US cents' }),
    how: Type.String({ maxLength: 500 }),
  }),
  { maxItems: 20 },
);
const Sentences = Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20 });

export const LeadPrice = Named('LeadPrice', {
  tariff_version: Nullable(Version),
  shuttles: Type.Integer({ minimum: 0, maximum: 10, description: 'As asked for; else as many as the stops say' }),
  lines: PricedLines,
  broker_fee: Cents,
  total: Cents,
  deposit: Cents,
  missing: Sentences,
  notes: Sentences,
  broker_fee_rule: Type.Optional(Share),
  deposit_rule: Type.Optional(Share),
  carrier_pay: Type.Optional(Type.Object({ low: Cents, high: Cents, sheets: Count })),
});
