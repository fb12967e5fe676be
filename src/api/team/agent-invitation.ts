import type { Kysely } from 'kysely';
import { freeEmail } from '#src/api/account/account.repository.ts';
import { checkNames, checkPassword } from '#src/api/account/account.schemas.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { openLink, spendLink } from '#src/api/link/link.ts';
import { hashPassword } from '#src/api/session/passwords.ts';
import { presentMember } from './team.list.ts';
import { agentJoinedMail } from './team.mails.ts';
import type { TeamParts } from './team.changes.ts';
import { beginChange, teamMemberRecord } from './team-member.record.ts';

/** What an invitation shows to whoever holds its link; reading it does not use it up. @throws Problem as `openLink` */
export async function decodeAgentInvitation(db: Kysely<Tables>, parts: TeamParts, token: string) {
  const { subject_id: id } = await openLink(db, token, 'agent-invitation', parts.now());
  const member = await presentMember(db, id, parts.now());
  if (!member?.expires_at) throw notFound('invitation');
  const { email, name, invited_by, expires_at } = member;
  const { name: business_name } = parts.brokerage;
  return { email, name, business_name, invited_by: invited_by ?? business_name, expires_at };
}

/**
 * Creates the account of the invited person. Since the link was mailed, the email counts as confirmed.
 *
 * @returns the account
 * @throws Problem as `spendLink`; 409 if the address was given to an account meanwhile; 422 for an unacceptable
 * password
 */
export async function acceptAgentInvitation(
  tx: Tx,
  parts: TeamParts,
  { token, name, password }: { token: string; name: string; password: string },
): Promise<{ id: string; role: 'agent' }> {
  checkNames({ name });
  const { subjectId: id } = await spendLink(tx, token, 'agent-invitation', parts.now());
  await beginChange(tx, null);
  const { row } = await teamMemberRecord.transition(tx, parts, {
    where: { id },
    actor: { id: null, name, role: 'visitor' },
    event: () => ({ type: 'invitation.accepted', by: 'visitor' }),
    async apply({ row: { email, rights }, now }) {
      checkPassword('password', password, { email, name });
      if (!(await freeEmail(tx, email)))
        throw problem(409, 'This address has an account of its own by now. Ask for an invitation to another one.');
      const at = now.toISOString();
      await tx
        .insertInto('account')
        .values({
          id,
          role: 'agent',
          email,
          name,
          rights,
          password_hash: await hashPassword(password),
          email_verified_at: at,
          last_signed_in_at: at,
          created_at: at,
        })
        .execute();
      return { set: { name } };
    },
  });
  const inviter = row.invited_by
    ? await tx
        .selectFrom('account')
        .select(['name', 'email'])
        .where('id', '=', row.invited_by)
        .where('disabled_at', 'is', null)
        .executeTakeFirst()
    : undefined;
  if (inviter) {
    const mail = agentJoinedMail({ name: inviter.name, agent: name, url: parts.publicUrl() + hrefs.team() });
    await parts.mail.send(tx, { to: inviter.email, kind: 'notice', ...mail });
  }
  return { id, role: 'agent' };
}
