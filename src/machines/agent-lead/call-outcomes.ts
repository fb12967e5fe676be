/** How an agent's call to a client ended. */
export const CALL_OUTCOMES = ['reached', 'no-answer', 'voicemail', 'busy', 'call-back', 'wrong-number'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];
