import { showCount } from '../amount/amounts.ts';
import type { JobPaperKind } from '../job/job.steps.ts';

/** Days from the papers to the carrier's payment, unless the brokerage's settings differ. */
export const USUAL_PAY_DAYS = 15;
export const MOST_PAY_DAYS = 90;
/** Payments due within this many days are shown separately from later ones. */
export const DUE_SOON_DAYS = 7;

/**
 * The state of a job's pay, once the job is delivered or its contract is closed. There is no due date until the signed
 * delivery receipt and the completion-of-work statement are there, or the contract is closed.
 */
export const PAY_STATES = ['awaiting-papers', 'open', 'due', 'overdue', 'paid'] as const;
export type PayState = (typeof PAY_STATES)[number];

/** The papers that the payment terms count from, once all are there. */
export const PAY_PAPERS = ['completion-statement', 'delivery-receipt'] as const satisfies readonly JobPaperKind[];
export type PayPaper = (typeof PAY_PAPERS)[number];

/** "Within 15 days of your papers" */
export const termsOf = (days: number): string => `Within ${showCount(days, 'day')} of your papers`;
