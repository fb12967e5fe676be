import type { LegalText } from '#src/machines/legal/legal-text.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';

export interface LegalVersion {
  version: number;
  /** The calendar date on which it took effect. */
  since: string;
  /** Who published it, if shown; versions that come with the product have no author. */
  author?: string | null;
  load: () => Promise<{ text: (brokerage: Brokerage) => LegalText }>;
}

/** Newest first, and never empty: a version that was once in effect stays. */
export type LegalVersions = readonly [LegalVersion, ...LegalVersion[]];

/** The version named in the URL, or the newest. `missing` is a requested version that never existed. */
export function versionOf(
  versions: LegalVersions,
  asked: string | null,
): { shown: LegalVersion; missing: string | null } {
  const found = versions.find(({ version }) => String(version) === asked);
  return { shown: found ?? versions[0], missing: asked !== null && !found ? asked : null };
}
