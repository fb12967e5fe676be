import { recordedRows } from '#src/api/engine/lift.ts';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Lift } from '#src/api/engine/lift.ts';

/** The columns of each state of both versions. */
const states = {
  pending: { state: 'pending' },
  subscribed: { state: 'subscribed' },
  unsubscribed: { state: 'unsubscribed' },
};

/** The rows of mailing go over to version 2 of their lifecycle. */
export const lift: Lift = {
  lifecycle: 'mailing',
  version: 2,
  rows: recordedRows('mailing', 'mailing_member', states),
  becomes: {
    pending: 'pending',
    subscribed: 'subscribed',
    unsubscribed: 'unsubscribed',
  },
  brings: [],
};

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mailing_member add column cities text[] not null default '{}',
                                       add column frequency text not null default 'at-once' check (frequency in ('at-once', 'daily', 'weekly'))`.execute(
    db,
  );
  await sql`comment on column mailing_member.cities is 'Such as OH:Columbus: of a state with cities only these are meant.'`.execute(
    db,
  );
}
