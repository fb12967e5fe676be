/** What agents choose from when they archive a lead, until the office says otherwise. */
export const ARCHIVE_REASONS = [
  'Went with another company',
  'Does not move any more',
  'Cannot be reached',
  'Duplicate',
  'Spam',
] as const;
