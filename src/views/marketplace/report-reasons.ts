import type { LeadReportReason } from '#src/generated/graphql/graphql.ts';

/** What can be wrong with a lead; a reason without words does not compile. */
export const REASONS: Record<LeadReportReason, string> = {
  wrong_number: 'The phone number is wrong',
  wrong_email: 'The email address is wrong',
  already_hired: 'They already hired a mover',
  already_moved: 'They already moved',
  not_a_move: 'They are not moving',
  duplicate: 'I already bought this lead',
  other: 'Something else',
};
