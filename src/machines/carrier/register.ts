import { MINIMUM_COVER } from './compliance.lifecycle.ts';

/** What the federal register of motor carriers has for a USDOT number. Amounts in US cents; null if unknown. */
export interface RegisterEntry {
  legalName: string;
  doingBusinessAs: string | null;
  city: string;
  state: string;
  /** Whether it may operate at all, that is, has not been ordered out of service. */
  mayOperate: boolean;
  /** As a for-hire carrier, common or contract. */
  authority: 'active' | 'inactive' | 'none';
  liability: number | null;
  cargo: number | null;
}

/** What a carrier states about itself, with the highest policy of each kind in force. */
export interface SaidOfItself {
  legalName: string;
  /** Empty until given. */
  state: string;
  liability: number | null;
  cargo: number | null;
}

export const DIFFERENCES = ['name', 'operating', 'authority', 'liability', 'cargo', 'state'] as const;
export type DifferenceKind = (typeof DIFFERENCES)[number];

export interface Difference {
  about: DifferenceKind;
  /** Both sides of the difference, for display; amounts as cents in text, null if a side has no value. */
  said: string | number | null;
  registered: string | number | null;
}

const FORMS = /\b(llc|l l c|inc|incorporated|corp|corporation|co|company|ltd|limited|lp|llp|the)\b/g;

/** A name without the parts that people omit or abbreviate. */
export const bareName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .replaceAll(FORMS, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Where the register differs from the carrier's statements, most serious first. */
export function differencesOf(said: SaidOfItself, entry: RegisterEntry): Difference[] {
  const found: Difference[] = [];
  const names = [entry.legalName, entry.doingBusinessAs ?? ''].map(bareName);
  if (!names.includes(bareName(said.legalName)))
    found.push({ about: 'name', said: said.legalName, registered: entry.legalName });
  if (!entry.mayOperate) found.push({ about: 'operating', said: null, registered: null });
  if (entry.authority !== 'active') found.push({ about: 'authority', said: null, registered: entry.authority });
  // A carrier may insure more than it files; only the legal minimum must be on file.
  if (entry.liability !== null && entry.liability < MINIMUM_COVER.liability)
    found.push({ about: 'liability', said: said.liability, registered: entry.liability });
  // The register has cargo insurance only for some carriers.
  if (entry.cargo !== null && said.cargo !== null && entry.cargo < said.cargo)
    found.push({ about: 'cargo', said: said.cargo, registered: entry.cargo });
  if (said.state !== '' && entry.state !== '' && said.state !== entry.state)
    found.push({ about: 'state', said: said.state, registered: entry.state });
  return found;
}
