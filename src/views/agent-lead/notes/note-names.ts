import type { CallOutcome, LeadNotesFragment } from '#src/generated/graphql/graphql.ts';

export type LeadNote = LeadNotesFragment['leadNotes'][number];

/** The display names of call outcomes. */
export const OUTCOME_NAMES: Record<CallOutcome, string> = {
  reached: 'Reached',
  no_answer: 'No answer',
  voicemail: 'Left a voicemail',
  busy: 'Busy',
  call_back: 'Asked to call back',
  wrong_number: 'Wrong number',
};

export const OUTCOMES = Object.keys(OUTCOME_NAMES) as CallOutcome[];

/** "Called: no answer" */
export const callText = (outcome: CallOutcome | null): string =>
  `called${outcome ? `: ${OUTCOME_NAMES[outcome].toLowerCase()}` : ''}`;

/** A one-line name for a note: its first words. */
export const shortNote = ({ text, outcome }: Pick<LeadNote, 'text' | 'outcome'>): string =>
  text === '' ? (outcome ? OUTCOME_NAMES[outcome] : '') : text.slice(0, 40);
