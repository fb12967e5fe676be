import type { ReportReason } from './purchase.lifecycle.ts';

/** The buyer's choices, also quoted in emails about the report. */
export const REPORT_WORDS: Record<ReportReason, string> = {
  'wrong-number': 'The phone number is wrong',
  'wrong-email': 'The email address is wrong',
  'already-hired': 'They already hired a mover',
  'already-moved': 'They already moved',
  'not-a-move': 'They are not moving',
  duplicate: 'I already bought this lead',
  other: 'Something else',
};
