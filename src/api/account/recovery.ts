import { hrefs } from '#src/api/link/hrefs.ts';
import { createLink, spendLink } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Principal } from '#src/api/http/principal.ts';
import { notFound } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import { hashPassword } from '#src/api/session/passwords.ts';
import { platformOfRole } from '#src/machines/session/session.user.ts';
import { endSessions } from '#src/api/session/refresh-tokens.ts';
import { passwordChangedMail, resetMail } from './account.mails.ts';
import { accountByEmail, openAccount, revokeAccountLinks } from './account.repository.ts';
import type { AccountRow } from './account.repository.ts';
import { checkPassword, wrong } from './account.schemas.ts';
import { HOUR } from '#src/machines/calendar/durations.ts';

export const RESET_MILLISECONDS = HOUR;

/**
 * Mails a link for a new password, whichever portal the address belongs to; nothing if there is no account. Earlier
 * links stay valid for their hour, so that a request by someone else cannot invalidate them.
 */
export async function requestReset(
  tx: Tx,
  parts: { mail: Pick<ApiParts['mail'], 'send'>; publicUrl: () => string; now: () => Date },
  email: string,
): Promise<void> {
  const account = await accountByEmail(tx, email);
  if (!account || account.disabled_at) return;
  const now = parts.now();
  const link = await createLink(tx, {
    purpose: 'password-reset',
    subjectId: account.id,
    createdBy: null,
    now,
    expiresAt: new Date(now.getTime() + RESET_MILLISECONDS),
  });
  const url = parts.publicUrl() + hrefs.passwordNew(link.token, platformOfRole(account.role));
  await parts.mail.send(tx, { to: account.email, kind: 'password-reset', ...resetMail({ name: account.name, url }) });
}

/**
 * Sets a new password with the link from a mail, which also verifies the mailbox. All sessions end.
 * @returns the email of the account
 * @throws Problem as `spendLink`; 404 in another portal; 422 for an unacceptable password
 */
export async function resetPassword(
  tx: Tx,
  parts: ApiParts,
  given: { token: string; newPassword: string; roles: readonly Principal['role'][] },
): Promise<string> {
  // Spend the link first: of twenty requests at once, only the one that succeeds spends time on a hash.
  const { subjectId } = await spendLink(tx, given.token, 'password-reset', parts.now());
  const account = await openAccount(tx, subjectId);
  if (!given.roles.includes(account.role)) throw notFound('link');
  checkPassword('new_password', given.newPassword, account);
  await setPassword(tx, parts, account, await hashPassword(given.newPassword), null);
  return account.email;
}

/**
 * Changes the password of someone who has just given the old one; their other sessions end.
 * @param shown the hash that the old password was checked against
 * @throws Problem 422 if it was changed meanwhile
 */
export async function changePassword(
  tx: Tx,
  parts: ApiParts,
  given: { accountId: string; familyId: string | null; shown: string; newHash: string },
): Promise<void> {
  const account = await openAccount(tx, given.accountId);
  if (account.password_hash !== given.shown) throw wrong('password', 'Your password was changed meanwhile.');
  await setPassword(tx, parts, account, given.newHash, given.familyId);
}

async function setPassword(
  tx: Tx,
  parts: ApiParts,
  account: AccountRow,
  passwordHash: string,
  familyId: string | null,
): Promise<void> {
  const now = parts.now();
  await tx
    .updateTable('account')
    .set({ password_hash: passwordHash, email_verified_at: account.email_verified_at ?? now.toISOString() })
    .where('id', '=', account.id)
    .execute();
  await endSessions(tx, account.id, familyId);
  await revokeAccountLinks(tx, account.id, now);
  const resetUrl = parts.publicUrl() + hrefs.forgotPassword(platformOfRole(account.role));
  await parts.mail.send(tx, {
    to: account.email,
    kind: 'notice',
    ...passwordChangedMail({ name: account.name, resetUrl }),
  });
}
