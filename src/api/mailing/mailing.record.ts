import type { Updateable } from 'kysely';
import { mailingLifecycle } from '#src/machines/mailing/mailing.lifecycle.ts';
import type { MailingEvent, MailingFacts, MailingState } from '#src/machines/mailing/mailing.lifecycle.ts';
import { recordedLifecycle } from '#src/api/engine/recorded-lifecycle.ts';
import type { Held } from '#src/api/engine/recorded-lifecycle.ts';
import { newId } from '#src/api/database/ids.ts';
import { problem } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { RowOf, Tables } from '#src/api/database/tables.ts';

export type MailingRow = RowOf<'mailing_member'>;
type HeldMember = Held<MailingRow, MailingFacts>;

export const mailingRecord = recordedLifecycle({
  lifecycle: mailingLifecycle,
  table: 'mailing_member',
  noun: 'mailbox',
  columnsOf: (state: MailingState) => ({ state }),
  stateOf: ({ state }) => state,
  read: (_tx: Tx, _parts: { now: () => Date }, row: MailingRow, now: Date): HeldMember => heldAt(row, now),
  refusalOf: ({ row }, _event, { unmet }) =>
    problem(409, 'This mailbox is not waiting for that. Nothing was changed.', { state: row.state, unmet }),
});

/** Locks the record of a mailbox until the transaction ends; creates it if there is none yet. */
export async function beginMember(tx: Tx, email: string, now: Date): Promise<MailingRow> {
  await tx
    .insertInto('mailing_member')
    .values({
      id: newId(now.getTime()),
      email,
      ...mailingRecord.startColumns(),
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  return (await lockMember(tx, { email }))!;
}

/** The same for a mailbox that must exist; undefined if it does not. */
export const lockMember = (tx: Tx, by: { email: string } | { id: string }): Promise<MailingRow | undefined> =>
  mailingRecord.lock(tx, by);

/** A member whose row is locked. */
export const heldAt = (row: MailingRow, now: Date): HeldMember => ({
  row,
  facts: { askedAt: row.asked_at, now: now.toISOString() },
  now,
});

/**
 * Applies one event to a mailbox whose row is locked.
 *
 * @param set the columns that it changes besides the state
 * @throws Problem 409 with what is missing, if the lifecycle does not allow the event
 */
export async function record(
  tx: Tx,
  row: MailingRow,
  event: MailingEvent,
  now: Date,
  set: Omit<Updateable<Tables['mailing_member']>, 'state'> = {},
): Promise<MailingRow> {
  const actor = { id: null, name: null, role: event.by };
  const changed = await mailingRecord.transitionHeld(tx, heldAt(row, now), { actor, event, apply: () => ({ set }) });
  return changed.row;
}
