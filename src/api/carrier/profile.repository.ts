import { US_STATES } from '#src/machines/place/us-states.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { docketNumber } from '#src/machines/carrier/profile.ts';
import { fold } from '#src/api/agent-lead/agent-lead.fields.ts';
import { voidFrameAgreement } from '#src/api/agreement/agreement.repository.ts';
import type { StoredUpload } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { placeOfZip } from '#src/api/place/places.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { FieldProblem } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { CarrierRow } from './carrier.repository.ts';
import { tellOfCarrier } from './carrier.live.ts';
import { replaceLicenses, wrongLicenses } from './license.ts';
import { presentProfile } from './profile.present.ts';
import type { ProfileFields } from './profile.schemas.ts';

/** The row, locked until the end of the transaction. @throws Problem 404 */
export async function lockedCarrier(tx: Tx, id: string): Promise<CarrierRow> {
  const row = await tx.selectFrom('carrier').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound('carrier');
  return row;
}

/**
 * Saves what a carrier states about itself; omitted fields stay. An agreement that still waits for its signature is
 * voided, since it was drawn up from the earlier profile.
 * @throws Problem 409 with the current profile, if it was changed since `version`; 422 with the fields
 */
export async function saveProfile(
  tx: Tx,
  parts: ApiParts,
  carrierId: string,
  form: ProfileFields,
  files: StoredUpload[],
): Promise<void> {
  const before = await lockedCarrier(tx, carrierId);
  if (form.version !== undefined && Number(form.version) !== before.version) {
    throw problem(409, 'Your company’s profile was changed elsewhere while you worked on it. Nothing was changed.', {
      current: await presentProfile(tx, parts, carrierId),
    });
  }
  const known = before.licenses;
  const wrong = [
    ...wrongFields(form, before),
    ...wrongLicenses(form.licenses ?? [], known, files.length, dateIn(parts.brokerage.zone, parts.now())),
  ];
  if (wrong.length > 0) throw problem(422, wrong[0]!.message, { errors: wrong });

  const docket = form.docket_number === undefined ? before.docket_number : docketNumber(form.docket_number);
  const changes = {
    legal_name: form.legal_name?.trim() ?? before.legal_name,
    docket_number: docket,
    contact_name: form.contact_name?.trim() ?? before.contact_name,
    phone: form.phone ?? before.phone,
    address: form.address?.trim() ?? before.address,
    city: form.city?.trim() ?? before.city,
    state: form.state ?? before.state,
    zip: form.zip ?? before.zip,
  };
  // A location known more precisely than by ZIP stays, as long as the ZIP does.
  const { lat, lng } = changes.zip === before.zip ? before : placeOfZip(changes.zip)!;
  const { licenses, dropped } = form.licenses
    ? await replaceLicenses(tx, form.licenses, known, files)
    : { licenses: known, dropped: [] };
  await tx
    .updateTable('carrier')
    .set({
      ...changes,
      lat,
      lng,
      licenses: JSON.stringify(licenses),
      ...(form.equipment ? { equipment: JSON.stringify([...new Set(form.equipment.map((one) => one.trim()))]) } : {}),
      ...(form.service_states ? { service_states: JSON.stringify(form.service_states) } : {}),
      search_text: searchTextOf({ ...before, ...changes }),
      version: before.version + 1,
    })
    .where('id', '=', carrierId)
    .execute();
  // The person who signs in for the carrier is its contact.
  await tx
    .updateTable('account')
    .set({ name: changes.contact_name, phone: changes.phone })
    .where('id', '=', before.account_id)
    .execute();
  for (const id of dropped) await removeFile(tx, parts, id);
  if (!before.agreement_signed_at) await voidFrameAgreement(tx, carrierId, parts.now());
  await tellOfCarrier(tx, carrierId);
}

function wrongFields(form: ProfileFields, before: CarrierRow): FieldProblem[] {
  const { zip = before.zip, state = before.state } = form;
  const place = placeOfZip(zip);
  const isMoved = form.zip !== undefined || form.state !== undefined;
  const isRenamed =
    before.agreement_signed_at !== null &&
    form.legal_name !== undefined &&
    form.legal_name.trim() !== before.legal_name;
  const typed = form.docket_number?.trim();
  const unknown = form.service_states?.find((state) => !US_STATES[state]);
  return [
    ...(isRenamed
      ? [{ field: 'legal_name', message: 'The agreement was signed under this name. Call the broker to change it.' }]
      : []),
    ...(typed && docketNumber(typed) === null
      ? [{ field: 'docket_number', message: 'A docket number looks like MC-123456.' }]
      : []),
    ...(form.zip === undefined || place ? [] : [{ field: 'zip', message: `There is no ZIP code ${zip}.` }]),
    ...(isMoved && place && state !== '' && place.state !== state
      ? [{ field: 'state', message: `${zip} is in ${place.city}, ${place.state}.` }]
      : []),
    ...(unknown ? [{ field: 'service_states', message: `There is no state ${unknown}.` }] : []),
  ];
}

/** The text that searches in lists of carriers match. */
export const searchTextOf = (
  carrier: Pick<
    CarrierRow,
    'legal_name' | 'usdot' | 'docket_number' | 'contact_name' | 'email' | 'city' | 'state' | 'zip'
  >,
): string =>
  fold(
    [
      carrier.legal_name,
      carrier.usdot,
      carrier.docket_number,
      carrier.contact_name,
      carrier.email,
      carrier.city,
      carrier.state,
      carrier.zip,
    ]
      .filter(Boolean)
      .join(' '),
  );

/** Deletes a file's row; the stored file is deleted after the commit. */
export async function removeFile(tx: Tx, parts: ApiParts, id: string): Promise<void> {
  const file = await tx.deleteFrom('file').where('id', '=', id).returning('storage_key').executeTakeFirst();
  if (file) await parts.jobs.enqueue(tx, 'file.remove', { key: file.storage_key });
}
