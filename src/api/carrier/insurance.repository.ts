import dayjs from 'dayjs';
import { dueReminder } from '#src/machines/carrier/insurance-reminder.ts';
import { newId } from '#src/api/platform/ids.ts';
import { insertFile } from '#src/api/platform/multipart.ts';
import type { StoredUpload } from '#src/api/platform/multipart.ts';
import { dateIn } from '#src/api/platform/parts.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { notFound } from '#src/api/platform/problem.ts';
import type { FieldProblem } from '#src/api/platform/problem.ts';
import type { Tx } from '#src/api/platform/write.ts';
import { tellOfCarrier } from './carrier.live.ts';
import { lockedCarrier, removeFile } from './profile.repository.ts';
import type { PolicyForm } from './profile.schemas.ts';

/** Days from one calendar date to another. */
export const daysBetween = (from: string, to: string): number => dayjs(to).diff(dayjs(from), 'day');

export function wrongPolicy({ effective, expiration_date }: PolicyForm, today: string): FieldProblem[] {
  if (expiration_date <= effective) return [{ field: 'expiration_date', message: 'A policy ends after it begins.' }];
  return expiration_date < today ? [{ field: 'expiration_date', message: 'This policy has ended. Upload the one that is in force.' }] : [];
}

/** Puts a policy on record beside the earlier ones. */
export async function addPolicy(tx: Tx, parts: ApiParts, carrierId: string, form: PolicyForm, file: StoredUpload): Promise<void> {
  await lockedCarrier(tx, carrierId);
  const now = parts.now();
  const today = dateIn(parts.brokerage.zone, now);
  await tx
    .insertInto('insurance_policy')
    .values({
      id: newId(),
      carrier_id: carrierId,
      kind: form.kind,
      insurer: form.insurer.trim(),
      policy_number: form.policy_number.trim(),
      limit_cents: Number(form.limit),
      effective: form.effective,
      expiration: form.expiration_date,
      file_id: await insertFile(tx, file),
      // Whoever uploads a policy that soon ends has just read so.
      reminded_days: dueReminder(daysBetween(today, form.expiration_date), null),
      created_at: now.toISOString(),
    })
    .execute();
  await tellOfCarrier(tx, carrierId);
}

/** Takes a policy off the record, as when it was uploaded by mistake. @throws Problem 404 */
export async function removePolicy(tx: Tx, parts: ApiParts, carrierId: string, id: string): Promise<void> {
  const gone = await tx.deleteFrom('insurance_policy').where('id', '=', id).where('carrier_id', '=', carrierId).returning('file_id').executeTakeFirst();
  if (!gone) throw notFound('policy');
  if (gone.file_id) await removeFile(tx, parts, gone.file_id);
  await tellOfCarrier(tx, carrierId);
}
