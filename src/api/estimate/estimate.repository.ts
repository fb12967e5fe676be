import { showMoney, showNumber } from '#src/machines/amount/amounts.ts';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Static } from 'typebox';
import { newId } from '#src/api/database/ids.ts';
import { longDate } from '#src/api/mail/letter.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import { lineAmount } from '#src/machines/estimate/line-amount.ts';
import { mustEndInTime } from './price-day.ts';
import type { KeptPricing } from './estimate.pricing.ts';
import type { Estimate, EstimateInput } from './estimate.schemas.ts';
import { isEstimateOutdated, isOutdated } from './sent-move.ts';
import { prepared } from '#src/api/database/prepared.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';

type EstimateRow = RowOf<'estimate'>;
type Line = Static<typeof Estimate>['lines'][number];

const MAXIMUM_TOTAL = 1_000_000_000;

/** All estimates of a lead, newest first, each with its changes from the previous one. */
export async function estimatesOfLead(db: Kysely<Tables>, leadId: string, quotedId: string | null) {
  const rows = await db
    .selectFrom('estimate')
    .modifyFront(prepared)
    .selectAll()
    .select(isOutdated.as('is_outdated'))
    .where('lead_id', '=', leadId)
    .orderBy('number', 'desc')
    .execute();
  return rows.map((row, index) => ({
    ...presentEstimate(row, rows[index + 1], quotedId, row.is_outdated),
    ...presentPricing(row),
  }));
}

/** @throws Problem 404 */
export async function estimateById(db: Kysely<Tables>, id: string): Promise<EstimateRow> {
  const row = await db.selectFrom('estimate').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('estimate');
  return row;
}

/** For agents: how the estimate was priced. */
export const presentPricing = ({ tariff_version, pricing }: Pick<EstimateRow, 'tariff_version' | 'pricing'>) =>
  tariff_version === null || pricing === null ? {} : { pricing: { tariff_version, ...(pricing as KeptPricing) } };

/** An estimate as its client may read it: compared with the last version that was sent, not with a draft. */
export async function presentOne(db: Kysely<Tables>, row: EstimateRow, quotedId: string | null) {
  const before = await db
    .selectFrom('estimate')
    .selectAll()
    .where('lead_id', '=', row.lead_id)
    .where('number', '<', row.number)
    .where('sent_at', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return presentEstimate(row, before, quotedId, await isEstimateOutdated(db, row.id));
}

function presentEstimate(
  row: EstimateRow,
  before: EstimateRow | undefined,
  quotedId: string | null,
  isOutdatedNow: boolean,
) {
  return {
    id: row.id,
    lead_id: row.lead_id,
    number: row.number,
    kind: row.kind,
    lines: row.lines as Line[],
    broker_fee: row.broker_fee,
    deposit: row.deposit,
    total: row.total,
    valid_until: row.valid_until,
    note: row.note,
    sent_at: row.sent_at,
    opened_at: row.opened_at,
    asked_at: row.asked_at,
    accepted_at: row.accepted_at,
    declined_at: row.declined_at,
    is_current_quote: row.id === quotedId,
    is_outdated: isOutdatedNow,
    changes: before ? changesOf(before, row) : [],
    version: row.version,
    created_at: row.created_at,
  };
}

/** The time, and the date at the brokerage. */
interface Clock {
  now: Date;
  today: string;
}
/** How the tariff priced it, see `pricingOf`. */
export type Priced = { tariff_version: number | null; pricing: KeptPricing | null };

function mustStillHold(validUntil: string, today: string): void {
  if (validUntil < today)
    throw problem(422, 'The last day of the price has passed.', {
      errors: [{ field: 'valid_until', message: 'Choose today or a later day.' }],
    });
  mustEndInTime(validUntil, today);
}

/**
 * Inserts an estimate, which supersedes the previous one. Amounts and total are computed here, never taken from the
 * request.
 */
export async function insertEstimate(
  tx: Tx,
  leadId: string,
  given: EstimateInput,
  createdBy: string | null,
  { now, today }: Clock,
  priced?: Priced,
): Promise<EstimateRow> {
  mustStillHold(given.valid_until, today);
  return tx
    .insertInto('estimate')
    .values({
      id: newId(),
      lead_id: leadId,
      // The lead is locked.
      number: sql<number>`(select coalesce(max(number), 0) + 1 from estimate where lead_id = ${leadId})`,
      ...columnsOf(given, priced),
      created_by: createdBy,
      created_at: now.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Changes an estimate. One that was sent to a client never changes; instead, this creates the next version. @throws
 * Problem 409 stale
 */
export async function changeEstimate(
  tx: Tx,
  id: string,
  version: number | undefined,
  given: EstimateInput,
  by: string,
  clock: Clock,
  priced?: Priced,
): Promise<EstimateRow> {
  const before = await tx.selectFrom('estimate').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!before) throw notFound('estimate');
  if (version !== undefined && version !== before.version) {
    throw problem(409, 'Someone changed this estimate while you were working on it. Your change wasn’t saved.', {
      current: { ...presentEstimate(before, undefined, null, false), ...presentPricing(before) },
    });
  }
  if (before.sent_at) return insertEstimate(tx, before.lead_id, given, by, clock, priced);
  // A date that was valid when it was chosen may stay during other corrections; sending checks it again.
  if (given.valid_until !== before.valid_until) mustStillHold(given.valid_until, clock.today);
  return tx
    .updateTable('estimate')
    .set({ ...columnsOf(given, priced), version: before.version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

function columnsOf(
  given: EstimateInput,
  { tariff_version, pricing }: Priced = { tariff_version: null, pricing: null },
) {
  const lines = given.lines.map((line) => ({ ...line, amount: lineAmount(line) }));
  const total = lines.reduce((sum, line) => sum + line.amount, 0) + given.broker_fee;
  if (total > MAXIMUM_TOTAL)
    throw problem(422, 'The total is larger than any move costs.', {
      errors: [{ field: 'lines', message: 'The total is too large.' }],
    });
  if (total < 0)
    throw problem(422, 'The discounts are more than the charges.', {
      errors: [{ field: 'lines', message: 'The total is below zero.' }],
    });
  if (given.deposit > total)
    throw problem(422, 'The deposit is more than the total.', {
      errors: [{ field: 'deposit', message: 'The deposit is more than the total.' }],
    });
  return {
    kind: given.kind,
    lines: JSON.stringify(lines),
    broker_fee: given.broker_fee,
    deposit: given.deposit,
    total,
    valid_until: given.valid_until,
    note: given.note ?? null,
    tariff_version,
    pricing: pricing && JSON.stringify(pricing),
  };
}

const UNITS: Record<string, string> = {
  cwt: 'cwt',
  cuft: 'ft³',
  hour: 'hours',
  mile: 'miles',
  each: 'pieces',
  day: 'days',
  flat: 'flat',
};
const KINDS: Record<string, string> = {
  binding: 'binding',
  'non-binding': 'non-binding',
  'not-to-exceed': 'not to exceed',
};
const lineText = ({ unit, quantity, rate, amount }: Line) =>
  unit === 'flat' && quantity === 1
    ? showMoney(amount)
    : `${showNumber(quantity)} ${UNITS[unit] ?? unit} × ${showMoney(rate)} = ${showMoney(amount)}`;

/** Each line by its code; lines with the same code are numbered. */
function byCode(lines: readonly Line[]): Map<string, Line> {
  const seen = new Map<string, number>();
  return new Map(
    lines.map((line) => {
      const nth = (seen.get(line.code) ?? 0) + 1;
      seen.set(line.code, nth);
      return [`${line.code}:${nth}`, line];
    }),
  );
}

function changesOf(before: EstimateRow, after: EstimateRow) {
  const [old, now] = [byCode(before.lines as Line[]), byCode(after.lines as Line[])];
  const lines = [...new Set([...old.keys(), ...now.keys()])].map((code) => ({
    what: (now.get(code) ?? old.get(code))!.description,
    before: old.has(code) ? lineText(old.get(code)!) : null,
    after: now.has(code) ? lineText(now.get(code)!) : null,
  }));
  const facts = [
    { what: 'Broker fee', before: showMoney(before.broker_fee), after: showMoney(after.broker_fee) },
    { what: 'Deposit', before: showMoney(before.deposit), after: showMoney(after.deposit) },
    { what: 'Type', before: KINDS[before.kind]!, after: KINDS[after.kind]! },
    { what: 'Valid until', before: longDate(before.valid_until), after: longDate(after.valid_until) },
    { what: 'Total', before: showMoney(before.total), after: showMoney(after.total) },
  ];
  return [...lines, ...facts].filter((change) => change.before !== change.after);
}
