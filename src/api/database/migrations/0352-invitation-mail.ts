import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Whether the mail with the latest link of an invitation has left. The mail itself is deleted after some time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table team_member add column mail_id uuid`.execute(db);
  await sql`comment on column team_member.mail_id is 'The mail with the latest link of the invitation.'`.execute(db);
}
