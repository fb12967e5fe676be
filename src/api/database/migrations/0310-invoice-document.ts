import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The words of an invoice, so that its PDF can be printed later than it was issued. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table invoice add column document jsonb`.execute(db);
  await sql`comment on column invoice.document is 'A PaperDocument as of the day it was issued, from which its PDF is printed; null for invoices from before it was stored.'`.execute(
    db,
  );
}
