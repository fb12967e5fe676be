import type { Updateable } from 'kysely';
import type { AgentRight } from '#src/machines/account/agent-rights.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { INVITATION_DAYS } from '#src/machines/team/team-member.lifecycle.ts';
import type { TeamMemberEvent } from '#src/machines/team/team-member.lifecycle.ts';
import { accountByEmail, isUnconfirmed, lockEmail, revokeAccountLinks } from '#src/api/account/account.repository.ts';
import { checkNames, wrong } from '#src/api/account/account.schemas.ts';
import { publish } from '#src/api/live/live.ts';
import { requestReset } from '#src/api/account/recovery.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import { newId } from '#src/api/database/ids.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { problem } from '#src/api/http/problem.ts';
import { createLink, revokeLinks } from '#src/api/link/link.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import type { Mail } from '#src/api/mail/mail.ts';
import { endSessions } from '#src/api/session/refresh-tokens.ts';
import { switchOffTwoFactor } from '#src/api/session/two-factor.ts';
import type { Member } from './team.list.ts';
import { agentDisabledMail, agentInvitationMail } from './team.mails.ts';
import { actorOf, beginChange, memberOf, registerAgent, teamMemberRecord } from './team-member.record.ts';
import type { Manager, TeamMemberRow } from './team-member.record.ts';

/** What a change of the team depends on; also available to the command line. */
export interface TeamParts {
  mail: Pick<Mail, 'send'>;
  brokerage: Pick<Brokerage, 'name'>;
  publicUrl: () => string;
  now: () => Date;
}

/** One change of one member; `version` is the one that the manager saw, or null on the command line. */
interface Change {
  id: string;
  version: number | null;
}

type Effects = { set?: Omit<Updateable<Tables['team_member']>, 'id' | 'state' | 'version'>; payload?: object } | void;

/**
 * Applies one event to a member.
 *
 * @throws Problem 403 if the manager no longer may; 404 no such member; 409 stale, or not in this state
 */
export async function changeMember(
  tx: Tx,
  parts: TeamParts,
  manager: Manager,
  { id, version }: Change,
  event: (by: 'agent' | 'system') => TeamMemberEvent,
  apply: (row: TeamMemberRow, before: Member | null) => Effects | Promise<Effects> = () => {},
): Promise<Member> {
  await beginChange(tx, manager);
  await registerAgent(tx, parts, id);
  const actor = actorOf(manager);
  await teamMemberRecord.transition(tx, parts, {
    where: { id },
    version,
    actor,
    event: () => event(actor.role),
    apply: ({ row, current }) => apply(row, current),
  });
  return await memberOf(tx, id, parts.now());
}

const invitedUntil = (now: Date): string => new Date(now.getTime() + INVITATION_DAYS * DAY).toISOString();

/** An invitation with its link, which the inviter may also pass on personally. */
interface Invited {
  member: Member;
  url: string;
}

/**
 * Invites someone to be an agent. Unlike guests, team managers may learn whether an address has an account.
 * @throws Problem 409 if the address has an account, or an open invitation
 */
export async function inviteAgent(
  tx: Tx,
  parts: TeamParts,
  manager: Manager,
  { email, name, rights }: { email: string; name: string; rights: readonly AgentRight[] },
): Promise<Invited> {
  checkNames({ name });
  await beginChange(tx, manager);
  await lockEmail(tx, email);
  const now = parts.now();
  const holder = await accountByEmail(tx, email);
  if (holder && !isUnconfirmed(holder)) {
    const sentence =
      holder.role !== 'agent'
        ? 'This address has an account in another portal. Invite another address.'
        : holder.disabled_at
          ? `${holder.name} has a disabled account with this address. Enable it instead.`
          : `${holder.name} is on the team already.`;
    throw wrong('email', sentence, 409);
  }
  const earlier = await tx
    .selectFrom('team_member')
    .select(['id', 'state'])
    .where('email', '=', email)
    .where('state', 'in', ['invited', 'revoked'])
    .executeTakeFirst();
  if (earlier?.state === 'invited')
    throw wrong('email', 'This person is already invited. Resend the invitation instead.', 409);
  const id = earlier?.id ?? newId(now.getTime());
  if (!earlier)
    await tx
      .insertInto('team_member')
      .values({ id, name, email, created_at: now.toISOString(), ...teamMemberRecord.startColumns() })
      .execute();
  const actor = actorOf(manager);
  const { row } = await teamMemberRecord.transition(tx, parts, {
    where: { id },
    actor,
    event: () => ({ type: 'agent.invited', by: actor.role }),
    apply: () => ({
      set: {
        name,
        rights: [...rights],
        invited_by: manager?.id ?? null,
        sent_at: now.toISOString(),
        expires_at: invitedUntil(now),
      },
      payload: { email, rights },
    }),
  });
  const url = await sendInvitation(tx, parts, manager, row);
  return { member: await memberOf(tx, id, now), url };
}

/** Sends an invitation again, for another week; the earlier link stops working. */
export async function resendAgentInvitation(
  tx: Tx,
  parts: TeamParts,
  manager: Manager,
  change: Change,
): Promise<Invited> {
  const now = parts.now();
  const member = await changeMember(
    tx,
    parts,
    manager,
    change,
    (by) => ({ type: 'invitation.resent', by }),
    async () => {
      await revokeLinks(tx, 'agent-invitation', [change.id], now);
      return { set: { sent_at: now.toISOString(), expires_at: invitedUntil(now) } };
    },
  );
  const url = await sendInvitation(tx, parts, manager, member);
  return { member: await memberOf(tx, change.id, now), url };
}

async function sendInvitation(
  tx: Tx,
  parts: TeamParts,
  manager: Manager,
  { id, email, name, expires_at }: Pick<Member, 'id' | 'email' | 'name' | 'expires_at'>,
): Promise<string> {
  const link = await createLink(tx, {
    purpose: 'agent-invitation',
    subjectId: id,
    createdBy: manager?.id ?? null,
    now: parts.now(),
    expiresAt: new Date(expires_at!),
  });
  const url = parts.publicUrl() + hrefs.agentInvitation(link.token);
  const { name: brokerage } = parts.brokerage;
  const mail = agentInvitationMail({ name, inviter: manager?.name ?? brokerage, brokerage, url });
  const mailId = await parts.mail.send(tx, { to: email, kind: 'invitation', ...mail });
  await tx.updateTable('team_member').set({ mail_id: mailId }).where('id', '=', id).execute();
  return url;
}

/** Revokes an invitation. */
export async function revokeAgentInvitation(
  tx: Tx,
  parts: TeamParts,
  manager: Manager,
  { id, version }: Change,
): Promise<void> {
  await beginChange(tx, manager);
  const actor = actorOf(manager);
  await teamMemberRecord.transition(tx, parts, {
    where: { id },
    version,
    actor,
    event: () => ({ type: 'invitation.revoked', by: actor.role }),
    apply: () => revokeLinks(tx, 'agent-invitation', [id], parts.now()),
  });
}

export const renameAgent = (tx: Tx, parts: TeamParts, manager: Manager, change: Change, name: string) => {
  checkNames({ name });
  return changeMember(
    tx,
    parts,
    manager,
    change,
    (by) => ({ type: 'agent.renamed', by }),
    async (_row, before) => {
      await tx
        .updateTable('account')
        .set(({ eb }) => ({ name, version: eb('version', '+', 1) }))
        .where('id', '=', change.id)
        .execute();
      return { set: { name }, payload: { from: before?.name, to: name } };
    },
  );
};

/** Sets an agent's rights, in a fixed order, so that the same rights are always the same list. */
export const setAgentRights = (
  tx: Tx,
  parts: TeamParts,
  manager: Manager,
  change: Change,
  rights: readonly AgentRight[],
) =>
  changeMember(
    tx,
    parts,
    manager,
    change,
    (by) => ({ type: 'rights.changed', by, rights }),
    async (_row, before) => {
      await tx
        .updateTable('account')
        .set({ rights: [...rights] })
        .where('id', '=', change.id)
        .execute();
      // Their own screens update what they offer.
      await publish(tx, { noun: 'account', id: change.id, audience: `account:${change.id}` });
      return {
        set: { rights: [...rights] },
        payload: {
          given: rights.filter((right) => !before?.rights.includes(right)),
          taken: before?.rights.filter((right) => !rights.includes(right)),
        },
      };
    },
  );

/** Signs the agent out everywhere; they cannot sign in until they are enabled again. */
export const disableAgent = (tx: Tx, parts: TeamParts, manager: Manager, change: Change) =>
  changeMember(
    tx,
    parts,
    manager,
    change,
    (by) => ({ type: 'agent.disabled', by }),
    async (_row, before) => {
      const now = parts.now();
      await tx.updateTable('account').set({ disabled_at: now.toISOString() }).where('id', '=', change.id).execute();
      await endSessions(tx, change.id);
      await revokeAccountLinks(tx, change.id, now);
      const mail = agentDisabledMail({ name: before!.name, brokerage: parts.brokerage.name });
      await parts.mail.send(tx, { to: before!.email, kind: 'notice', ...mail });
    },
  );

export const enableAgent = (tx: Tx, parts: TeamParts, manager: Manager, change: Change) =>
  changeMember(
    tx,
    parts,
    manager,
    change,
    (by) => ({ type: 'agent.enabled', by }),
    async () => void (await tx.updateTable('account').set({ disabled_at: null }).where('id', '=', change.id).execute()),
  );

export const signAgentOut = (tx: Tx, parts: TeamParts, manager: Manager, change: Change) =>
  changeMember(
    tx,
    parts,
    manager,
    change,
    (by) => ({ type: 'sessions.ended', by }),
    () => endSessions(tx, change.id),
  );

/** For agents who have lost the password or the second step: mails a link for a new one; all sessions end. */
export const resetAgentAccess = (tx: Tx, parts: TeamParts, id: string) =>
  changeMember(
    tx,
    parts,
    null,
    { id, version: null },
    () => ({ type: 'access.reset', by: 'system' }),
    async (_row, before) => {
      await endSessions(tx, id);
      const hadSecondStep = await switchOffTwoFactor(tx, id);
      await requestReset(tx, parts, before!.email);
      return { payload: { second_step: hadSecondStep } };
    },
  );

/** What agents do with their own second step; that is authorized by their password, not by a right. */
type OwnChange = 'second-step.turned-on' | 'second-step.turned-off' | 'recovery-codes.renewed';

/**
 * Changes an agent's own second step, with its entry in the team's history.
 * @throws Problem 409 if it is already on or off
 */
export async function changeSecondStep<Done>(
  tx: Tx,
  parts: Pick<TeamParts, 'now'>,
  id: string,
  type: OwnChange,
  act: () => Promise<Done>,
): Promise<Done> {
  await beginChange(tx, null);
  await registerAgent(tx, parts, id);
  const { name } = await tx.selectFrom('account').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  let done: { answer: Done } | undefined;
  await teamMemberRecord.transition(tx, parts, {
    where: { id },
    actor: { id, name, role: 'agent' },
    event: () => ({ type, by: 'agent' }),
    apply: async () => {
      done = { answer: await act() };
    },
  });
  return done!.answer;
}

/** By email address, for the command line. @throws Problem 404 */
export async function agentIdOf(tx: Tx, email: string): Promise<string> {
  const account = await tx
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .where('role', '=', 'agent')
    .executeTakeFirst();
  if (!account) throw problem(404, `There is no agent with the email ${email}. The list shows all of them.`);
  return account.id;
}
