/** What agents choose from when they archive a lead, unless the settings differ. */
export const ARCHIVE_REASONS = [
  'Went with another company',
  'No longer moving',
  'Can’t be reached',
  'Duplicate',
  'Spam',
] as const;
