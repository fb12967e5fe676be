import type { Selectable, Updateable } from 'kysely';
import { MAILING_MODEL_VERSION, mailingLifecycle } from '#src/machines/mailing/mailing.lifecycle.ts';
import type { MailingEvent, MailingFacts } from '#src/machines/mailing/mailing.lifecycle.ts';
import { newId } from '#src/api/platform/ids.ts';
import { problem } from '#src/api/platform/problem.ts';
import type { MailingMemberTable } from '#src/api/platform/tables/mailing.ts';
import type { Tx } from '#src/api/platform/write.ts';

export type MailingRow = Selectable<MailingMemberTable>;

/** Locks the record of a mailbox until the transaction ends; it begins to be where there is none yet. */
export async function beginMember(tx: Tx, email: string, now: Date): Promise<MailingRow> {
  await tx
    .insertInto('mailing_member')
    .values({
      id: newId(now.getTime()),
      email,
      state: 'unsubscribed',
      model_version: MAILING_MODEL_VERSION,
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  return (await lockMember(tx, { email }))!;
}

/** The same for one that is known by now; undefined where there is none. */
export async function lockMember(tx: Tx, by: { email: string } | { id: string }): Promise<MailingRow | undefined> {
  const [[column, value]] = Object.entries(by) as [['email' | 'id', string]];
  return tx.selectFrom('mailing_member').selectAll().where(column, '=', value).forUpdate().executeTakeFirst();
}

export const factsOf = ({ asked_at: askedAt }: Pick<MailingRow, 'asked_at'>, now: Date): MailingFacts => ({
  askedAt,
  now: now.toISOString(),
});

/**
 * The only code that moves a mailbox: judged by the lifecycle, row and history written together.
 *
 * @param set what the row becomes by it, besides where it stands
 * @throws Problem 409 with what is missing, where the lifecycle does not allow the event
 */
export async function record(
  tx: Tx,
  row: MailingRow,
  event: MailingEvent,
  now: Date,
  set: Omit<Updateable<MailingMemberTable>, 'state'> = {},
): Promise<MailingRow> {
  const facts = factsOf(row, now);
  const verdict = mailingLifecycle.judge(row.state, facts, event);
  if (!verdict.may)
    throw problem(409, 'This mailbox is not waiting for that. Nothing was changed.', {
      state: row.state,
      unmet: verdict.unmet,
    });
  const state = verdict.next;
  const sequence = row.history_length + 1;
  await tx
    .insertInto('mailing_event')
    .values({
      member_id: row.id,
      sequence,
      event: event.type,
      judged: JSON.stringify(event),
      facts: JSON.stringify(facts),
      from_state: row.state,
      to_state: state,
      model_version: MAILING_MODEL_VERSION,
      at: now.toISOString(),
    })
    .execute();
  return tx
    .updateTable('mailing_member')
    .set({ ...set, state, history_length: sequence, version: row.version + 1, model_version: MAILING_MODEL_VERSION })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
