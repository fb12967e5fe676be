import type { LegalText } from '#src/machines/legal/legal-text.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';

export interface LegalVersion {
  version: number;
  /** The calendar date since which it is in effect. */
  since: string;
  /** Who published it, where that is told; nobody did of what comes with the product. */
  author?: string | null;
  load: () => Promise<{ text: (brokerage: Brokerage) => LegalText }>;
}

/** The newest first, and never none: a version that was in effect once stays. */
export type LegalVersions = readonly [LegalVersion, ...LegalVersion[]];

/** The version that an address asks for, or the newest. `missing` is what was asked for and never was. */
export function versionOf(
  versions: LegalVersions,
  asked: string | null,
): { shown: LegalVersion; missing: string | null } {
  const found = versions.find(({ version }) => String(version) === asked);
  return { shown: found ?? versions[0], missing: asked !== null && !found ? asked : null };
}
