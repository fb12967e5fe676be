import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** How far the mailbox that bounces come back to was read. */
export const up = async (db: Kysely<unknown>): Promise<void> =>
  void (await sql`
    create table bounce_mailbox (
      address text primary key,
      uid_validity text not null,
      last_uid bigint not null,
      read_at timestamptz not null
    )`.execute(db));
