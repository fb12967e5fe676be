import { insertFile } from '#src/api/http/multipart.ts';
import type { StoredUpload } from '#src/api/http/multipart.ts';
import { newId } from '#src/api/database/ids.ts';
import type { FieldProblem } from '#src/api/http/problem.ts';
import { ENDED_LICENSE, hasEnded } from '#src/machines/carrier/license.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { LicenseInput } from './profile.schemas.ts';

/** One license as stored in `carrier.licenses`. */
export interface LicenseRow {
  id: string;
  kind: string;
  number: string;
  /** Null for a federal license. */
  state: string | null;
  /** YYYY-MM-DD; null if it does not expire. */
  expires: string | null;
  file_id: string | null;
}

/**
 * Validates a list of licenses, given those on record, how many files were uploaded, and the brokerage's date.
 */
export function wrongLicenses(
  given: LicenseInput[],
  known: LicenseRow[],
  files: number,
  today: string,
): FieldProblem[] {
  const wrong = given.flatMap((license, index): FieldProblem[] => {
    const at = `licenses/${index}`;
    return [
      ...(license.id && !known.some((one) => one.id === license.id)
        ? [{ field: `${at}/id`, message: 'There is no such license.' }]
        : []),
      ...(license.state && !US_STATES[license.state]
        ? [{ field: `${at}/state`, message: 'There is no such state.' }]
        : []),
      // One that has ended since it was entered stays on record.
      ...(hasEnded(license.expires ?? null, today) &&
      !known.some(({ id, expires }) => id === license.id && expires === license.expires)
        ? [{ field: `${at}/expires`, message: ENDED_LICENSE }]
        : []),
      ...(typeof license.file === 'number' && license.file >= files
        ? [{ field: `${at}/file`, message: 'This file did not come.' }]
        : []),
    ];
  });
  const ids = given.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length) wrong.push({ field: 'licenses', message: 'A license is listed twice.' });
  const places = given.flatMap(({ file }) => file ?? []);
  const isComplete = new Set(places).size === files && places.length === files;
  if (!isComplete && places.every((place) => place < files))
    wrong.push({
      field: 'license_files',
      message: 'Each file belongs to one license, and each license names its file.',
    });
  return wrong;
}

/** The list as stored, with its new files saved; and the ids of files that are no longer referenced. */
export async function replaceLicenses(
  tx: Tx,
  given: LicenseInput[],
  known: LicenseRow[],
  files: StoredUpload[],
): Promise<{ licenses: LicenseRow[]; dropped: string[] }> {
  const licenses: LicenseRow[] = [];
  for (const { id, kind, number, state, expires, file } of given) {
    const before = known.find((one) => one.id === id);
    const fileId =
      typeof file === 'number' ? await insertFile(tx, files[file]!) : file === null ? null : (before?.file_id ?? null);
    licenses.push({
      id: before?.id ?? newId(),
      kind: kind.trim(),
      number: number.trim(),
      state: state ?? null,
      expires: expires ?? null,
      file_id: fileId,
    });
  }
  const kept = new Set(licenses.map((one) => one.file_id));
  return { licenses, dropped: known.flatMap(({ file_id }) => (file_id && !kept.has(file_id) ? [file_id] : [])) };
}
