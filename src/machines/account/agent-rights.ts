/**
 * What an agent may do over and above being one, given by name. `workflow`: see how all leads go through the model,
 * and say who else may.
 */
export const AGENT_RIGHTS = ['workflow'] as const;
export type AgentRight = (typeof AGENT_RIGHTS)[number];
