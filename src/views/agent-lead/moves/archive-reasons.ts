/** What it mostly is; the same for one lead and for many. */
export const ARCHIVE_REASONS = [
  'Went with another company',
  'Does not move any more',
  'Cannot be reached',
  'Duplicate',
  'Spam',
] as const;
