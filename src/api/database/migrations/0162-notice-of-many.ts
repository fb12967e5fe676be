import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Several leads that are given to somebody one after the other are one notice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements.split(/;\n\n/)) await sql.raw(statement).execute(db);
}

const statements = `
alter table notice add column others int not null default 0 check (others >= 0);

comment on column notice.others is 'Of how many further leads it tells; the newest of them is when it is from.'
`;
