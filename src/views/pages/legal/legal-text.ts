import type { Brokerage } from '#src/views/brokerage/use-brokerage.ts';

/** A paragraph, a list, or pairs of a term and what is said of it. Addresses and numbers in it become links. */
export type Block =
  | string
  | { list: readonly string[] }
  | { facts: readonly (readonly [term: string, text: string])[] };

export interface LegalSection {
  /** The fragment of its address; kept for ever, because others link to it. */
  id: string;
  title: string;
  blocks: readonly Block[];
}

export interface LegalText {
  title: string;
  intro: readonly Block[];
  sections: readonly LegalSection[];
}

export interface LegalVersion {
  version: number;
  /** The calendar date since which it is in effect. */
  since: string;
  load: () => Promise<{ text: (brokerage: Brokerage) => LegalText }>;
}

/**
 * The version that an address asks for, or the newest. `missing` is what was asked for and never was.
 * @param versions the newest first; a version that was in effect once stays
 */
export function versionOf(
  versions: readonly [LegalVersion, ...LegalVersion[]],
  asked: string | null,
): { shown: LegalVersion; missing: string | null } {
  const found = versions.find(({ version }) => String(version) === asked);
  return { shown: found ?? versions[0], missing: asked !== null && !found ? asked : null };
}
