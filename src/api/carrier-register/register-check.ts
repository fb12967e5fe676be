import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { tellOfCarrier } from '#src/api/carrier/carrier.live.ts';
import { carrierWithCompliance } from '#src/api/carrier/carrier.repository.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { problem } from '#src/api/http/problem.ts';
import { Cents, Instant, Named, Nullable, OneOf } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { DAY, MINUTE } from '#src/machines/calendar/durations.ts';
import { DIFFERENCES, differencesOf } from '#src/machines/carrier/register.ts';
import type { Difference, SaidOfItself } from '#src/machines/carrier/register.ts';

export const lookUpJob = 'carrier-register.look-up';
/** The minimum time between two look-ups of one carrier: the register changes once a day at most. */
const APART_MINUTES = 5;
/** A look-up without a result after this time is considered lost, and may be requested again. */
const LOST_MINUTES = 15;
const STALE_DAYS = 30;
const BATCH = 100;

const ShortText = Type.String({ maxLength: 300 });
export const RegisterCheck = Named('RegisterCheck', {
  state: Type.Unsafe<'off' | 'not-asked' | 'waiting' | 'found' | 'unknown' | 'failed'>({
    ...OneOf(['off', 'not-asked', 'waiting', 'found', 'unknown', 'failed'] as const),
    description:
      'off: the brokerage uses no register. failed: it could not be asked; what it said before, if anything, is beside',
  }),
  is_sample: Type.Boolean({ description: 'The embedded register of the demonstration has answered' }),
  checked_at: Nullable(Instant),
  failure: Nullable(ShortText),
  legal_name: Nullable(ShortText),
  doing_business_as: Nullable(ShortText),
  city: Nullable(ShortText),
  region: Nullable(ShortText),
  may_operate: Nullable(Type.Boolean()),
  authority: Nullable(OneOf(['active', 'inactive', 'none'] as const)),
  liability: Nullable(Cents),
  cargo: Nullable(Cents),
  differences: Type.Array(Type.Object({ about: OneOf(DIFFERENCES), says: ShortText }), {
    maxItems: 10,
    description: 'Where the register says something else than the carrier',
  }),
  may_ask: Type.Boolean({ description: 'Whether the register may be asked again now' }),
});

const AUTHORITY = { active: 'active', inactive: 'inactive', none: 'not on file' } as const;
const money = (value: string | number | null): string => (typeof value === 'number' ? showMoney(value) : 'none');

/** A difference, as both sides see it. */
function sentence({ about, said, registered }: Difference): string {
  switch (about) {
    case 'name':
      return `The register has this USDOT number under “${registered}”, not “${said}”.`;
    case 'operating':
      return 'The register does not allow this carrier to operate.';
    case 'authority':
      return `Operating authority is ${AUTHORITY[registered as keyof typeof AUTHORITY]} in the register.`;
    case 'liability':
      return `Liability insurance on file is ${money(registered)}${said === null ? '' : `; the policy given here is ${money(said)}`}.`;
    case 'cargo':
      return `Cargo insurance on file is ${money(registered)}; the policy given here is ${money(said)}.`;
    case 'state':
      return `The register has it in ${registered}, not in ${said}.`;
  }
}

async function saidBy(db: Kysely<Tables>, parts: ApiParts, carrierId: string): Promise<SaidOfItself> {
  const { carrier, compliance } = await carrierWithCompliance(db, carrierId);
  const today = dateIn(parts.brokerage.zone, parts.now());
  const best = (kind: string): number | null =>
    compliance.policies
      .filter((one) => one.kind === kind && one.effective <= today && one.expiration >= today)
      .reduce<number | null>((most, { limit_cents }) => Math.max(most ?? 0, limit_cents), null);
  return { legalName: carrier.legal_name, state: carrier.state, liability: best('liability'), cargo: best('cargo') };
}

const NOTHING = {
  checked_at: null,
  failure: null,
  legal_name: null,
  doing_business_as: null,
  city: null,
  region: null,
  may_operate: null,
  authority: null,
  liability: null,
  cargo: null,
  differences: [],
};

/** @throws Problem 404 no such carrier */
export async function presentCheck(
  db: Kysely<Tables>,
  parts: ApiParts,
  carrierId: string,
): Promise<Static<typeof RegisterCheck>> {
  const said = await saidBy(db, parts, carrierId);
  const { source } = parts.register;
  if (source === 'off') return { ...NOTHING, state: 'off', is_sample: false, may_ask: false };
  const is_sample = source === 'sample';
  const row = await db
    .selectFrom('carrier_register_check')
    .selectAll()
    .where('carrier_id', '=', carrierId)
    .executeTakeFirst();
  if (!row) return { ...NOTHING, state: 'not-asked', is_sample, may_ask: true };
  const { entry, checked_at, failure } = row;
  const isWaiting = row.is_waiting && !isOlder(row, LOST_MINUTES, parts.now());
  return {
    ...NOTHING,
    state: isWaiting ? 'waiting' : failure || row.is_waiting ? 'failed' : entry ? 'found' : 'unknown',
    is_sample,
    checked_at,
    failure: isWaiting ? null : (failure ?? (row.is_waiting ? 'The register hasn’t been checked yet.' : null)),
    ...(entry && {
      legal_name: entry.legalName,
      doing_business_as: entry.doingBusinessAs,
      city: entry.city,
      region: entry.state,
      may_operate: entry.mayOperate,
      authority: entry.authority,
      liability: entry.liability,
      cargo: entry.cargo,
      differences: differencesOf(said, entry).map((one) => ({ about: one.about, says: sentence(one) })),
    }),
    may_ask: mayAsk(row, parts.now()),
  };
}

const isOlder = ({ asked_at }: Pick<RowOf<'carrier_register_check'>, 'asked_at'>, minutes: number, now: Date) =>
  Date.parse(asked_at) <= now.getTime() - minutes * MINUTE;
/** A failed look-up may be retried immediately. */
const mayAsk = (row: RowOf<'carrier_register_check'>, now: Date): boolean =>
  row.is_waiting ? isOlder(row, LOST_MINUTES, now) : row.failure !== null || isOlder(row, APART_MINUTES, now);

/**
 * The worker queries the register once the transaction has committed, so no one waits for it. @throws Problem 404, 409
 */
export async function askRegister(tx: Tx, parts: ApiParts, carrierId: string): Promise<void> {
  if (parts.register.source === 'off') throw problem(409, 'No register of carriers is set up.');
  const carrier = await tx
    .selectFrom('carrier')
    .select('usdot')
    .where('id', '=', carrierId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const row = await tx
    .selectFrom('carrier_register_check')
    .selectAll()
    .where('carrier_id', '=', carrierId)
    .executeTakeFirst();
  if (row && !mayAsk(row, parts.now()))
    throw problem(
      409,
      row.is_waiting ? 'A check is already running.' : 'The register was checked a moment ago. Try again later.',
    );
  const given = { usdot: carrier.usdot, asked_at: parts.now().toISOString(), is_waiting: true };
  await tx
    .insertInto('carrier_register_check')
    .values({ carrier_id: carrierId, ...given })
    .onConflict((conflict) => conflict.column('carrier_id').doUpdateSet(given))
    .execute();
  await parts.jobs.enqueue(tx, lookUpJob, { carrierId } satisfies LookUpTask);
  await tellOfCarrier(tx, carrierId);
}

export interface LookUpTask {
  carrierId: string;
}

/** Queries the register outside of any transaction, then saves the result. A failure leaves the previous result. */
export async function lookUpCarrier(parts: ApiParts, { carrierId }: LookUpTask): Promise<void> {
  const { kysely } = parts.database;
  const row = await kysely
    .selectFrom('carrier_register_check')
    .select('usdot')
    .where('carrier_id', '=', carrierId)
    .where('is_waiting', '=', true)
    .executeTakeFirst();
  if (!row) return;
  const answer = await parts.register.lookUp(row.usdot);
  await inTransaction(parts.database, async (tx) => {
    await tx
      .updateTable('carrier_register_check')
      .set({
        is_waiting: false,
        failure: answer.is === 'failed' ? answer.says : null,
        ...(answer.is === 'failed'
          ? {}
          : {
              checked_at: parts.now().toISOString(),
              entry: answer.is === 'found' ? JSON.stringify(answer.entry) : null,
            }),
      })
      .where('carrier_id', '=', carrierId)
      .execute();
    await tellOfCarrier(tx, carrierId);
  });
}

/** Looks up carriers that were never looked up, or whose result is too old; a limited number per run. */
export async function lookUpStale(parts: ApiParts): Promise<void> {
  if (parts.register.source === 'off') return;
  const before = new Date(parts.now().getTime() - STALE_DAYS * DAY).toISOString();
  const { rows } = await sql<{ id: string }>`
    select c.id from carrier c join account a on a.id = c.account_id left join carrier_register_check r on r.carrier_id = c.id
     where a.disabled_at is null and a.email_verified_at is not null and (r.asked_at is null or r.asked_at <= ${before}::timestamptz)
     order by r.asked_at nulls first, c.id limit ${sql.lit(BATCH)}`.execute(parts.database.kysely);
  for (const { id } of rows) await inTransaction(parts.database, (tx) => askRegister(tx, parts, id));
}
