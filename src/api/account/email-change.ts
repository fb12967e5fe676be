import { hrefs } from '#src/api/link/hrefs.ts';
import { createLink, revokeLinks, spendLink } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import { platformOfRole } from '#src/machines/session/session.user.ts';
import { endSessions } from '#src/api/session/refresh-tokens.ts';
import { emailChangeAskedMail, emailChangeMail, emailChangedMail, emailTakenMail } from './account.mails.ts';
import { accountByEmail, freeEmail, isUnconfirmed, openAccount, revokeAccountLinks } from './account.repository.ts';
import { wrong } from './account.schemas.ts';
import { HOUR } from '#src/machines/calendar/durations.ts';

const CHANGE_MILLISECONDS = 2 * HOUR;

/**
 * Requests another email for a person who has given their password: mails a link to the new mailbox and a notice to the
 * old one. If the address has an account, its owner is notified instead, and the caller cannot tell.
 * @param mayMail false if the new mailbox has received enough mail
 */
export async function requestEmailChange(
  tx: Tx,
  parts: ApiParts,
  given: { accountId: string; newEmail: string; mayMail: boolean },
): Promise<void> {
  const now = parts.now();
  const account = await openAccount(tx, given.accountId);
  if (given.newEmail === account.email) throw wrong('new_email', 'This is your email already.');
  await revokeLinks(tx, 'email-change', [account.id], now);
  const holder = await accountByEmail(tx, given.newEmail);
  const at = parts.publicUrl();
  if (!given.mayMail) return;
  if (holder && !isUnconfirmed(holder)) {
    await parts.mail.send(tx, {
      to: given.newEmail,
      kind: 'email-change',
      ...emailTakenMail({ signInUrl: at + hrefs.login(platformOfRole(holder.role)) }),
    });
  } else {
    const link = await createLink(tx, {
      purpose: 'email-change',
      subjectId: account.id,
      createdBy: account.id,
      now,
      expiresAt: new Date(now.getTime() + CHANGE_MILLISECONDS),
      data: { new_email: given.newEmail },
    });
    await parts.mail.send(tx, {
      to: given.newEmail,
      kind: 'email-change',
      ...emailChangeMail({ name: account.name, url: at + hrefs.confirmEmailChange(link.token) }),
    });
  }
  const notice = emailChangeAskedMail({
    name: account.name,
    newEmail: given.newEmail,
    resetUrl: at + hrefs.forgotPassword(platformOfRole(account.role)),
  });
  await parts.mail.send(tx, { to: account.email, kind: 'notice', ...notice });
}

/**
 * The new mailbox is verified: the account gets its address. All sessions end, except `own` if it is the account's.
 * @throws Problem as `spendLink`; 409 if the address was given to an account meanwhile
 */
export async function changeEmail(
  tx: Tx,
  parts: ApiParts,
  token: string,
  own: { accountId: string; familyId: string | null } | null,
): Promise<void> {
  const now = parts.now();
  const { subjectId, data } = await spendLink(tx, token, 'email-change', now);
  const { new_email: newEmail } = data as { new_email: string };
  // Lock the address before the account, in the same order as everywhere else.
  if (!(await freeEmail(tx, newEmail)))
    throw problem(409, 'This address has an account of its own by now. Nothing was changed.');
  const account = await openAccount(tx, subjectId);
  await tx
    .updateTable('account')
    .set({ email: newEmail, email_verified_at: now.toISOString(), version: account.version + 1 })
    .where('id', '=', account.id)
    .execute();
  // If the carrier's contact email was the account's old address, it changes as well.
  await tx
    .updateTable('carrier')
    .set({ email: newEmail })
    .where('account_id', '=', account.id)
    .where('email', '=', account.email)
    .execute();
  await endSessions(tx, account.id, own?.accountId === account.id ? own.familyId : null);
  await revokeAccountLinks(tx, account.id, now);
  const notice = emailChangedMail({ name: account.name, newEmail, phone: parts.brokerage.phone });
  await parts.mail.send(tx, { to: account.email, kind: 'notice', ...notice });
}
