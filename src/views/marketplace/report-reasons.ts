import type { LeadReportReason } from '#src/generated/graphql/graphql.ts';

/** What can be wrong with a lead; a reason without words does not compile. */
export const REASONS: Record<LeadReportReason, string> = {
  wrong_number: 'The phone number is wrong',
  wrong_email: 'The e-mail address is wrong',
  already_hired: 'They have hired a mover already',
  already_moved: 'They have moved already',
  not_a_move: 'They are not moving',
  duplicate: 'I have bought the same lead before',
  other: 'Something else',
};
