import type { Kysely } from 'kysely';
import { hrefs } from '#src/api/link/hrefs.ts';
import { newId } from '#src/api/database/ids.ts';
import { openLink, spendLink } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { hashPassword } from '#src/api/session/passwords.ts';
import { joinedMail } from './account.mails.ts';
import { freeEmail } from './account.repository.ts';
import { checkPassword } from './account.schemas.ts';

async function openInvitation(db: Kysely<Tables>, id: string) {
  const invitation = await db
    .selectFrom('invitation')
    .innerJoin('business', 'business.id', 'invitation.business_id')
    .innerJoin('account as inviter', 'inviter.id', 'invitation.invited_by')
    .selectAll('invitation')
    .select(['business.name as business_name', 'inviter.name as invited_by_name', 'inviter.email as inviter_email'])
    .where('invitation.id', '=', id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (!invitation) throw notFound('invitation');
  return invitation;
}

/** What an invitation shows to whoever holds its link; reading it does not use it up. @throws Problem as `openLink` */
export async function decodeInvitation(db: Kysely<Tables>, token: string, now: Date) {
  const { subject_id: id } = await openLink(db, token, 'invitation', now);
  const { email, name, business_name, invited_by_name: invited_by, expires_at } = await openInvitation(db, id);
  return { email, name, business_name, invited_by, expires_at };
}

/**
 * The invited person becomes an assistant of the business. Since the link was mailed, the email counts as confirmed.
 * @throws Problem as `spendLink`; 409 if the address was given to an account meanwhile; 422 for an unacceptable
 * password
 */
export async function acceptInvitation(tx: Tx, parts: ApiParts, token: string, password: string): Promise<void> {
  const now = parts.now().toISOString();
  const { subjectId } = await spendLink(tx, token, 'invitation', parts.now());
  const invitation = await openInvitation(tx, subjectId);
  const { email, name, business_id } = invitation;
  checkPassword('password', password, { email, name });
  if (!(await freeEmail(tx, email)))
    throw problem(409, 'This address has an account of its own by now. Ask for an invitation to another one.');
  const id = newId();
  await tx
    .insertInto('account')
    .values({
      id,
      role: 'assistant',
      email,
      name,
      business_id,
      password_hash: await hashPassword(password),
      email_verified_at: now,
      created_at: now,
    })
    .execute();
  await tx
    .updateTable('invitation')
    .set({ accepted_at: now, account_id: id })
    .where('id', '=', invitation.id)
    .execute();
  const mail = joinedMail({
    name: invitation.invited_by_name,
    assistant: name,
    url: parts.publicUrl() + hrefs.assistants(),
  });
  await parts.mail.send(tx, { to: invitation.inviter_email, kind: 'notice', ...mail });
}
