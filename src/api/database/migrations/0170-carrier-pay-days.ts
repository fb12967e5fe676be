import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Within how many days the carrier of an award is paid, as it stood when the award was made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table contract add column pay_days smallint check (pay_days between 1 and 90);

comment on column contract.pay_days is 'Days from the receipt of the carrier''s papers to its pay, as agreed with the award; null of awards that are older than the setting, for which the text of the agreement said 15.';

update contract set pay_days = 15 where awarded_carrier_id is not null
`;
