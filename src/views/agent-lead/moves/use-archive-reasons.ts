import { useQuery } from '@apollo/client/react';
import { ArchiveReasonsDocument } from '#src/generated/graphql/graphql.ts';
import { ARCHIVE_REASONS } from '#src/machines/settings/archive-reasons.ts';

/** What it mostly is, as the office says; the same for one lead and for many. */
export function useArchiveReasons(): readonly string[] {
  const { data, error } = useQuery(ArchiveReasonsDocument);
  return data?.archiveReasons ?? (error ? ARCHIVE_REASONS : []);
}
