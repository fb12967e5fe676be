import { showCount } from '../amount/amounts.ts';

/** The brokerage pays its carriers within so many days of their papers, unless its settings say otherwise. */
export const USUAL_PAY_DAYS = 15;
export const MOST_PAY_DAYS = 90;
/** What is due within these days is told apart from what is due later. */
export const DUE_SOON_DAYS = 7;

/**
 * How the pay of a job stands, once the job is delivered or its contract is closed. It has no due date before the signed
 * delivery receipt and the completion-of-work statement are there, or the contract is closed.
 */
export const PAY_STATES = ['awaiting-papers', 'open', 'due', 'overdue', 'paid'] as const;
export type PayState = (typeof PAY_STATES)[number];

/** "Within 15 days of your papers" */
export const termsOf = (days: number): string => `Within ${showCount(days, 'day')} of your papers`;
