import type { Role } from '../lifecycle.ts';
import { jobLifecycle } from './job.lifecycle.ts';
import type { JobEvent, JobFacts, JobState } from './job.lifecycle.ts';

/** What people do with a job, named by the state it leads to; papers come separately. */
export const JOB_STEPS = ['on-the-way', 'picked-up', 'delivered', 'back'] as const;
export type JobStep = (typeof JOB_STEPS)[number];

/** The kinds of paper that can be uploaded for a job. */
export const JOB_PAPERS = ['completion-statement', 'bill-of-lading', 'delivery-receipt', 'photo', 'other'] as const;
export type JobPaperKind = (typeof JOB_PAPERS)[number];

/** The event of a step, as a form sends it. */
export function eventOfStep(step: JobStep, by: Role, given: { at: string; reason: string }): JobEvent {
  switch (step) {
    case 'on-the-way':
      return { type: 'job.departed', by, at: given.at };
    case 'picked-up':
      return { type: 'job.picked-up', by, at: given.at };
    case 'delivered':
      return { type: 'job.delivered', by, at: given.at };
    case 'back':
      return { type: 'job.stepped-back', by, reason: given.reason };
  }
}

interface JobAction {
  step: JobStep;
  may: boolean;
  unmet: string[];
}

/** The steps available from this state, and what is missing for those not possible now. */
export function stepsOf(state: JobState, facts: JobFacts, by: Role): JobAction[] {
  const wellFilled = { at: facts.now, reason: 'filled in' };
  return JOB_STEPS.flatMap((step): JobAction[] => {
    const verdict = jobLifecycle.judge(state, facts, eventOfStep(step, by, wellFilled));
    if (verdict.may) return [{ step, may: true, unmet: [] }];
    return verdict.because === 'requirements' ? [{ step, may: false, unmet: verdict.unmet }] : [];
  });
}

/** Whether the client can sign the delivery receipt on the carrier's screen now. */
export const maySignReceipt = (state: JobState, facts: JobFacts): boolean =>
  jobLifecycle.judge(state, facts, { type: 'receipt.signed', by: 'carrier', at: facts.now }).may;

/** Why a carrier cannot add or remove a paper now: what is missing; empty if it can. */
export function papersUnmet(state: JobState, facts: JobFacts, event: 'paper.added' | 'paper.removed'): string[] {
  const verdict = jobLifecycle.judge(state, facts, { type: event, by: 'carrier' });
  return verdict.may ? [] : verdict.unmet;
}
