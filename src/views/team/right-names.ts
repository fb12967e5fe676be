import { AGENT_RIGHTS, type AgentRight } from '#src/machines/account/agent-rights.ts';

/** The display name of each right, and what it includes. */
export const RIGHTS: Record<AgentRight, { name: string; help: string }> = {
  team: { name: 'Team', help: 'Invite and disable agents and change their rights.' },
  settings: { name: 'Settings', help: 'Change the settings of the brokerage.' },
  workflow: { name: 'Workflow', help: 'See how leads move from first contact to paid invoice.' },
  reports: { name: 'Reports', help: 'See win rates, revenue and margin, by agent and source.' },
  exports: { name: 'Exports', help: 'Export data in bulk.' },
  imports: { name: 'Imports', help: 'Import leads from CSV files.' },
};

/** "Team, Workflow", always in the same order. */
export const showRights = (rights: readonly string[]): string =>
  AGENT_RIGHTS.filter((right) => rights.includes(right))
    .map((right) => RIGHTS[right].name)
    .join(', ');
