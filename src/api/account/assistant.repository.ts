import type { Kysely } from 'kysely';
import { hrefs } from '#src/api/link/hrefs.ts';
import { newId } from '#src/api/database/ids.ts';
import { createLink, revokeLinks } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { endSessions } from '#src/api/session/refresh-tokens.ts';
import { accessEndedMail, invitationMail, invitedWithAccountMail } from './account.mails.ts';
import { accountByEmail, isUnconfirmed, lockEmail, removeFile, revokeAccountLinks } from './account.repository.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

const INVITATION_MILLISECONDS = 14 * DAY;
export const ASSISTANTS = 50;

/** The mover who makes the request, and their business. */
export interface Mover {
  accountId: string;
  name: string;
  businessId: string;
}

/** The assistants of a business and those invited, by name. */
export async function listAssistants(db: Kysely<Tables>, businessId: string, now: Date) {
  const joined = await db
    .selectFrom('account')
    .leftJoin('invitation', 'invitation.account_id', 'account.id')
    .select([
      'account.id',
      'account.name',
      'account.email',
      'account.created_at',
      'invitation.created_at as invited_at',
      'accepted_at',
    ])
    .where('account.business_id', '=', businessId)
    .where('account.role', '=', 'assistant')
    .where('account.disabled_at', 'is', null)
    .execute();
  const invited = await openInvitations(db, businessId).execute();
  const active = joined.map(({ id, name, email, created_at, invited_at, accepted_at }) => ({
    id,
    name,
    email,
    state: 'active' as const,
    invited_at: invited_at ?? created_at,
    expires_at: null,
    joined_at: accepted_at ?? created_at,
  }));
  return [...active, ...invited.map((row) => presentInvitation(row, now))].sort(
    (a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1),
  );
}

const openInvitations = (db: Kysely<Tables>, businessId: string) =>
  db
    .selectFrom('invitation')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null);

function presentInvitation(
  {
    id,
    name,
    email,
    created_at,
    expires_at,
  }: { id: string; name: string; email: string; created_at: string; expires_at: string },
  now: Date,
) {
  const state = expires_at > now.toISOString() ? ('invited' as const) : ('expired' as const);
  return { id, name, email, state, invited_at: created_at, expires_at, joined_at: null };
}

/**
 * Invites someone. If the address already has an account, the entry looks the same, and only that mailbox is notified.
 * @param mayMail false if the mailbox has received enough mail
 * @throws Problem 409 for someone already in the business, and when it has the maximum number of assistants
 */
export async function inviteAssistant(
  tx: Tx,
  parts: ApiParts,
  mover: Mover,
  given: { email: string; name: string },
  mayMail: boolean,
) {
  const now = parts.now();
  // Invitations of a business run one after the other, so that the same one is not sent twice at once.
  await tx.selectFrom('business').select('id').where('id', '=', mover.businessId).forUpdate().executeTakeFirst();
  const own = await tx
    .selectFrom('account')
    .select('email')
    .where('id', '=', mover.accountId)
    .executeTakeFirstOrThrow();
  if (own.email === given.email)
    throw problem(422, 'This is your own address. An assistant needs another one.', {
      errors: [{ field: 'email', message: 'This is your own address.' }],
    });
  const known = await listAssistants(tx, mover.businessId, now);
  const same = known.find((one) => one.email === given.email);
  if (same)
    throw problem(
      409,
      same.state === 'active'
        ? 'This person already works with you.'
        : 'This person is already invited. Resend the invitation instead.',
      { state: same.state },
    );
  if (known.length >= ASSISTANTS) throw problem(409, `A business may have ${ASSISTANTS} assistants.`);
  const sent = {
    created_at: now.toISOString(),
    sent_at: now.toISOString(),
    expires_at: new Date(now.getTime() + INVITATION_MILLISECONDS).toISOString(),
  };
  const invitation = { id: newId(), business_id: mover.businessId, invited_by: mover.accountId, ...given, ...sent };
  await tx.insertInto('invitation').values(invitation).execute();
  await mailInvitation(tx, parts, mover, invitation, mayMail);
  return presentInvitation(invitation, now);
}

/** Sends an invitation again, valid for two more weeks; the earlier link stops working. @throws Problem 404 */
export async function resendInvitation(tx: Tx, parts: ApiParts, mover: Mover, id: string) {
  const now = parts.now();
  const expires_at = new Date(now.getTime() + INVITATION_MILLISECONDS).toISOString();
  const invitation = await tx
    .updateTable('invitation')
    .set({ sent_at: now.toISOString(), expires_at })
    .where('id', '=', id)
    .where('business_id', '=', mover.businessId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!invitation) throw notFound('invitation');
  await revokeLinks(tx, 'invitation', [id], now);
  await mailInvitation(tx, parts, mover, invitation, true);
  return presentInvitation(invitation, now);
}

async function mailInvitation(
  tx: Tx,
  parts: ApiParts,
  mover: Mover,
  invitation: { id: string; email: string; name: string; expires_at: string },
  mayMail: boolean,
): Promise<void> {
  const { name: business } = await tx
    .selectFrom('business')
    .select('name')
    .where('id', '=', mover.businessId)
    .executeTakeFirstOrThrow();
  const holder = await accountByEmail(tx, invitation.email);
  // Created for every address, so that the call takes equally long for one that has an account.
  const link = await createLink(tx, {
    purpose: 'invitation',
    subjectId: invitation.id,
    createdBy: mover.accountId,
    now: parts.now(),
    expiresAt: new Date(invitation.expires_at),
  });
  if (!mayMail) return;
  const isFree = !holder || isUnconfirmed(holder);
  const words = { name: invitation.name, inviter: mover.name, business };
  const mail = isFree
    ? invitationMail({ ...words, url: parts.publicUrl() + hrefs.signUpAssistant(link.token) })
    : invitedWithAccountMail(words);
  await parts.mail.send(tx, { to: invitation.email, kind: 'invitation', ...mail });
}

/**
 * Ends an assistant's access, or revokes an invitation. @throws Problem 404 for anything that is not the business's own
 */
export async function removeAssistant(tx: Tx, parts: ApiParts, mover: Mover, id: string): Promise<void> {
  const now = parts.now().toISOString();
  const withdrawn = await tx
    .updateTable('invitation')
    .set({ withdrawn_at: now })
    .where('id', '=', id)
    .where('business_id', '=', mover.businessId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (withdrawn) return revokeLinks(tx, 'invitation', [id], parts.now());
  const assistant = await tx
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('business_id', '=', mover.businessId)
    .where('role', '=', 'assistant')
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!assistant) throw notFound('assistant');
  await lockEmail(tx, assistant.email);
  // The row stays, so that what they did keeps their name; the address becomes free for another account.
  await tx
    .updateTable('account')
    .set({
      disabled_at: now,
      email: `closed-${id}@account.invalid`,
      password_hash: 'closed',
      phone: null,
      avatar_file_id: null,
      version: assistant.version + 1,
    })
    .where('id', '=', id)
    .execute();
  await endSessions(tx, id);
  await revokeAccountLinks(tx, id, parts.now());
  await removeFile(tx, parts, assistant.avatar_file_id);
  const { name: business } = await tx
    .selectFrom('business')
    .select('name')
    .where('id', '=', mover.businessId)
    .executeTakeFirstOrThrow();
  await parts.mail.send(tx, {
    to: assistant.email,
    kind: 'notice',
    ...accessEndedMail({ name: assistant.name, business }),
  });
}
