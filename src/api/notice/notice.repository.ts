import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { decodeCursor, encodeCursor } from '#src/api/database/cursor.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { notFound } from '#src/api/http/problem.ts';
import { NOTICES } from '#src/machines/notice/notice.ts';
import { tellOwnScreens } from './notice.outbox.ts';
import { readNotices } from './notice.read.ts';
import { MOST_COUNTED } from './notice.schemas.ts';
import type { Switch } from './notice.schemas.ts';

/** How many notices an agent has not read. */
export async function countUnread(db: Kysely<Tables>, accountId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select from notice where account_id = ${accountId} and in_portal and read_at is null limit ${MOST_COUNTED}) counted`.execute(
    db,
  );
  return rows[0]!.unread;
}

/** One keyset page, newest first. @throws Problem 400 for an invalid cursor */
export async function listNotices(db: Kysely<Tables>, accountId: string, query: { after?: string; limit?: string }) {
  const limit = Number(query.limit ?? 20);
  const [at, id] = query.after === undefined ? [null, null] : decodeCursor(query.after);
  const rows = await readNotices(
    db,
    sql`select * from notice
         where account_id = ${accountId} and in_portal
           and (${at}::timestamptz is null or (created_at, id) < (${at}::timestamptz, ${id}::uuid))
         order by created_at desc, id desc limit ${limit + 1}`,
  );
  const notices = rows.slice(0, limit);
  const last = notices.at(-1);
  const hasNext = rows.length > limit;
  return {
    notices,
    page: { end: last && hasNext ? encodeCursor([last.created_at, last.id]) : null, has_next: hasNext },
    unread: await countUnread(db, accountId),
  };
}

/** Marks one as read; no change if it already is. @throws Problem 404, also if it is a colleague's */
export async function readNotice(tx: Tx, accountId: string, id: string, now: Date) {
  const [notice] = await readNotices(
    tx,
    sql`select * from notice where id = ${id} and account_id = ${accountId} and in_portal`,
  );
  if (!notice) throw notFound('notification');
  if (notice.read_at) return notice;
  const read_at = now.toISOString();
  await tx.updateTable('notice').set({ read_at }).where('id', '=', id).where('read_at', 'is', null).execute();
  await tellOwnScreens(tx, accountId);
  return { ...notice, read_at };
}

/** Marks all as read up to the newest one that the agent saw: later ones stay unread. @throws Problem 404 */
export async function readAllNotices(tx: Tx, accountId: string, through: string, now: Date): Promise<void> {
  const newest = await tx
    .selectFrom('notice')
    .select(['created_at', 'id'])
    .where('id', '=', through)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!newest) throw notFound('notification');
  await sql`update notice set read_at = ${now.toISOString()}
    where account_id = ${accountId} and in_portal and read_at is null
      and (created_at, id) <= (${newest.created_at}::timestamptz, ${newest.id}::uuid)`.execute(tx);
  await tellOwnScreens(tx, accountId);
}

/** Turns one channel of one kind on or off; the other channel stays unchanged. */
export async function turnChannel(tx: Tx, accountId: string, { kind, channel, is_on }: Switch): Promise<void> {
  await tx
    .insertInto('notice_setting')
    .values({ account_id: accountId, kind, portal: true, mail: NOTICES[kind].isMailed, [channel]: is_on })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doUpdateSet({ [channel]: is_on }))
    .execute();
}
