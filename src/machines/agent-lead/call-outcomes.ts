/** How a call of an agent to a client ended. */
export const CALL_OUTCOMES = ['reached', 'no-answer', 'voicemail', 'busy', 'call-back', 'wrong-number'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];
