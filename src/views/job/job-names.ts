import type { JobPaperKind, JobStep, OwnJobOnLoadFragment } from '#src/generated/graphql/graphql.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { today } from '#src/views/ui/dates.ts';
import { sentence } from '#src/machines/phrases.ts';

type OwnJob = NonNullable<OwnJobOnLoadFragment['job']>;
/** The parts of a job that both carriers and agents see. */
export type Job = Omit<OwnJob, 'papersUnmet' | 'maySignReceipt' | '__typename'>;
export type JobPaper = Job['papers'][number];

export const PAPER_NAMES: Record<JobPaperKind, string> = {
  completion_statement: 'Completion-of-work statement',
  bill_of_lading: 'Bill of lading',
  delivery_receipt: 'Delivery receipt',
  photo: 'Photo',
  other: 'Other paper',
};

export type Forward = Exclude<JobStep, 'back'>;

/** The button labels: for the carrier, and for an agent who records what the carrier reported. */
export const STEP_VERBS: Record<Forward, { carrier: string; agent: string }> = {
  on_the_way: { carrier: 'I’m on my way', agent: 'Mark on the way' },
  picked_up: { carrier: 'I’ve picked up the load', agent: 'Mark picked up' },
  delivered: { carrier: 'I’ve delivered the load', agent: 'Mark delivered' },
};

/** The steps with their times, in order. */
export const momentsOf = (job: Job): { step: Forward; at: string | null }[] => [
  { step: 'on_the_way', at: job.departedAt },
  { step: 'picked_up', at: job.pickedUpAt },
  { step: 'delivered', at: job.deliveredAt },
];

/** When the job reached its current state: no later step can be earlier. */
export const sinceOf = (job: Job): string => job.deliveredAt ?? job.pickedUpAt ?? job.departedAt ?? job.signedAt;

/** Whether a step at this time is before the agreed pick-up day. A truck may leave for it on the day before. */
export const isBeforePickUp = (step: Forward, at: string | undefined, agreedOn: string | null): boolean =>
  agreedOn !== null && addDays(today(at ? new Date(at) : new Date()), step === 'on_the_way' ? 1 : 0) < agreedOn;

const WHY: Readonly<Record<string, string>> = {
  'the carrier still has the job': 'The carrier no longer has this job.',
  'the contract is not closed': 'The contract is closed.',
  'the lead is not archived': 'The lead is archived.',
  'there is room for another paper': 'This job already has the most files it can take.',
};

/** Why something is not possible, in words. */
export const whyNot = (unmet: readonly string[]): string =>
  unmet.map((phrase) => WHY[phrase] ?? `${sentence(phrase)}.`).join(' ');
