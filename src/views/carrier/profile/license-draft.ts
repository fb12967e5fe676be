import { ENDED_LICENSE, hasEnded } from '#src/machines/carrier/license.ts';
import { today } from '#src/views/ui/dates.ts';
import type { Profile } from './use-carrier-profile.ts';

/** One license as typed. `key` identifies the row; a new one has no `id` yet. */
export interface LicenseRow {
  key: string;
  id: string | null;
  kind: string;
  number: string;
  /** Empty for a federal one. */
  state: string;
  expires: string | null;
  /** The path of its file on the server; null if there is none, or it was removed. */
  url: string | null;
}

/** The rows by key, as they are merged with what someone else saved; undefined is a removed one. */
export interface MergedLicenses {
  rows: Readonly<Record<string, LicenseRow | undefined>>;
}
export const toMerge = (rows: readonly LicenseRow[]): MergedLicenses => ({
  rows: Object.fromEntries(rows.map((row) => [row.key, row])),
});
export const fromMerge = ({ rows }: MergedLicenses): LicenseRow[] =>
  Object.values(rows).filter((row) => row !== undefined);

export const showLicense = (row: unknown): string => {
  const { kind, number } = (row ?? {}) as Partial<LicenseRow>;
  return row === undefined ? 'removed' : [kind, number].filter(Boolean).join(' ') || 'empty';
};

export const rowsOf = ({ licenses }: Profile): LicenseRow[] =>
  licenses.map(({ id, kind, number, state, expires, url }) => ({
    key: id,
    id,
    kind,
    number,
    state: state ?? '',
    expires: expires ?? null,
    url: url ?? null,
  }));

export const newRow = (): LicenseRow => ({
  key: crypto.randomUUID(),
  id: null,
  kind: '',
  number: '',
  state: '',
  expires: null,
  url: null,
});

export const sameRows = (one: readonly LicenseRow[], other: readonly LicenseRow[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const licenseId = (key: string, part: 'kind' | 'number' | 'state' | 'expires' | 'file') =>
  `license-${key}-${part}`;

/** The errors, by the id of the control, in the order of the form. */
export function checkLicenses(rows: readonly LicenseRow[], saved: readonly LicenseRow[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [index, { key, kind, number, expires }] of rows.entries()) {
    if (kind.trim() === '') found[licenseId(key, 'kind')] = `Say what license ${index + 1} is, or remove it.`;
    if (number.trim() === '') found[licenseId(key, 'number')] = `Enter the number of license ${index + 1}.`;
    const isOnRecord = saved.some((one) => one.key === key && one.expires === expires);
    if (!isOnRecord && hasEnded(expires, today())) found[licenseId(key, 'expires')] = ENDED_LICENSE;
  }
  return found;
}

/**
 * From the server's field names to the ids of their controls. A refused file is known only by its name, which is in the
 * message: it is shown at the first chosen file.
 */
export function serverNames(rows: readonly LicenseRow[], files: ReadonlyMap<string, unknown>): Record<string, string> {
  const withFile = rows.find(({ key }) => files.has(key));
  return {
    ...Object.fromEntries(
      [...rows.entries()].flatMap(([index, { key }]) =>
        (['kind', 'number', 'state', 'expires', 'file'] as const).map((part) => [
          `licenses/${index}/${part}`,
          licenseId(key, part),
        ]),
      ),
    ),
    ...(withFile && { license_files: licenseId(withFile.key, 'file') }),
  };
}

/** These licenses with their selected files; the rest of the profile stays as it is. */
export function licensesForm(rows: readonly LicenseRow[], files: ReadonlyMap<string, File>, version: number): FormData {
  const chosen = rows.filter(({ key }) => files.has(key));
  const body = new FormData();
  body.append('version', String(version));
  const licenses = rows.map(({ key, id, kind, number, state, expires, url }) => ({
    ...(id && { id }),
    kind: kind.trim(),
    number: number.trim(),
    state: state || null,
    expires,
    ...(files.has(key) ? { file: chosen.findIndex((one) => one.key === key) } : url === null && { file: null }),
  }));
  body.append('licenses', JSON.stringify(licenses));
  for (const { key } of chosen) {
    const file = files.get(key)!;
    body.append('license_files', file, file.name);
  }
  return body;
}
