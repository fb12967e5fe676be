import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '#src/api/session/passwords.ts';
import { newId } from '#src/api/database/ids.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { Problem } from '#src/api/http/problem.ts';
import { disableAgent, resetAgentAccess, setAgentRights } from '#src/api/team/team.changes.ts';
import { registerAgent } from '#src/api/team/team-member.record.ts';
import { AGENT_RIGHTS } from '#src/machines/account/agent-rights.ts';
import type { TeamMemberEvent, teamMemberLifecycle } from '#src/machines/team/team-member.lifecycle.ts';
import { forgetRequests, NEW_PASSWORD } from '#tests/api/account-api.ts';
import { call } from '#tests/platform/application.ts';
import type { Account } from '#tests/platform/application.ts';
import type { Tx } from '#src/api/database/write.ts';
import { teamMember } from '../models/team-member.model.ts';
import type { Requirement } from '../models/path-model.ts';
import type { CaseStep } from '../tool/cases.ts';
import { NotHere } from '../run/world.ts';
import type { Own, World } from '../run/world.ts';
import { apiDriver } from './api-driver.ts';
import type { Call } from './api-driver.ts';

interface Stage {
  world: World;
  /** Who acts. */
  manager: Account;
  /** The member's; nobody's before there is one. */
  id: string;
  email: string;
  /** The member's; empty if they cannot sign in. */
  ownToken: string;
}

const NO_TOKEN = 'no-such-token-there-is-0123456789-abcdef';
let members = 0;

const ownOf = ({ world }: Stage): Own => world.own('look into the team');
const rowOf = (stage: Stage) =>
  ownOf(stage)
    .database.kysely.selectFrom('team_member')
    .selectAll()
    .where('email', '=', stage.email)
    .executeTakeFirst();

/** With the current version. */
const change =
  (what: string, method: 'POST' | 'PUT', more: object = {}): Call<Stage> =>
  async (stage) => {
    const version = (await rowOf(stage))?.version ?? 1;
    return call(stage.world, method, `agent/team/${stage.id}/${what}`, {
      token: stage.manager.token,
      body: { version, ...more },
    });
  };

/** The operator's commands have no REST response: a refusal is turned into a problem. */
const operating =
  (act: (tx: Tx, own: Own, stage: Stage) => Promise<unknown>): Call<Stage> =>
  async (stage) => {
    const own = ownOf(stage);
    const before = (await rowOf(stage))?.history_length;
    try {
      await inTransaction(own.database, (tx) => act(tx, own, stage));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { status: error.status, body: { detail: error.message, ...error.extras } };
    }
    return { status: (await rowOf(stage))?.history_length === before ? 409 : 200, body: {} };
  };

const OWN_EVENTS: readonly string[] = [
  'second-step.turned-on',
  'second-step.turned-off',
  'recovery-codes.renewed',
] satisfies TeamMemberEvent['type'][];

/** Prepares a member who acts on their own second step: they are signed in, with or without one. */
async function presume(stage: Stage, { event }: CaseStep): Promise<void> {
  if (!OWN_EVENTS.includes(event)) return;
  const own = ownOf(stage);
  const account = await own.database.kysely
    .updateTable('account')
    .set({ password_hash: await (passwordHash ??= hashPassword(NEW_PASSWORD)) })
    .where('id', '=', stage.id)
    .returning('id')
    .executeTakeFirst();
  if (!account) return;
  await haveSecondStep(stage, false);
  await forgetRequests(own);
  const { body } = await call<{ access_token?: string }>(stage.world, 'POST', 'agent/token', {
    body: new URLSearchParams({ username: stage.email, password: NEW_PASSWORD }),
  });
  stage.ownToken = body.access_token ?? '';
  await haveSecondStep(stage, event !== 'second-step.turned-on');
}
let passwordHash: Promise<string> | undefined;

async function haveSecondStep(stage: Stage, isOn: boolean): Promise<void> {
  const { kysely } = ownOf(stage).database;
  await kysely.deleteFrom('two_factor').where('account_id', '=', stage.id).execute();
  const at = new Date().toISOString();
  if (isOn)
    await kysely
      .insertInto('two_factor')
      .values({ account_id: stage.id, secret: 'none', created_at: at, confirmed_at: at, last_step: 0 })
      .execute();
}

/** What a member does with their own second step. */
const own = <T>(stage: Stage, what: string, body: object) =>
  call<T>(stage.world, 'POST', `agent/two-factor${what}`, { token: stage.ownToken, body });
const turnOn: Call<Stage> = async (stage) => {
  const begun = await own<{ secret: string }>(stage, '', { password: NEW_PASSWORD });
  if (begun.status !== 201) return begun;
  const code = new TOTP({ secret: Secret.fromBase32(begun.body.secret) }).generate();
  return own(stage, '/confirm', { code });
};

async function tokenOf(stage: Stage): Promise<string> {
  const mail = await ownOf(stage)
    .database.kysely.selectFrom('mail')
    .select('body')
    .where('kind', '=', 'invitation')
    .where('recipient', '=', stage.email)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return /invitation\?token=([\w-]+)/.exec(JSON.stringify(mail?.body ?? ''))?.[1] ?? NO_TOKEN;
}

/** Makes the member the only one with the right: only the operator can try to take it away. */
const onlyHolder = async (stage: Stage): Promise<Call<Stage>> => {
  const { kysely } = ownOf(stage).database;
  await kysely.updateTable('account').set({ rights: [] }).where('role', '=', 'agent').execute();
  await kysely
    .updateTable('account')
    .set({ rights: ['team'] })
    .where('id', '=', stage.id)
    .execute();
  return async (one, step) => {
    const answer = await operating((tx, { parts }, { id }) =>
      step.event === 'agent.disabled'
        ? disableAgent(tx, parts, null, { id, version: null })
        : setAgentRights(tx, parts, null, { id, version: null }, []),
    )(one, step);
    await manages(one);
    return answer;
  };
};

/** Gives all rights to whoever acts. */
const manages = (stage: Stage) =>
  ownOf(stage)
    .database.kysely.updateTable('account')
    .set({ rights: [...AGENT_RIGHTS] })
    .where('id', '=', stage.manager.id)
    .execute();

const base = apiDriver<Stage, TeamMemberEvent['type'], Requirement<typeof teamMemberLifecycle>>({
  model: teamMember,
  // Without the worker: an email is read from the outbox.
  environment: { PARTS: 'api' },
  async begin(world) {
    const own = world.own('begin with somebody who is not on the team');
    await forgetRequests(own);
    const manager = await world.account('agent');
    const stage = { world, manager, id: newId(), email: `agent-${(members += 1)}@team.example`, ownToken: '' };
    await manages(stage);
    return stage;
  },
  gestures: {
    'agent.registered': operating(async (tx, { parts }, { id, email }) => {
      const known = await tx.selectFrom('team_member').select('id').where('email', '=', email).executeTakeFirst();
      if (!known)
        await tx
          .insertInto('account')
          .values({
            id,
            role: 'agent',
            email,
            name: 'Cleo Agent',
            password_hash: 'none',
            email_verified_at: new Date().toISOString(),
          })
          .execute();
      await registerAgent(tx, parts, id);
    }),
    'agent.invited': async (stage) => {
      const answer = await call<{ id: string }>(stage.world, 'POST', 'agent/team', {
        token: stage.manager.token,
        body: { name: 'Cleo Agent', email: stage.email, rights: [] },
      });
      if (answer.status === 201) stage.id = answer.body.id;
      return answer;
    },
    'invitation.resent': change('resend', 'POST'),
    'invitation.revoked': change('revoke', 'POST'),
    'invitation.accepted': async (stage) =>
      call(stage.world, 'POST', `agent/invitation?token=${await tokenOf(stage)}`, {
        body: { name: 'Cleo Agent', password: NEW_PASSWORD },
      }),
    'agent.renamed': change('name', 'PUT', { name: 'Cleo Adams' }),
    'rights.changed': change('rights', 'PUT', { rights: ['exports'] }),
    'sessions.ended': change('sign-out', 'POST'),
    'work.handed-over': (stage, step) =>
      change('hand-over', 'POST', { to: stage.manager.id, leads: 0, chats: 0 })(stage, step),
    'agent.disabled': change('disable', 'POST'),
    'agent.enabled': change('enable', 'POST'),
    'access.reset': operating((tx, { parts }, { id }) => resetAgentAccess(tx, parts, id)),
    'second-step.turned-on': turnOn,
    'second-step.turned-off': (stage) => own(stage, '/off', { password: NEW_PASSWORD }),
    'recovery-codes.renewed': (stage) => own(stage, '/recovery-codes', { password: NEW_PASSWORD }),
  },
  unmet: {
    'the invitation has not expired': async (stage) => {
      await ownOf(stage)
        .database.kysely.updateTable('team_member')
        .set({ expires_at: '2020-01-01T00:00:00Z' })
        .where('id', '=', stage.id)
        .execute();
    },
    'somebody keeps the right to see to the team': onlyHolder,
    'the second step is on': (stage) => haveSecondStep(stage, false),
    'the second step is off': async (stage) => {
      await haveSecondStep(stage, true);
      return (one) => own(one, '/confirm', { code: '123456' });
    },
  },
  placeOf: async (stage) => (await rowOf(stage))?.state ?? 'outside',
  async record(stage) {
    const { kysely } = ownOf(stage).database;
    return [
      await rowOf(stage),
      await kysely.selectFrom('history').selectAll().where('record_id', '=', stage.id).orderBy('sequence').execute(),
      await kysely.selectFrom('account').selectAll().where('id', '=', stage.id).execute(),
    ];
  },
  async inHandsOf(stage, role, { event }) {
    if (event === 'invitation.accepted') throw new NotHere('Whoever has the link is the invited person.');
    if (event === 'access.reset' || event === 'agent.registered')
      throw new NotHere('Only the command line does it, and has no role.');
    if (role === 'client' || role === 'visitor' || role === 'system')
      return { ...stage, manager: { ...stage.manager, token: '' }, ownToken: '' };
    const manager = await stage.world.account(role);
    return { ...stage, manager, ownToken: manager.token };
  },
  // The recipient is looked up first, and cannot be the member who hands over.
  refusals: ({ event, verdict }) =>
    event === 'work.handed-over'
      ? [401, 403, 404, 409, 422]
      : // A member who cannot sign in cannot act.
        OWN_EVENTS.includes(event) && !verdict.may && verdict.because === 'state'
        ? [401]
        : null,
});

export const driver = {
  ...base,
  async act(stage: Stage, step: CaseStep) {
    await presume(stage, step);
    await base.act(stage, step);
  },
  async refuse(stage: Stage, step: CaseStep) {
    await presume(stage, step);
    await base.refuse(stage, step);
  },
};
