import type { ReportReason } from './purchase.lifecycle.ts';

/** What a buyer chooses from, and what the emails about the report repeat. */
export const REPORT_WORDS: Record<ReportReason, string> = {
  'wrong-number': 'The phone number is wrong',
  'wrong-email': 'The email address is wrong',
  'already-hired': 'They already hired a mover',
  'already-moved': 'They already moved',
  'not-a-move': 'They are not moving',
  duplicate: 'I already bought this lead',
  other: 'Something else',
};
