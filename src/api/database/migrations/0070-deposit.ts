import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** `estimate.deposit`, what the client pays after signing: US cents inside the total, 0 for none. The database now says so too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table estimate add constraint estimate_deposit_in_total check (deposit <= total)`.execute(db);
  await sql`comment on column estimate.deposit is 'US cents that the client pays after signing, part of the total; 0 for none.'`.execute(
    db,
  );
}
