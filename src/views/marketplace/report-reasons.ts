import type { LeadReportReason } from '#src/generated/graphql/graphql.ts';
import type { BoughtLeadsViewFragment } from '#src/generated/graphql/graphql.ts';
import { REPORT_WORDS } from '#src/machines/marketplace/report-words.ts';

/** What can be wrong with a lead; a reason without words does not compile. */
export const REASONS: Record<LeadReportReason, string> = {
  wrong_number: REPORT_WORDS['wrong-number'],
  wrong_email: REPORT_WORDS['wrong-email'],
  already_hired: REPORT_WORDS['already-hired'],
  already_moved: REPORT_WORDS['already-moved'],
  not_a_move: REPORT_WORDS['not-a-move'],
  duplicate: REPORT_WORDS.duplicate,
  other: REPORT_WORDS.other,
};

/** How the price of a refunded lead was returned. */
export const refundedText = ({
  refundTo,
  credit,
  price,
}: Pick<BoughtLeadsViewFragment['items'][number], 'refundTo' | 'credit' | 'price'>): string =>
  refundTo === 'credit' || credit === price ? 'Credited' : 'Refunded';
