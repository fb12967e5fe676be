import { TEAM_MEMBER_MODEL_VERSION, teamMemberLifecycle } from '#src/machines/team/team-member.lifecycle.ts';
import type { TeamMemberFacts, TeamMemberState } from '#src/machines/team/team-member.lifecycle.ts';
import { lifecycleModel } from './path-model.ts';

const facts: TeamMemberFacts = {
  expiresAt: '2030-01-08T08:00:00Z',
  now: '2030-01-01T08:00:00Z',
  hasTeam: false,
  othersWithTeam: 1,
  hasSecondStep: false,
};

export const teamMember = lifecycleModel({
  id: 'team-member',
  title: 'A member of the brokerage’s team',
  machine: teamMemberLifecycle.machine,
  version: TEAM_MEMBER_MODEL_VERSION,
  start: 'outside' as TeamMemberState,
  facts,
  snapshot: teamMemberLifecycle.snapshot,
  placeOf: teamMemberLifecycle.stateOf,
  keyOf: (place) => place,
  names: {
    outside: 'Not on the team',
    invited: 'Invited',
    revoked: 'Invitation taken back',
    active: 'Active',
    disabled: 'Disabled',
  },
  nameOf: (place, names) => names[place],
  events: {
    'agent.registered': {
      does: 'registers an account from before',
      event: { type: 'agent.registered', by: 'system' },
    },
    'agent.invited': { does: 'invites somebody to be an agent', event: { type: 'agent.invited', by: 'agent' } },
    'invitation.resent': { does: 'sends the invitation again', event: { type: 'invitation.resent', by: 'agent' } },
    'invitation.revoked': { does: 'takes the invitation back', event: { type: 'invitation.revoked', by: 'agent' } },
    'invitation.accepted': {
      does: 'accepts the invitation',
      event: { type: 'invitation.accepted', by: 'visitor' },
    },
    'agent.renamed': { does: 'renames the agent', event: { type: 'agent.renamed', by: 'agent' } },
    'rights.changed': {
      does: 'changes what the agent may do',
      event: { type: 'rights.changed', by: 'agent', rights: ['exports'] },
    },
    'sessions.ended': { does: 'signs the agent out everywhere', event: { type: 'sessions.ended', by: 'agent' } },
    'work.handed-over': {
      does: 'hands the work over to another agent',
      event: { type: 'work.handed-over', by: 'agent' },
    },
    'agent.disabled': { does: 'disables the account', event: { type: 'agent.disabled', by: 'agent' } },
    'agent.enabled': { does: 'enables the account', event: { type: 'agent.enabled', by: 'agent' } },
    'access.reset': { does: 'resets the access', event: { type: 'access.reset', by: 'system' } },
    'second-step.turned-on': {
      does: 'turns two-factor sign-in on',
      event: { type: 'second-step.turned-on', by: 'agent' },
    },
    'second-step.turned-off': {
      does: 'turns two-factor sign-in off',
      event: { type: 'second-step.turned-off', by: 'agent' },
      facts: { hasSecondStep: true },
    },
    'recovery-codes.renewed': {
      does: 'makes new recovery codes',
      event: { type: 'recovery-codes.renewed', by: 'agent' },
      facts: { hasSecondStep: true },
    },
  },
  breaks: {
    'the invitation has not expired': ({ event, facts: given }) => ({
      event,
      facts: { ...given, now: '2030-02-01T08:00:00Z' },
    }),
    'somebody keeps the right to see to the team': ({ event, facts: given }) => ({
      event,
      facts: { ...given, hasTeam: true, othersWithTeam: 0 },
    }),
    'the second step is on': ({ event, facts: given }) => ({ event, facts: { ...given, hasSecondStep: false } }),
    'the second step is off': ({ event, facts: given }) => ({ event, facts: { ...given, hasSecondStep: true } }),
  },
  rows: { table: 'team_member', state: 'state' },
});
