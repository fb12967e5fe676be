import { CONFIRM_DAYS } from '#src/machines/mailing/mailing.lifecycle.ts';
import type { MailingEvent } from '#src/machines/mailing/mailing.lifecycle.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { createLink, revokeLinks, spendLink } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import { confirmMail, leaveMail } from './mailing.mails.ts';
import { beginMember, heldAt, lockMember, mailingRecord, record } from './mailing.record.ts';
import type { MailingRow } from './mailing.record.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** Who never confirmed is forgotten after so long. */
export const FORGOTTEN_AFTER_DAYS = 30;

export interface MailingChoice {
  email: string;
  states: string[];
}

/**
 * Someone wants mails about leads of these states in this mailbox: its owner is asked. Until they confirm, nothing
 * else changes; an earlier question dies.
 */
export async function askForMails(tx: Tx, parts: ApiParts, { email, states }: MailingChoice): Promise<void> {
  const now = parts.now();
  const before = await beginMember(tx, email, now);
  await record(tx, before, { type: 'mails.asked', by: 'visitor', states }, now, { asked_at: now.toISOString() });
  await revokeLinks(tx, 'mailing-confirm', [before.id], now);
  const link = await createLink(tx, {
    purpose: 'mailing-confirm',
    subjectId: before.id,
    createdBy: null,
    now,
    expiresAt: new Date(now.getTime() + CONFIRM_DAYS * DAY),
    data: { states },
  });
  const url = parts.publicUrl() + hrefs.confirmMails(link.token);
  await parts.mail.send(tx, {
    to: email,
    kind: 'mailing-confirm',
    ...confirmMail({ states, now: before.state === 'subscribed' ? before.states : null, url, days: CONFIRM_DAYS }),
  });
}

/**
 * The mailbox is proven: from now on it is mailed about new leads of the states that the question named.
 * @throws Problem as `spendLink`; 409 where the lifecycle says no
 */
export async function confirmMails(tx: Tx, parts: ApiParts, token: string): Promise<MailingChoice> {
  const now = parts.now();
  const { subjectId, data } = await spendLink(tx, token, 'mailing-confirm', now);
  const { states } = data as { states: string[] };
  const row = await lockMember(tx, { id: subjectId });
  if (!row) throw notFound('link');
  const at = now.toISOString();
  // Who was told all along goes on where the last mail ended; others hear of what comes from now on.
  const told_until = row.state === 'subscribed' ? row.told_until : at;
  await record(tx, row, { type: 'mails.confirmed', by: 'visitor', states }, now, {
    states,
    confirmed_at: at,
    told_until,
  });
  return { email: row.email, states };
}

/** Ends the mails to a mailbox, however often it is asked. What was asked in its name and not confirmed ends, too. */
export async function leaveMails(tx: Tx, parts: Pick<ApiParts, 'now'>, memberId: string): Promise<void> {
  const row = await lockMember(tx, { id: memberId });
  if (!row || !mayLeave(row, parts.now())) return;
  const now = parts.now();
  await record(tx, row, leaving, now, { left_at: now.toISOString() });
  await revokeLinks(tx, 'mailing-confirm', [row.id], now);
}

/** Mails the way out to a mailbox that is on the list, or about to be; to any other nothing. */
export async function mailWayOut(tx: Tx, parts: ApiParts, email: string): Promise<void> {
  const row = await lockMember(tx, { email });
  if (!row || !mayLeave(row, parts.now())) return;
  const url = parts.publicUrl() + hrefs.unsubscribe(email, createLeaveTokens(parts, 'mailing-leave').tokenOf(row.id));
  await parts.mail.send(tx, { to: email, kind: 'mailing-leave', ...leaveMail({ url }) });
}

const leaving: MailingEvent = { type: 'mails.left', by: 'visitor' };
/** Whether there are mails to end, or a question that waits. */
export const mayLeave = (row: MailingRow, now: Date): boolean => mailingRecord.allows(heldAt(row, now), leaving);

/** Questions that nobody answered lapse; who never was on the list is forgotten. At most 500 at a time. */
export async function tidyMailing(tx: Tx, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
  const late = await tx
    .selectFrom('mailing_member')
    .selectAll()
    .where('state', '=', 'pending')
    .where('asked_at', '<=', before(CONFIRM_DAYS))
    .limit(500)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const row of late) await record(tx, row, { type: 'mails.lapsed', by: 'system' }, now);
  await tx
    .deleteFrom('mailing_member')
    .where('state', '=', 'unsubscribed')
    .where('confirmed_at', 'is', null)
    .where('asked_at', '<', before(FORGOTTEN_AFTER_DAYS))
    .execute();
}
