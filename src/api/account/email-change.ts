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
 * Someone who has shown their password wants another email: a link to the new mailbox, a notice to the old one. For
 * an address that has an account, its owner is told instead, and the caller learns nothing of it.
 * @param mayMail false where the new mailbox has had enough mail
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
 * The new mailbox is proven: the account has it from now on. All sessions end, but for `own`, if it is the account's.
 * @throws Problem as `spendLink`; 409 where the address has got an account meanwhile
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
  // The address before the account, as everybody else takes them.
  if (!(await freeEmail(tx, newEmail)))
    throw problem(409, 'This address has an account of its own by now. Nothing was changed.');
  const account = await openAccount(tx, subjectId);
  await tx
    .updateTable('account')
    .set({ email: newEmail, email_verified_at: now.toISOString(), version: account.version + 1 })
    .where('id', '=', account.id)
    .execute();
  // A carrier that is written to at the old address of its account is written to at the new one.
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
