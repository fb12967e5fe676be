/**
 * What an agent may do beyond what every agent may; granted by name. `team`: manage the accounts and rights of agents.
 * `settings`: change the brokerage's settings. `workflow`: see how all leads move through the lifecycle. `exports`:
 * export data in bulk. `reports`: see the outcomes of leads, also by agent, and the earnings. `imports`: upload files
 * of leads.
 */
export const AGENT_RIGHTS = ['team', 'settings', 'workflow', 'exports', 'reports', 'imports'] as const;
export type AgentRight = (typeof AGENT_RIGHTS)[number];
