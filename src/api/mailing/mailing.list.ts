import { CONFIRM_DAYS } from '#src/machines/mailing/mailing.lifecycle.ts';
import type { MailingEvent } from '#src/machines/mailing/mailing.lifecycle.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { createLink, revokeLinks, spendLink } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { cityNamed } from '#src/api/place/places.ts';
import type { MailFrequency } from '#src/machines/mailing/frequency.ts';
import type { Tx } from '#src/api/database/write.ts';
import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import { confirmMail, leaveMail } from './mailing.mails.ts';
import { beginMember, heldAt, lockMember, mailingRecord, record } from './mailing.record.ts';
import type { MailingRow } from './mailing.record.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** Members who never confirmed are deleted after this time. */
export const FORGOTTEN_AFTER_DAYS = 30;

/** If cities of a state are given, only those are meant. */
export interface MailChoice {
  states: string[];
  /** Such as OH:Columbus. */
  cities: string[];
  frequency: MailFrequency;
}

export interface MailingChoice extends MailChoice {
  email: string;
}

/**
 * The choice as it is stored and compared. @throws Problem 422 for an unknown city, or one in a state that was not
 * chosen
 */
export function choiceOf({ states, cities, frequency }: MailChoice): MailChoice {
  const named = cities.map((text, index) => {
    const [state = '', city = ''] = text.split(':');
    const found = cityNamed(city, state);
    if (!found || !states.includes(state))
      throw problem(422, 'Choose cities of the states you chose.', {
        errors: [{ field: `cities/${index}`, message: `There is no ${city} in the states you chose.` }],
      });
    return `${found.state}:${found.city}`;
  });
  return { states, cities: [...new Set(named)], frequency };
}

/**
 * Someone requests mails about leads of these states for this mailbox: its owner is asked to confirm. Until then
 * nothing else changes; an earlier request becomes invalid.
 */
export async function askForMails(tx: Tx, parts: ApiParts, { email, ...choice }: MailingChoice): Promise<void> {
  const now = parts.now();
  const { states } = choice;
  const before = await beginMember(tx, email, now);
  await record(tx, before, { type: 'mails.asked', by: 'visitor', states }, now, { asked_at: now.toISOString() });
  await revokeLinks(tx, 'mailing-confirm', [before.id], now);
  const link = await createLink(tx, {
    purpose: 'mailing-confirm',
    subjectId: before.id,
    createdBy: null,
    now,
    expiresAt: new Date(now.getTime() + CONFIRM_DAYS * DAY),
    data: choice,
  });
  const url = parts.publicUrl() + hrefs.confirmMails(link.token);
  await parts.mail.send(tx, {
    to: email,
    kind: 'mailing-confirm',
    ...confirmMail({ choice, now: before.state === 'subscribed' ? before : null, url, days: CONFIRM_DAYS }),
  });
}

/**
 * The mailbox is verified: from now on it gets mails about new leads of the states in the request.
 * @throws Problem as `spendLink`; 409 if the lifecycle refuses
 */
export async function confirmMails(tx: Tx, parts: ApiParts, token: string): Promise<MailingChoice> {
  const now = parts.now();
  const { subjectId, data } = await spendLink(tx, token, 'mailing-confirm', now);
  // Requests from before cities were introduced have none.
  const choice: MailChoice = { cities: [], frequency: 'at-once', ...(data as Pick<MailChoice, 'states'>) };
  const { states } = choice;
  const row = await lockMember(tx, { id: subjectId });
  if (!row) throw notFound('link');
  const at = now.toISOString();
  // A current member continues where the last mail ended; others only get what comes from now on.
  const told_until = row.state === 'subscribed' ? row.told_until : at;
  await record(tx, row, { type: 'mails.confirmed', by: 'visitor', states }, now, {
    ...choice,
    confirmed_at: at,
    told_until,
  });
  return { email: row.email, ...choice };
}

/**
 * The owner of a mailbox changes the choice through the link in a mail, with immediate effect.
 * @throws Problem 404; 409 if it was changed since they saw it, or if it no longer gets mails
 */
export async function changeMails(
  tx: Tx,
  parts: Pick<ApiParts, 'now'>,
  memberId: string,
  { version, ...choice }: MailChoice & { version: number },
): Promise<MailingRow> {
  const row = await lockMember(tx, { id: memberId });
  if (!row) throw notFound('link');
  if (row.version !== version)
    throw problem(409, 'Your choice was changed in another window. Load this page again to see it.', {
      state: row.state,
    });
  return await record(tx, row, { type: 'mails.changed', by: 'visitor', states: choice.states }, parts.now(), choice);
}

/** Ends the mails to a mailbox. Idempotent. Unconfirmed requests for it end as well. */
export async function leaveMails(tx: Tx, parts: Pick<ApiParts, 'now'>, memberId: string): Promise<void> {
  const row = await lockMember(tx, { id: memberId });
  if (!row || !mayLeave(row, parts.now())) return;
  const now = parts.now();
  await record(tx, row, leaving, now, { left_at: now.toISOString() });
  await revokeLinks(tx, 'mailing-confirm', [row.id], now);
}

/** Mails an unsubscribe link to a mailbox that is on the list, or about to be; nothing to any other. */
export async function mailWayOut(tx: Tx, parts: ApiParts, email: string): Promise<void> {
  const row = await lockMember(tx, { email });
  if (!row || !mayLeave(row, parts.now())) return;
  const url = parts.publicUrl() + hrefs.unsubscribe(email, createLeaveTokens(parts, 'mailing-leave').tokenOf(row.id));
  await parts.mail.send(tx, { to: email, kind: 'mailing-leave', ...leaveMail({ url }) });
}

const leaving: MailingEvent = { type: 'mails.left', by: 'visitor' };
/** Whether there are mails to end, or an unconfirmed request. */
export const mayLeave = (row: MailingRow, now: Date): boolean => mailingRecord.allows(heldAt(row, now), leaving);

/** Expires unconfirmed requests and deletes members who were never on the list. At most 500 at a time. */
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
