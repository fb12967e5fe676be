import { sql } from 'kysely';
import { teamMemberLifecycle } from '#src/machines/team/team-member.lifecycle.ts';
import type { TeamMemberFacts, TeamMemberState } from '#src/machines/team/team-member.lifecycle.ts';
import { recordedLifecycle } from '#src/api/engine/recorded-lifecycle.ts';
import type { Held } from '#src/api/engine/recorded-lifecycle.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { withoutRight } from '#src/api/http/principal.ts';
import type { RowOf } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { publish, TEAM_ID } from '#src/api/live/live.ts';
import { hasTwoFactor } from '#src/api/session/two-factor.ts';
import { presentMember } from './team.list.ts';
import type { Member } from './team.list.ts';

export type TeamMemberRow = RowOf<'team_member'>;

/** With what a refusal and a stale writer need. */
interface HeldMember extends Held<TeamMemberRow, TeamMemberFacts> {
  current: Member | null;
}

interface Clock {
  now: () => Date;
}

const REFUSED: Record<TeamMemberState, string> = {
  outside: 'This person is not on the team.',
  invited: 'This person has not accepted the invitation yet.',
  revoked: 'This invitation was revoked.',
  active: 'This person is on the team already.',
  disabled: 'This account is disabled. Enable it first.',
};

/**
 * The first event of an older account is not anyone's action; and what agents do with their own second step does not
 * make a manager's view of them stale.
 */
const KEEPS_VERSION = new Set<string>([
  'agent.registered',
  'second-step.turned-on',
  'second-step.turned-off',
  'recovery-codes.renewed',
]);

export const teamMemberRecord = recordedLifecycle({
  lifecycle: teamMemberLifecycle,
  table: 'team_member',
  noun: 'member of the team',
  columnsOf: (state: TeamMemberState) => ({ state }),
  stateOf: ({ state }) => state,
  async read(tx: Tx, _parts: Clock, row: TeamMemberRow, now: Date): Promise<HeldMember> {
    const holders = await lockHolders(tx);
    return {
      row,
      now,
      current: await presentMember(tx, row.id, now),
      facts: {
        expiresAt: row.expires_at,
        now: now.toISOString(),
        hasTeam: holders.includes(row.id),
        othersWithTeam: holders.filter((id) => id !== row.id).length,
        hasSecondStep: await hasTwoFactor(tx, row.id),
      },
    };
  },
  keepsVersion: ({ type }) => KEEPS_VERSION.has(type),
  refusalOf: ({ row, current }, _event, { because, unmet }) => {
    if (because === 'role') return problem(403, 'Your account can’t do this.', { unmet });
    if (unmet.some((phrase) => phrase.startsWith('somebody keeps')))
      return problem(
        409,
        `${current?.name ?? row.name} is the only one who can manage the team. Give someone else that right first.`,
        { state: row.state, unmet },
      );
    if (unmet.some((phrase) => phrase.startsWith('the invitation has')))
      return problem(409, 'This invitation has expired. Ask for a new one.', { state: row.state, unmet });
    if (unmet.includes('the second step is off'))
      return problem(409, 'Two-factor sign-in is on already. Turn it off first.', { state: row.state, unmet });
    if (unmet.includes('the second step is on'))
      return problem(409, 'Two-factor sign-in is off.', { state: row.state, unmet });
    return problem(409, REFUSED[row.state], { state: row.state, unmet, ...(current ? { current } : {}) });
  },
  staleOf: ({ row, current }) =>
    problem(409, 'Someone changed this while you were looking at it. Nothing was changed.', {
      state: row.state,
      ...(current ? { current } : {}),
    }),
});

/**
 * The agents who can sign in and manage the team, locked until the transaction ends: if two remove each other's right
 * or leave at once, the second one sees what the first has done.
 */
async function lockHolders(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('account')
    .select('id')
    .where('role', '=', 'agent')
    .where('disabled_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .where(sql<boolean>`'team' = any (rights)`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Who makes the change: an agent with the right `team`; null for the operator on the command line. */
export type Manager = { id: string; name: string } | null;

export const OPERATOR_NAME = 'The operator';

export const actorOf = (manager: Manager) =>
  manager ? ({ ...manager, role: 'agent' } as const) : ({ id: null, name: OPERATOR_NAME, role: 'system' } as const);

/**
 * Call it before any change to the team. Changes run one after the other, so that of two identical concurrent changes
 * one is refused.
 *
 * @throws Problem 403 if the person no longer has the right
 */
export async function beginChange(tx: Tx, manager: Manager): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('team', 2))`.execute(tx);
  await publish(tx, { noun: 'team', id: TEAM_ID, audience: 'agents' });
  if (manager && !(await lockHolders(tx)).includes(manager.id)) throw withoutRight('team');
}

/** Creates the record of an agent whose account is older than the team's history, at its first change. */
export async function registerAgent(tx: Tx, parts: Clock, id: string): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .select(['name', 'email', 'disabled_at', 'created_at'])
    .where('id', '=', id)
    .where('role', '=', 'agent')
    .executeTakeFirst();
  if (!account) return;
  const { name, email, created_at, disabled_at } = account;
  const begun = await tx
    .insertInto('team_member')
    .values({ id, name, email, created_at, ...teamMemberRecord.startColumns() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!begun) return;
  const where = { id };
  const actor = actorOf(null);
  await teamMemberRecord.transition(tx, parts, {
    where,
    actor,
    event: () => ({ type: 'agent.registered', by: 'system' }),
  });
  if (disabled_at)
    await teamMemberRecord.transition(tx, parts, {
      where,
      actor,
      event: () => ({ type: 'agent.disabled', by: 'system' }),
    });
}

/** @throws Problem 404 */
export async function memberOf(tx: Tx, id: string, now: Date): Promise<Member> {
  const member = await presentMember(tx, id, now);
  if (!member) throw notFound('member of the team');
  return member;
}
