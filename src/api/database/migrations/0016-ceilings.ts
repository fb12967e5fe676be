import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** How often the AI service was asked for a chat today, and from where shares of leads are held. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table chat add column calls_spent int not null default 0;

alter table purchase add column reserved_from text;

create index purchase_reserved_from on purchase (reserved_from) where paid_at is null;

create index purchase_reserved_email on purchase (lower(email)) where paid_at is null
`;
