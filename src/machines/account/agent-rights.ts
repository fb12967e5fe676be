/**
 * What an agent may do over and above being one, given by name. `team`: see to the accounts and rights of agents.
 * `settings`: change the settings of the brokerage. `workflow`: see how all leads go through the model. `exports`: take
 * data out in bulk. `reports`: see what becomes of leads, by agent too, and what is earned. `imports`: bring in files of leads.
 */
export const AGENT_RIGHTS = ['team', 'settings', 'workflow', 'exports', 'reports', 'imports'] as const;
export type AgentRight = (typeof AGENT_RIGHTS)[number];
