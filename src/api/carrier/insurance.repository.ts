import dayjs from 'dayjs';
import { dateIn } from '#src/machines/calendar/days.ts';
import { dueReminder } from '#src/machines/carrier/insurance-reminder.ts';
import { newId } from '#src/api/database/ids.ts';
import { insertFile } from '#src/api/http/multipart.ts';
import type { StoredUpload } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import { keepCompliantDays } from './compliance.repository.ts';
import { tellOfCarrier } from './carrier.live.ts';
import { lockedCarrier, removeFile } from './profile.repository.ts';
import type { PolicyFacts, PolicyFields } from './profile.schemas.ts';

/** Days from one calendar date to another. */
export const daysBetween = (from: string, to: string): number => dayjs(to).diff(dayjs(from), 'day');

/** @throws Problem 422 */
export function refuseWrongPolicy(
  { effective, expiration_date }: { effective?: string; expiration_date: string },
  today: string,
): void {
  const wrong = (message: string) => problem(422, message, { errors: [{ field: 'expiration_date', message }] });
  if (effective !== undefined && expiration_date <= effective) throw wrong('A policy ends after it begins.');
  if (expiration_date < today) throw wrong('This policy has ended. Upload the one that is in force.');
}

/**
 * Records an uploaded certificate: as a policy beside earlier ones or, if facts are missing, as one to be completed.
 */
export async function addPolicy(
  tx: Tx,
  parts: ApiParts,
  carrierId: string,
  form: PolicyFields,
  file: StoredUpload,
): Promise<void> {
  await lockedCarrier(tx, carrierId);
  const { kind, insurer, policy_number, limit, effective, expiration_date } = form;
  const fileId = await insertFile(tx, file);
  if (
    kind !== undefined &&
    insurer !== undefined &&
    policy_number !== undefined &&
    limit !== undefined &&
    effective !== undefined
  ) {
    await insertPolicy(
      tx,
      parts,
      carrierId,
      { id: newId(), fileId },
      { kind, insurer, policy_number, limit: Number(limit), effective, expiration_date },
    );
  } else {
    const given = {
      kind: kind ?? null,
      insurer: insurer?.trim() ?? null,
      policy_number: policy_number?.trim() ?? null,
      limit_cents: limit === undefined ? null : Number(limit),
      effective: effective ?? null,
    };
    await tx
      .insertInto('incomplete_policy')
      .values({
        id: newId(),
        carrier_id: carrierId,
        ...given,
        expiration: expiration_date,
        file_id: fileId,
        created_at: parts.now().toISOString(),
      })
      .execute();
  }
  await tellOfCarrier(tx, carrierId);
}

/** Turns a certificate into a policy once all its facts are known; its id and file stay. @throws Problem 404, 422 */
export async function completePolicy(
  tx: Tx,
  parts: ApiParts,
  carrierId: string,
  id: string,
  facts: PolicyFacts,
): Promise<void> {
  await lockedCarrier(tx, carrierId);
  const known = await tx
    .deleteFrom('incomplete_policy')
    .where('id', '=', id)
    .where('carrier_id', '=', carrierId)
    .returning('file_id')
    .executeTakeFirst();
  if (!known) throw notFound('certificate');
  refuseWrongPolicy(facts, dateIn(parts.brokerage.zone, parts.now()));
  await insertPolicy(tx, parts, carrierId, { id, fileId: known.file_id }, facts);
  await tellOfCarrier(tx, carrierId);
}

async function insertPolicy(
  tx: Tx,
  parts: ApiParts,
  carrierId: string,
  { id, fileId }: { id: string; fileId: string },
  facts: PolicyFacts,
): Promise<void> {
  const now = parts.now();
  await tx
    .insertInto('insurance_policy')
    .values({
      id,
      carrier_id: carrierId,
      kind: facts.kind,
      insurer: facts.insurer.trim(),
      policy_number: facts.policy_number.trim(),
      limit_cents: facts.limit,
      effective: facts.effective,
      expiration: facts.expiration_date,
      file_id: fileId,
      // Skip the reminders that are already due: whoever uploads a policy has just read its end date.
      reminded_days: dueReminder(daysBetween(dateIn(parts.brokerage.zone, now), facts.expiration_date), null),
      created_at: now.toISOString(),
    })
    .execute();
  await keepCompliantDays(tx, [carrierId]);
}

/** Deletes a policy or a certificate, such as one uploaded by mistake. @throws Problem 404 */
export async function removePolicy(tx: Tx, parts: ApiParts, carrierId: string, id: string): Promise<void> {
  const gone =
    (await tx
      .deleteFrom('insurance_policy')
      .where('id', '=', id)
      .where('carrier_id', '=', carrierId)
      .returning('file_id')
      .executeTakeFirst()) ??
    (await tx
      .deleteFrom('incomplete_policy')
      .where('id', '=', id)
      .where('carrier_id', '=', carrierId)
      .returning('file_id')
      .executeTakeFirst());
  if (!gone) throw notFound('policy');
  await keepCompliantDays(tx, [carrierId]);
  if (gone.file_id) await removeFile(tx, parts, gone.file_id);
  await tellOfCarrier(tx, carrierId);
}
